import { useQuery } from '@tanstack/react-query';
import { create } from 'zustand';
import type { ReviewItem, ToolReview } from '#shared/domain/tool-review.ts';
import { useClient } from '../../platform/client.ts';
import { readWorkspace } from '../../platform/edit-config.ts';
import { thisWindow } from '../../platform/this-window.ts';
import { offerUndo, tellError } from '../../platform/undo-change.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { onOtherWorkspace } from '../../state/open-workspace.ts';
import { inTurn } from '../../state/undo-store.ts';
import { strings } from '../../strings/tool-review.ts';

interface ToolReviewState {
  readonly isOpen: boolean;
  /** Name of the chosen tool; null for the first. */
  readonly chosen: string | null;
  /** The approval of the chosen tool that the user has to confirm; null for none. */
  readonly asked: Decision | null;
}

export const useToolReviewDialog = create<ToolReviewState>()(() => ({ isOpen: false, chosen: null, asked: null }));

export const openToolReview = () => useToolReviewDialog.setState({ isOpen: true, chosen: null, asked: null });
export const closeToolReview = () => useToolReviewDialog.setState({ isOpen: false });
export const chooseReviewed = (chosen: string | null) => useToolReviewDialog.setState({ chosen, asked: null });
export const askedNoMore = () => useToolReviewDialog.setState({ asked: null });
onOtherWorkspace(closeToolReview);

/** What waits for a decision in the open workspace, as its files are now. */
export function useToolReview() {
  const client = useClient();
  const workspace = useWorkspace();
  return useQuery({
    queryKey: ['tool-review', workspace?.path, workspace?.revision],
    queryFn: ({ signal }) => client.approvals.review({ golden: false }, { signal }),
    enabled: workspace !== null && workspace !== undefined,
    placeholderData: (before) => before,
    select: suspiciousFirst,
  });
}

/** Whether an audit finds an attack in the present text, or more than in the approved one. */
export function isAlarming({ change, findings }: Pick<ReviewItem, 'change' | 'findings'>): boolean {
  return change === 'suspicious' || findings.some(({ tier }) => tier === 'hard');
}

/** The review with the items first that an audit finds suspicious. */
function suspiciousFirst(review: ToolReview): ToolReview {
  const items = review.items.toSorted((left, right) => Number(isAlarming(right)) - Number(isAlarming(left)));
  return { ...review, items };
}

/** How many items wait for a decision, how many of them are withheld until then, and how many are suspicious. */
export function waitingOf(items: readonly ReviewItem[]) {
  const waiting = items.filter(({ state }) => state !== 'rejected');
  return {
    waiting: waiting.length,
    withheld: waiting.filter(({ action }) => action === 'quarantine').length,
    suspicious: waiting.filter(isAlarming).length,
  };
}

/** What the golden queries would gain and lose with all of it approved; asked for while the review is shown. */
export function useReviewGolden() {
  const client = useClient();
  const workspace = useWorkspace();
  return useQuery({
    queryKey: ['tool-review-golden', workspace?.path, workspace?.revision],
    queryFn: async ({ signal }) => (await client.approvals.review({ golden: true }, { signal })).golden,
    enabled: workspace !== null && workspace !== undefined,
  });
}

/** A decision about one tool. */
export type Decision = 'approve' | 'keep_text' | 'reject';

/** Whether a decision makes sense for a tool. */
export function mayDecide({ state, can_keep_text }: ReviewItem, decision: Decision): boolean {
  if (decision === 'keep_text') return can_keep_text;
  return decision === 'approve' || (state !== 'removed' && state !== 'rejected');
}

const done = { approve: strings.done.approved, keep_text: strings.done.kept, reject: strings.done.rejected };

/** Decides, but asks first whether a text that an audit finds suspicious is to be approved. */
export function decideWithCare(path: string, items: readonly ReviewItem[], item: ReviewItem, decision: Decision): void {
  if (decision === 'reject' || !isAlarming(item)) decide(path, items, item, decision);
  else if (mayDecide(item, decision)) useToolReviewDialog.setState({ chosen: item.tool, asked: decision });
}

/** Writes a decision; the next tool of the list is the chosen one then. A notice offers to undo it, or shows a failure. */
export function decide(path: string, items: readonly ReviewItem[], item: ReviewItem, decision: Decision): void {
  if (!mayDecide(item, decision)) return;
  const at = items.indexOf(item);
  const next = items[at + 1] ?? items[at - 1];
  void write(path, { [decision]: [item.tool] }, done[decision](item.tool)).then(() =>
    chooseReviewed(next?.tool ?? null),
  );
}

/** Approves every cosmetic change. */
export function approveCosmetic(path: string): void {
  void write(path, { all_cosmetic: true }, strings.done.cosmetic);
}

async function write(workspace: string, decisions: object, text: string): Promise<void> {
  const { client } = thisWindow();
  const context = { context: { workspace } };
  try {
    await inTurn(workspace, async () => {
      const { undo } = await client.approvals.decide(decisions, context);
      if (undo !== null) {
        const takeBack = async () => {
          await client.approvals.undo({ undo }, context);
          await readWorkspace();
          return null;
        };
        offerUndo({ workspace, done: text, undo: takeBack });
      }
      await readWorkspace();
    });
  } catch (error) {
    tellError(error);
  }
}
