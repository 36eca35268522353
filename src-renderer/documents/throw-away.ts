import type { DraftSummary, KeptDraft } from '#shared/domain/draft.ts';
import type { PegboardClient } from '../platform/client.ts';
import { offerUndo, tellError } from '../platform/undo-change.ts';
import { inTurn } from '../state/undo-store.ts';
import { formatPlural } from '../ui/format-number.ts';
import { type DraftOwner, draftOwnerOf } from './draft-owner.ts';
import { dismissRecoveredDraft, leaveBehind } from './recovered-drafts.ts';

interface ToThrowAway {
  readonly workspace: string;
  readonly drafts: readonly DraftSummary[];
  readonly owners: readonly DraftOwner[];
}

/** Forgets drafts; Undo brings them back, as long as the window lives. */
export function throwAway(client: PegboardClient, toThrowAway: ToThrowAway): Promise<void> {
  return inTurn(toThrowAway.workspace, () => drop(client, toThrowAway));
}

async function drop(client: PegboardClient, { workspace, drafts, owners }: ToThrowAway): Promise<void> {
  const gone: KeptDraft[] = [];
  try {
    for (const { id } of drafts) {
      const at = { workspace, id };
      const draft = await client.drafts.read(at);
      await client.drafts.drop(at);
      if (draft) gone.push(draft);
      draftOwnerOf(owners, id)?.forget?.(at);
      dismissRecoveredDraft(at);
    }
  } catch (error) {
    tellError(error, 'Not thrown away');
  }
  if (gone.length === 0) return;
  const done =
    gone.length === 1
      ? `Threw away the unsaved ${gone[0]?.title}`
      : `Threw away ${formatPlural(gone.length, 'unsaved text')}`;
  const undo = async () => {
    for (const { saved_at: _, ...draft } of gone) {
      const { saved_at } = await client.drafts.put({ workspace, ...draft });
      const kept = { ...draft, saved_at };
      draftOwnerOf(owners, draft.id)?.restore?.(workspace, kept);
      leaveBehind(workspace, kept);
    }
    return null;
  };
  offerUndo({ workspace, done, undo });
}
