import { create } from 'zustand';
import type { DraftAt, DraftSummary, KeptDraft } from '#shared/domain/draft.ts';
import type { PegboardClient } from '../platform/client.ts';
import { tellError } from '../platform/undo-change.ts';
import { strings } from '../strings/documents.ts';
import { toPegboardError } from '../ui/pegboard-error.ts';

interface RecoveredDrafts {
  /** Drafts from before this window began, by path of the workspace; what is opened or thrown away leaves it. */
  readonly drafts: Readonly<Record<string, readonly DraftSummary[]>>;
}

export const useRecoveredDrafts = create<RecoveredDrafts>()(() => ({ drafts: {} }));

const asked = new Map<string, Promise<void>>();

/** Looks once a window for what was left behind in a workspace. Whoever lets somebody type waits for it first. */
export function findRecoveredDrafts(client: PegboardClient, workspace: string): Promise<void> {
  const known = asked.get(workspace);
  if (known) return known;
  const finding = untilConnected(() => client.drafts.list({ workspace })).then(
    (drafts) => setRecoveredDrafts(workspace, drafts),
    (error: unknown) => {
      asked.delete(workspace);
      tellError(error, strings.recoveredDrafts.pegboardCouldNotLook);
    },
  );
  asked.set(workspace, finding);
  return finding;
}

export function isRecovered({ workspace, id }: DraftAt): boolean {
  return useRecoveredDrafts.getState().drafts[workspace]?.some((draft) => draft.id === id) ?? false;
}

/** The draft with its text, from here on in the hands of who asked; null when there is none. */
export async function takeRecoveredDraft(client: PegboardClient, at: DraftAt): Promise<KeptDraft | null> {
  if (!isRecovered(at)) return null;
  const draft = await untilConnected(() => client.drafts.read(at));
  dismissRecoveredDraft(at);
  return draft;
}

/** Offers it no longer. */
export function dismissRecoveredDraft({ workspace, id }: DraftAt): void {
  const drafts = useRecoveredDrafts.getState().drafts[workspace] ?? [];
  setRecoveredDrafts(
    workspace,
    drafts.filter((draft) => draft.id !== id),
  );
}

/** Offers a draft again. */
export function leaveBehind(workspace: string, { text, ...draft }: KeptDraft): void {
  dismissRecoveredDraft({ workspace, id: draft.id });
  setRecoveredDrafts(workspace, [
    { ...draft, length: text.length },
    ...(useRecoveredDrafts.getState().drafts[workspace] ?? []),
  ]);
}

/** A lost connection is not an answer: the next call waits for a new connection. */
async function untilConnected<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (toPegboardError(error).code !== 'disconnected') throw error;
    }
  }
}

function setRecoveredDrafts(workspace: string, drafts: readonly DraftSummary[]): void {
  useRecoveredDrafts.setState((state) => ({ drafts: { ...state.drafts, [workspace]: drafts } }));
}
