import { create } from 'zustand';
import type { DraftAt } from '#shared/domain/draft.ts';
import { PegboardError } from '#shared/errors.ts';
import type { PegboardClient } from '../platform/client.ts';
import { tryWaitingActs } from '../platform/screen-acts.ts';
import { useUnsavedWorkStore } from '../state/unsaved-work.ts';
import { strings } from '../strings/documents.ts';
import { visibleString } from '../ui/hidden-characters.ts';
import { toPegboardError } from '../ui/pegboard-error.ts';
import {
  type DocumentState,
  editedText,
  type FileText,
  followedDisk,
  isDirty,
  keptMine,
  openedDocument,
  revertedText,
  savedText,
  tookTheirs,
} from './document-state.ts';
import { draftJournal, draftKey, draftTarget } from './draft-journal.ts';
import { findRecoveredDrafts, takeRecoveredDraft } from './recovered-drafts.ts';

interface Documents {
  /** Open documents by `draftKey`, in all workspaces: their text outlives every screen. */
  readonly documents: Readonly<Record<string, DocumentState>>;
  /** The one whose bar is on screen: what the commands act on. */
  readonly shown: string | null;
  /** Whether the differences of the one on screen are shown. */
  readonly isComparing: boolean;
}

export const useDocuments = create<Documents>()(() => ({ documents: {}, shown: null, isComparing: false }));

useDocuments.subscribe(tryWaitingActs);

/** The latest state of a screen's document. */
export interface DocumentHome extends DraftAt {
  readonly client: PegboardClient;
  readonly title: string;
  readonly path: string;
  save(text: string, expectedHash: string): Promise<FileText>;
  /** Asks for the file anew, after a write was refused because it is another by now. */
  reload?(): unknown;
}

const homes = new Map<string, DocumentHome>();
const disks = new Map<string, FileText>();

/** Notes what the screen says of its document and what the file says: opens it, or follows the file. */
export function followDocument(home: DocumentHome, disk: FileText | null): void {
  const key = draftKey(home);
  homes.set(key, home);
  if (!disk) return;
  const isOpening = disks.has(key);
  disks.set(key, disk);
  if (documentAt(key)) change(key, (state) => followedDisk(state, disk));
  else if (!isOpening) void open(key, home);
}

async function open(key: string, home: DocumentHome): Promise<void> {
  const { client, workspace, id } = home;
  await findRecoveredDrafts(client, workspace);
  const draft = await takeRecoveredDraft(client, { workspace, id }).catch(() => null);
  const disk = disks.get(key);
  if (!disk) return;
  const opened = openedDocument(disk, draft);
  useDocuments.setState(({ documents }) => ({ documents: { ...documents, [key]: opened } }));
  if (draft) noteDraft(key, opened);
  guard(key, opened);
}

export function documentAt(key: string): DocumentState | undefined {
  return useDocuments.getState().documents[key];
}

export const editDocument = (key: string, text: string) => change(key, (state) => editedText(state, text));
/** Makes another text of what a document says now; null, or why not, in a sentence. */
export function editDocumentBy(key: string, make: (text: string) => string): string | null {
  const state = documentAt(key);
  if (!state) return strings.documentStore.fileHasNotBeen;
  try {
    editDocument(key, make(state.text));
    return null;
  } catch (error) {
    const { message, hint } = toPegboardError(error);
    return hint === undefined ? message : `${message} ${hint}`;
  }
}

export const revertDocument = (key: string) => change(key, revertedText);
export const takeTheirsOf = (key: string) => change(key, tookTheirs);

/** Writes what was typed over what the file says now. */
export function keepMineOf(key: string): Promise<void> {
  change(key, keptMine);
  return saveDocument(key);
}

/** Documents that were to be saved again while they were being saved. */
const again = new Set<string>();

