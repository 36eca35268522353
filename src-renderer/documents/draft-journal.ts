import type { DraftAt, PutDraftInput } from '#shared/domain/draft.ts';
import type { PegboardClient } from '../platform/client.ts';
import { tellError } from '../platform/undo-change.ts';
import { strings } from '../strings/documents.ts';
import { toPegboardError } from '../ui/pegboard-error.ts';
import { Journal, type JournalTarget } from './journal.ts';

/** The one journal of this window: whatever is typed and not saved goes through it. */
export const draftJournal = new Journal({
  now: () => performance.now(),
  later: (work, ms) => {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
  onTrouble: (error) => {
    // A lost connection is shown by its own banner; the journal goes on when there is one.
    if (error === null || toPegboardError(error).code === 'disconnected') return;
    tellError(error, strings.draftJournal.pegboardCannotKeepUnsaved);
  },
});

/** Writes what waits when the window goes, or may go; returns how to stop that. */
export function flushWhenHidden(): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  window.addEventListener('pagehide', () => draftJournal.flush(), { signal });
  document.addEventListener('visibilitychange', () => document.hidden && draftJournal.flush(), { signal });
  return () => listening.abort();
}

/** One key for a thing of a workspace: of a document, of a draft. */
export function draftKey({ workspace, id }: DraftAt): string {
  return JSON.stringify([workspace, id]);
}

/** Where a draft is written to. `facts` is asked at each write: what the text was begun with may have changed. */
export function draftTarget(
  client: PegboardClient,
  at: DraftAt,
  facts: () => Pick<PutDraftInput, 'title' | 'path' | 'base_hash'>,
): JournalTarget {
  return {
    put: (text) => client.drafts.put({ ...at, ...facts(), text }),
    drop: () => client.drafts.drop(at),
  };
}
