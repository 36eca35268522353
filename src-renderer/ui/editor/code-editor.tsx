import type { editor, languages } from 'monaco-editor/editor/editor.api';
import { useEffect, useRef } from 'react';
import { strings } from '../../strings/ui.ts';
import { isMac } from '../is-mac.ts';
import { offerSchema } from '../monaco/json-schemas.ts';
import { loadMonaco, type MonacoApi } from '../monaco/load-monaco.ts';
import styles from './editor.module.css';
import { editorOptions } from './editor-options.ts';
import { useMonaco } from './use-monaco.ts';

export type EditorLanguage = 'json' | 'yaml' | 'markdown' | 'plaintext';

/** Something to see at a place of the text; lines and columns count from 1. */
export interface EditorMarker {
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
  readonly line: number;
  readonly column: number;
  readonly endLine?: number;
  readonly endColumn?: number;
}

/** What a document offers at the cursor, in place of the word there or of its own `range`. */
export type EditorCompletions = (
  model: editor.ITextModel,
  position: { readonly lineNumber: number; readonly column: number },
) => readonly (Omit<languages.CompletionItem, 'range'> & { readonly range?: languages.CompletionItem['range'] })[];

interface CodeEditorProps {
  /** Stable name of the document: its undo history and cursor come back with it. */
  readonly path: string;
  readonly value: string;
  readonly language: EditorLanguage;
  readonly label: string;
  readonly onChange?: (value: string) => void;
  readonly readOnly?: boolean;
  readonly markers?: readonly EditorMarker[];
  readonly completions?: EditorCompletions;
  /** The schema of a JSON text, which the editor offers and explains while one types. */
  readonly schema?: unknown;
  /** Called once the editor is there, for what else a screen does with it. */
  readonly onReady?: (instance: editor.IStandaloneCodeEditor, monaco: MonacoApi) => void;
}

/**
 * A text in Monaco. Ctrl+M lets Tab move the focus, as in VS Code. The undo history of a path survives the editor, so that a
 * tab that is left and shown again still undoes.
 */
export function CodeEditor(props: CodeEditorProps) {
  const { monaco, failed } = useMonaco();
  if (failed) return <div className="dim pad-8-12">{strings.codeEditor.editorCouldNotLoaded}</div>;
  if (!monaco) return <div className="dim pad-8-12">{strings.codeEditor.loadingEditor}</div>;
  return <LoadedEditor {...props} monaco={monaco} />;
}

const markerOwner = 'pegboard';

function LoadedEditor({ monaco, ...props }: CodeEditorProps & { readonly monaco: MonacoApi }) {
  const { path, value, language, label, readOnly = false, markers, schema } = props;
  const host = useRef<HTMLDivElement>(null);
  const instance = useRef<editor.IStandaloneCodeEditor>(null);
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    if (!host.current) return;
    const created = monaco.editor.create(host.current, { ...editorOptions, model: null });
    instance.current = created;
    // Monaco waits after this key for a second one: here it opens the palette, as everywhere.
    created.addCommand(monaco.KeyMod.CtrlCmd | monaco.KeyCode.KeyK, () => passOn('k'));
    const changes = created.onDidChangeModelContent(() => {
      const text = created.getValue();
      if (text !== latest.current.value) latest.current.onChange?.(text);
    });
    latest.current.onReady?.(created, monaco);
    return () => {
      noteView(created);
      changes.dispose();
      created.dispose();
      instance.current = null;
    };
  }, [monaco]);

  useEffect(() => {
    const shown = instance.current;
    if (!shown) return;
    const model = modelOf(monaco, path, { value: latest.current.value, language });
    if (shown.getModel() !== model) {
      noteView(shown);
      shown.setModel(model);
      shown.restoreViewState(views.get(path) ?? null);
    }
    const completions = monaco.languages.registerCompletionItemProvider(language, {
      provideCompletionItems: (asked, position) => {
        const items = asked === model ? (latest.current.completions?.(asked, position) ?? []) : [];
        const word = asked.getWordUntilPosition(position);
        const range = new monaco.Range(position.lineNumber, word.startColumn, position.lineNumber, word.endColumn);
        return { suggestions: items.map((item) => ({ range, ...item })) };
      },
    });
    return () => completions.dispose();
  }, [monaco, path, language]);

  useEffect(() => {
    const model = monaco.editor.getModel(uriOf(monaco, path));
    if (!model || model.getValue() === value) return;
    followText(monaco, model, value);
  }, [monaco, path, value]);

  useEffect(() => {
    if (schema !== undefined) return offerSchema(uriOf(monaco, path).toString(), schema);
  }, [monaco, path, schema]);

  useEffect(() => {
    instance.current?.updateOptions({ readOnly, ariaLabel: label });
  }, [readOnly, label]);

  useEffect(() => {
    const model = monaco.editor.getModel(uriOf(monaco, path));
    if (!model) return;
    const severities = { error: 8, warning: 4, info: 2 } as const;
    const shown = (markers ?? []).map(({ severity, message, line, column, endLine, endColumn }) => ({
      severity: severities[severity],
      message,
      startLineNumber: line,
      startColumn: column,
      endLineNumber: endLine ?? line,
      endColumn: endColumn ?? model.getLineMaxColumn(Math.min(line, model.getLineCount())),
    }));
    monaco.editor.setModelMarkers(model, markerOwner, shown);
  }, [monaco, markers, path]);

  return <div ref={host} className={`${styles.editor} fill`} data-testid="code-editor" data-path={path} />;
}