/**
 * Saves what is not saved; does nothing while a choice is open. What fails is in the document's
 * `error`. Where another workspace is open by now, a file of the same name in that one is left alone, and the text stays a draft.
 */
export async function saveDocument(key: string): Promise<void> {
  const [state, home] = [documentAt(key), homes.get(key)];
  if (!state || !home || state.conflict || !isDirty(state)) return;
  if (state.saving) return void again.add(key);
  const { text, base } = state;
  change(key, (now) => ({ ...now, saving: true, error: null }));
  try {
    if ((await home.client.workspace.current())?.path !== home.workspace) {
      again.delete(key);
      const error = useDocuments.getState().shown === key ? otherWorkspace(home) : null;
      return change(key, (now) => ({ ...now, saving: false, error }));
    }
    const saved = await home.save(text, base.hash);
    change(key, (now) => savedText(now, text, saved));
    if (again.delete(key)) await saveDocument(key);
  } catch (error) {
    const problem = toPegboardError(error);
    again.delete(key);
    change(key, (now) => ({ ...now, saving: false, error: problem }));
    if (problem.code === 'file_changed') homes.get(key)?.reload?.();
  }
}

function otherWorkspace({ title }: DocumentHome): PegboardError {
  return new PegboardError('workspace_not_found', strings.documentStore.wasNotSaved(title), {
    hint: strings.documentStore.textIsKeptOpen,
  });
}

/** Forgets a document that has nothing unsaved; one that has stays, and is there when it is opened again. */
export function releaseDocument(key: string): boolean {
  const state = documentAt(key);
  if (state && (isDirty(state) || state.saving)) return false;
  useDocuments.setState(({ documents: { [key]: _, ...documents } }) => ({ documents }));
  homes.delete(key);
  disks.delete(key);
  return true;
}

/** Forgets a document with all that is not saved: what it was the text of is gone. */
export function discardDocument(at: DraftAt): void {
  revertDocument(draftKey(at));
  releaseDocument(draftKey(at));
}

/** The file was renamed: its document, with what is not saved, goes by the new name. */
export function renameDocument(at: DraftAt, to: Pick<DocumentHome, 'id' | 'title' | 'path'>): void {
  const [key, next] = [draftKey(at), draftKey({ ...at, id: to.id })];
  const [state, home, disk] = [documentAt(key), homes.get(key), disks.get(key)];
  if (!state || !home || !disk) return;
  homes.set(next, { ...home, ...to });
  disks.set(next, disk);
  useDocuments.setState(({ documents }) => ({ documents: { ...documents, [next]: state } }));
  // The file under its new name is news, whatever it says.
  change(next, (now) => ({ ...now, seen: '' }));
  discardDocument(at);
}

function change(key: string, work: (state: DocumentState) => DocumentState): void {
  const before = documentAt(key);
  if (!before) return;
  const after = work(before);
  if (after === before) return;
  useDocuments.setState(({ documents }) => ({ documents: { ...documents, [key]: after } }));
  if (isDirty(after) || isDirty(before)) noteDraft(key, after);
  guard(key, after);
}

function noteDraft(key: string, state: DocumentState): void {
  const home = homes.get(key);
  if (!home) return;
  const { client, workspace, id, title, path } = home;
  const facts = () => ({ title, path, base_hash: documentAt(key)?.base.hash ?? null });
  draftJournal.note(key, draftTarget(client, { workspace, id }, facts), isDirty(state) ? state.text : null);
}

/** The window asks before it closes while there is unsaved text. */
function guard(key: string, state: DocumentState): void {
  const name = `document ${key}`;
  const sentence = strings.documentStore.notSavedYet(visibleString(homes.get(key)?.title ?? ''));
  const { work } = useUnsavedWorkStore.getState();
  if (isDirty(state) === (work[name] === sentence)) return;
  const { [name]: _, ...others } = work;
  useUnsavedWorkStore.setState({ work: isDirty(state) ? { ...others, [name]: sentence } : others });
}
