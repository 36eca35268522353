import { create } from 'zustand';

/** A text of fields that is not written yet. */
interface ProfileDraft {
  readonly workspace: string;
  readonly profile: string;
  readonly text: string;
  /** What the file said when the draft was begun. */
  readonly base: string;
}

interface ProfileDrafts {
  readonly drafts: readonly ProfileDraft[];
  /** Notes the text of a profile; one that is what the file says is no draft. */
  note(draft: ProfileDraft): void;
  drop(workspace: string, profile: string): void;
}

/** Drafts outlive the screen, so that a look at another one loses nothing. */
export const useProfileDrafts = create<ProfileDrafts>()((set) => ({
  drafts: [],
  note: (draft) =>
    set(({ drafts }) => {
      const known = drafts.find((one) => isOf(one, draft.workspace, draft.profile));
      const others = drafts.filter((one) => one !== known);
      const base = known?.base ?? draft.base;
      return { drafts: draft.text === draft.base ? others : [...others, { ...draft, base }] };
    }),
  drop: (workspace, profile) =>
    set(({ drafts }) => ({ drafts: drafts.filter((one) => !isOf(one, workspace, profile)) })),
}));

export function isOf(draft: ProfileDraft, workspace: string, profile: string): boolean {
  return draft.workspace === workspace && draft.profile === profile;
}
