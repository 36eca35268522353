import { create } from 'zustand';
import type { DraftAt, DraftSummary, KeptDraft } from '#shared/domain/draft.ts';
import type { PegboardClient } from '../platform/client.ts';
import { toPegboardError } from '../platform/pegboard-error.ts';
import { tellError } from '../platform/undo-change.ts';

interface LeftBehind {
  /** Drafts from before this window began, by path of the workspace; what is opened or thrown away leaves it. */
  readonly drafts: Readonly<Record<string, readonly DraftSummary[]>>;
}

export const useLeftBehind = create<LeftBehind>()(() => ({ drafts: {} }));

const asked = new Map<string, Promise<void>>();

/** Looks once a window for what was left behind in a workspace. Whoever lets somebody type waits for it first. */
export function findLeftBehind(client: PegboardClient, workspace: string): Promise<void> {
  const known = asked.get(workspace);
  if (known) return known;
  const finding = untilConnected(() => client.drafts.list({ workspace })).then(
    (drafts) => setLeftBehind(workspace, drafts),
    (error: unknown) => {
      asked.delete(workspace);
      tellError(error, 'Unsaved text from before could not be looked for');
    },
  );
  asked.set(workspace, finding);
  return finding;
}

export function isLeftBehind({ workspace, id }: DraftAt): boolean {
  return useLeftBehind.getState().drafts[workspace]?.some((draft) => draft.id === id) ?? false;
}

/** The draft with its text, from here on in the hands of who asked; null when there is none. */
export async function takeLeftBehind(client: PegboardClient, at: DraftAt): Promise<KeptDraft | null> {
  if (!isLeftBehind(at)) return null;
  const draft = await untilConnected(() => client.drafts.read(at));
  dismissLeftBehind(at);
  return draft;
}

/** Offers it no longer. */
export function dismissLeftBehind({ workspace, id }: DraftAt): void {
  const drafts = useLeftBehind.getState().drafts[workspace] ?? [];
  setLeftBehind(
    workspace,
    drafts.filter((draft) => draft.id !== id),
  );
}

/** Offers a draft again. */
export function leaveBehind(workspace: string, { text, ...draft }: KeptDraft): void {
  dismissLeftBehind({ workspace, id: draft.id });
  setLeftBehind(workspace, [{ ...draft, length: text.length }, ...(useLeftBehind.getState().drafts[workspace] ?? [])]);
}

/** A lost connection is no answer: the next call waits for the next one. */
async function untilConnected<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (toPegboardError(error).code !== 'disconnected') throw error;
    }
  }
}

function setLeftBehind(workspace: string, drafts: readonly DraftSummary[]): void {
  useLeftBehind.setState((state) => ({ drafts: { ...state.drafts, [workspace]: drafts } }));
}
