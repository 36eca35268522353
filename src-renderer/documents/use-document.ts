import { useEffect, useMemo } from 'react';
import type { PegboardError } from '#shared/errors.ts';
import { useClient } from '../platform/client.ts';
import { useWorkspace } from '../platform/workspace-query.ts';
import type { EditorLanguage } from '../ui/editor/code-editor.tsx';
import { leaveDocument } from './autosave.ts';
import { type FileText, isDirty } from './document-state.ts';
import {
  editDocument,
  followDocument,
  keepMineOf,
  revertDocument,
  saveDocument,
  takeTheirsOf,
  useDocuments,
} from './document-store.ts';
import { draftKey } from './draft-journal.ts';

export interface DocumentOptions {
  /** `pack:billing/skills.yaml`: what it is, a colon, and which one. */
  readonly id: string;
  readonly title: string;
  /** Path of the file, relative to the workspace. */
  readonly path: string;
  /** The content of the file as last read; null while that is not known, or when the file is gone. */
  readonly disk: FileText | null;
  readonly language: EditorLanguage;
  /** Writes the file when it is still the expected one (else: error `file_changed`), and says what is in it now. */
  save(text: string, expectedHash: string): Promise<FileText>;
  /** Reads `disk` anew; called when a write was refused. */
  reload?(): unknown;
}

/** A text that is open for editing, as a screen sees it. */
export interface OpenDocument {
  /** Names it in this window, across workspaces. */
  readonly key: string;
  readonly id: string;
  readonly title: string;
  readonly path: string;
  readonly language: EditorLanguage;
  /** False until the text is known; show no editor before. */
  readonly ready: boolean;
  readonly text: string;
  readonly dirty: boolean;
  readonly saving: boolean;
  readonly error: PegboardError | null;
  /** The file's new content when it differs from both the starting version and the text. */
  readonly conflict: FileText | null;
  /** The version that the editing started from; null when it is no longer known. */
  readonly baseText: string | null;
  edit(text: string): void;
  save(): Promise<void>;
  revert(): void;
  keepMine(): Promise<void>;
  takeTheirs(): void;
}

/**
 * Opens a document and keeps it: its text outlives the screen, is journaled while it is not saved, and follows the file until
 * somebody types. Call it on whatever shows the text; the next call with the same id finds it as it was left.
 */
export function useDocument(options: DocumentOptions): OpenDocument {
  const { id, title, path, language, disk } = options;
  const client = useClient();
  const workspace = useWorkspace()?.path ?? '';
  const key = draftKey({ workspace, id });
  const state = useDocuments(({ documents }) => documents[key]);

  // After each render: a save that starts later, by a key or by itself, goes by what the screen said last.
  useEffect(() => {
    if (workspace !== '') followDocument({ ...options, client, workspace }, disk);
  });
  useEffect(() => () => leaveDocument(key), [key]);

  return useMemo(
    () => ({
      key,
      id,
      title,
      path,
      language,
      ready: state !== undefined,
      text: state?.text ?? '',
      dirty: state !== undefined && isDirty(state),
      saving: state?.saving ?? false,
      error: state?.error ?? null,
      conflict: state?.conflict ?? null,
      baseText: state?.base.text ?? null,
      edit: (text) => editDocument(key, text),
      save: () => saveDocument(key),
      revert: () => revertDocument(key),
      keepMine: () => keepMineOf(key),
      takeTheirs: () => takeTheirsOf(key),
    }),
    [key, id, title, path, language, state],
  );
}
