import type { editor } from 'monaco-editor/editor/editor.api';
import { monospace } from '../monospace.ts';

/** How every editor of ours looks: dense, no map, wrapped lines, hidden characters shown. */
export const editorOptions: editor.IEditorOptions & editor.IGlobalEditorOptions = {
  automaticLayout: true,
  fontSize: 12.5,
  fontFamily: monospace,
  lineHeight: 19,
  minimap: { enabled: false },
  scrollBeyondLastLine: false,
  wordWrap: 'on',
  renderLineHighlight: 'line',
  // The number of a dimmed last line has too little contrast.
  renderFinalNewline: 'on',
  renderWhitespace: 'selection',
  overviewRulerLanes: 0,
  tabSize: 2,
  insertSpaces: true,
  links: false,
  stickyScroll: { enabled: false },
  scrollbar: { alwaysConsumeMouseWheel: false },
  unicodeHighlight: { invisibleCharacters: true, ambiguousCharacters: true },
  quickSuggestions: { other: true, strings: true, comments: false },
  fixedOverflowWidgets: true,
};