/** A key with Ctrl or ⌘ for the window, as if no editor had the focus. */
function passOn(key: string): void {
  window.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey: !isMac, metaKey: isMac, cancelable: true }));
}

/** Where the cursor and the scroll bar of a document were, by its path. */
const views = new Map<string, editor.ICodeEditorViewState>();

function noteView(shown: editor.IStandaloneCodeEditor): void {
  const model = shown.getModel();
  const state = shown.saveViewState();
  if (model && state) views.set(model.uri.path.replace(/^\//, ''), state);
}

/** Forgets the text of a path with its undo history and cursor: its document was closed. */
export async function forgetEditorText(path: string): Promise<void> {
  views.delete(path);
  const monaco = await loadMonaco();
  monaco.editor.getModel(uriOf(monaco, path))?.dispose();
}

function modelOf(
  monaco: MonacoApi,
  path: string,
  { value, language }: { value: string; language: EditorLanguage },
): editor.ITextModel {
  const uri = uriOf(monaco, path);
  const known = monaco.editor.getModel(uri);
  if (!known) return monaco.editor.createModel(value, language, uri);
  if (known.getLanguageId() !== language) monaco.editor.setModelLanguage(known, language);
  return known;
}

function uriOf(monaco: MonacoApi, path: string) {
  return monaco.Uri.from({ scheme: 'pegboard', path: `/${path}` });
}

/** The last change that came from outside of the editor, a form say, while another can be part of it. */
let lastStep: { readonly model: editor.ITextModel; readonly place: number; readonly timer: number } | null = null;

/** Milliseconds in which what somebody types in one place of a form is one step of the undo history. */
const oneStepMs = 500;

/** Makes the text another by the smallest edit, so that the cursor stays where it is; it is undone by itself, or with the typing before it. */
function followText(monaco: MonacoApi, model: editor.ITextModel, value: string): void {
  const { start, end, text } = smallestEdit(model.getValue(), value);
  const isNext = lastStep?.model === model && (lastStep.place === start || lastStep.place === end);
  if (lastStep) window.clearTimeout(lastStep.timer);
  if (!isNext) model.pushStackElement();
  const range = monaco.Range.fromPositions(model.getPositionAt(start), model.getPositionAt(end));
  model.pushEditOperations([], [{ range, text }], () => null);
  const close = () => {
    lastStep = null;
    if (!model.isDisposed()) model.pushStackElement();
  };
  lastStep = { model, place: start + text.length, timer: window.setTimeout(close, oneStepMs) };
}

function smallestEdit(
  old: string,
  value: string,
): { readonly start: number; readonly end: number; readonly text: string } {
  const shorter = Math.min(old.length, value.length);
  let start = 0;
  while (start < shorter && old[start] === value[start]) start++;
  let end = 0;
  while (end < shorter - start && old[old.length - 1 - end] === value[value.length - 1 - end]) end++;
  return { start, end: old.length - end, text: value.slice(start, value.length - end) };
}
