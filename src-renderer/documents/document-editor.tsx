import { strings } from '../strings/documents.ts';
import { CodeEditor, type EditorCompletions, type EditorMarker } from '../ui/editor/code-editor.tsx';
import styles from './documents.module.css';
import { shownText, typedText } from './editor-text.ts';
import type { OpenDocument } from './use-document.ts';

interface DocumentEditorProps {
  readonly document: OpenDocument;
  readonly label: string;
  readonly readOnly?: boolean;
  readonly markers?: readonly EditorMarker[];
  readonly completions?: EditorCompletions;
  readonly onReady?: Parameters<typeof CodeEditor>[0]['onReady'];
}

/** The text of a document in Monaco: its undo history and its cursor come back with it, its text is kept. */
export function DocumentEditor({ document, ...props }: DocumentEditorProps) {
  const { key, ready, text, language, edit } = document;
  if (!ready) return <div className="dim pad-8-12">{strings.documentEditor.readingFile}</div>;
  return (
    <div className={`${styles.editor} fill`} data-document={key}>
      <CodeEditor
        {...props}
        path={editorPath(key)}
        value={shownText(text)}
        language={language}
        onChange={(shown) => edit(typedText(text, shown))}
      />
    </div>
  );
}

/** The name of a document's text among those of Monaco. */
export function editorPath(key: string): string {
  return `documents/${key}`;
}
