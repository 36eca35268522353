import type { DraftAt, KeptDraft } from '#shared/domain/draft.ts';

/**
 * The screen that unsaved text belongs to, found by the beginning of the draft's id. A screen with documents gives `open`; a form
 * whose text is not a document gives `restore` and `forget` too. It is named in `app/routes.ts`.
 */
export interface DraftOwner {
  /** `pack`, of `pack:billing/skills.yaml`. */
  readonly prefix: string;
  /** Goes to the screen and shows it. The text of a document comes by itself: `useDocument` takes the draft. */
  open(at: DraftAt): void;
  /** Puts the text back where it was typed, unless something newer is there. */
  restore?(workspace: string, draft: KeptDraft): void;
  /** It was thrown away. */
  forget?(at: DraftAt): void;
}

export function draftOwnerOf(owners: readonly DraftOwner[], id: string): DraftOwner | null {
  return owners.find(({ prefix }) => id.startsWith(`${prefix}:`)) ?? null;
}
