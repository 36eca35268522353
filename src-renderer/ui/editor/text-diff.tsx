import type { editor } from 'monaco-editor/editor/editor.api';
import { useEffect, useRef } from 'react';
import { strings } from '../../strings/ui.ts';
import type { MonacoApi } from '../monaco/load-monaco.ts';
import type { EditorLanguage } from './code-editor.tsx';
import styles from './editor.module.css';
import { editorOptions } from './editor-options.ts';
import { useMonaco } from './use-monaco.ts';

interface TextDiffProps {
  readonly before: string;
  readonly after: string;
  readonly language: EditorLanguage;
  readonly label: string;
  /** Side by side, or one text with both. */
  readonly split: boolean;
  /** Fold what is equal. */
  readonly onlyChanges: boolean;
  readonly onReady?: (instance: editor.IStandaloneDiffEditor, monaco: MonacoApi) => void;
}

/** What Monaco would work out for every line or change of two long texts, and nobody uses where both are read only. */
const withoutWork: editor.IDiffEditorConstructionOptions = {
  renderGutterMenu: false,
  renderMarginRevertIcon: false,
  bracketPairColorization: { enabled: false },
  matchBrackets: 'never',
  folding: false,
  occurrencesHighlight: 'off',
  selectionHighlight: false,
};

/** How the two texts are laid out. */
function shapeOf({ split, onlyChanges }: Pick<TextDiffProps, 'split' | 'onlyChanges'>): editor.IDiffEditorOptions {
  return {
    renderSideBySide: split,
    useInlineViewWhenSpaceIsLimited: false,
    hideUnchangedRegions: { enabled: onlyChanges },
  };
}

/** Ends a comparison. Monaco would let one that is under way go on, and fail for want of its texts. */
function endComparison(comparison: editor.IDiffEditorViewModel | null): void {
  // Monaco's widget lets go of it in its next turn.
  setTimeout(() => {
    comparison?.dispose();
    comparison?.model.original.dispose();
    comparison?.model.modified.dispose();
  });
}

/** Two texts and what differs, in Monaco, read only. */
export function TextDiff(props: TextDiffProps) {
  const { monaco, failed } = useMonaco();
  if (failed) return <div className="dim pad-8-12">{strings.textDiff.editorCouldNotLoaded}</div>;
  if (!monaco) return <div className="dim pad-8-12">{strings.textDiff.loadingEditor}</div>;
  return <LoadedDiff {...props} monaco={monaco} />;
}

function LoadedDiff({ monaco, ...props }: TextDiffProps & { readonly monaco: MonacoApi }) {
  const { before, after, language, label, split, onlyChanges } = props;
  const host = useRef<HTMLDivElement>(null);
  const instance = useRef<editor.IStandaloneDiffEditor>(null);
  const comparison = useRef<editor.IDiffEditorViewModel>(null);
  const onReady = useRef(props.onReady);
  onReady.current = props.onReady;
  const shape = useRef(shapeOf(props));
  shape.current = shapeOf(props);

  useEffect(() => {
    if (!host.current) return;
    const created = monaco.editor.createDiffEditor(host.current, {
      ...editorOptions,
      ...withoutWork,
      // From the start: folding later would lay all lines out twice.
      ...shape.current,
      readOnly: true,
      originalEditable: false,
      renderOverviewRuler: false,
      maxComputationTime: 5000,
    });
    instance.current = created;
    onReady.current?.(created, monaco);
    return () => {
      // With its texts still shown, what folds them would be made anew while the editor ends, and fail.
      created.setModel(null);
      created.dispose();
      endComparison(comparison.current);
      comparison.current = null;
      instance.current = null;
    };
  }, [monaco]);

  useEffect(() => {
    const shown = instance.current;
    if (!shown) return;
    const last = comparison.current;
    comparison.current = shown.createViewModel({
      original: monaco.editor.createModel(before, language),
      modified: monaco.editor.createModel(after, language),
    });
    shown.setModel(comparison.current);
    endComparison(last);
  }, [monaco, before, after, language]);

  useEffect(() => {
    instance.current?.updateOptions(shapeOf({ split, onlyChanges }));
    // As one text the original is laid out without wrapping, and Monaco leaves it so.
    instance.current
      ?.getOriginalEditor()
      .updateOptions({ ariaLabel: strings.textDiff.before(label), wordWrapOverride2: split ? 'inherit' : 'off' });
    instance.current?.getModifiedEditor().updateOptions({ ariaLabel: strings.textDiff.after(label) });
  }, [split, onlyChanges, label]);

  return <div ref={host} className={`${styles.editor} fill`} data-testid="text-diff" />;
}
