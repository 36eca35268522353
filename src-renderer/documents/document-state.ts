import type { PegboardError } from '#shared/errors.ts';

/** The text of a file, and the hash that a write must name so that no other change is lost. */
export interface FileText {
  readonly text: string;
  readonly hash: string;
}

/** A text that is open for editing. */
export interface DocumentState {
  /** The version that the editing started from. Its text is unknown for a recovered draft whose file has changed since. */
  readonly base: { readonly text: string | null; readonly hash: string };
  readonly text: string;
  /** The file's new content when it differs from both the starting version and the text: the user chooses. */
  readonly conflict: FileText | null;
  readonly saving: boolean;
  /** Why the last save failed. */
  readonly error: PegboardError | null;
  /** The hash that the disk last reported; a repeated report changes nothing. */
  readonly seen: string;
  /** Hashes of our own saves that the disk has not reported yet. */
  readonly echoes: readonly string[];
}

export function isDirty({ base, text }: Pick<DocumentState, 'base' | 'text'>): boolean {
  return text !== base.text;
}

/** A document as its file has it, or as its draft from before does. */
export function openedDocument(
  disk: FileText,
  draft: { readonly text: string; readonly base_hash: string | null } | null,
): DocumentState {
  const opened: DocumentState = {
    base: disk,
    text: disk.text,
    conflict: null,
    saving: false,
    error: null,
    seen: disk.hash,
    echoes: [],
  };
  if (draft === null || draft.text === disk.text) return opened;
  if (draft.base_hash === disk.hash) return { ...opened, text: draft.text };
  return { ...opened, text: draft.text, base: { text: null, hash: draft.base_hash ?? '' }, conflict: disk };
}

/** The file says this now: what nobody changed follows it, what somebody did waits for a choice. */
export function followedDisk(state: DocumentState, disk: FileText): DocumentState {
  if (disk.hash === state.seen) return state;
  const echo = state.echoes.indexOf(disk.hash);
  // An answer from before our latest save describes an old version of the file.
  const isStale = echo >= 0 && disk.hash !== state.base.hash;
  const heard = { ...state, seen: disk.hash, echoes: state.echoes.slice(echo + 1) };
  if (isStale) return heard;
  if (disk.hash === state.base.hash || disk.text === state.text) {
    return { ...heard, base: disk, conflict: null, error: null };
  }
  if (!isDirty(state)) return { ...heard, base: disk, text: disk.text, conflict: null, error: null };
  return { ...heard, conflict: disk };
}

export function editedText(state: DocumentState, text: string): DocumentState {
  return text === state.text ? state : { ...state, text, error: null };
}

/** `sent` is written, and the file says `saved` now; what was typed meanwhile stays. */
export function savedText(state: DocumentState, sent: string, saved: FileText): DocumentState {
  return {
    ...state,
    base: saved,
    text: state.text === sent ? saved.text : state.text,
    conflict: null,
    saving: false,
    error: null,
    echoes: [...state.echoes, saved.hash].slice(-8),
  };
}

/** Back to what the text was begun with; where that is not known, or the file is another by now, to the file. */
export function revertedText(state: DocumentState): DocumentState {
  if (state.conflict) return tookTheirs(state);
  return state.base.text === null ? state : { ...state, text: state.base.text, error: null };
}

/** The text stays, and is to be written over what the file says now. */
export function keptMine(state: DocumentState): DocumentState {
  return state.conflict ? { ...state, base: state.conflict, conflict: null, error: null } : state;
}

/** The file's text in place of what was typed; the editor's undo brings that back. */
export function tookTheirs(state: DocumentState): DocumentState {
  const { conflict } = state;
  return conflict ? { ...state, base: conflict, text: conflict.text, conflict: null, error: null } : state;
}
