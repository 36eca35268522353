import { create } from 'zustand';

/** What the dialog asks a name for: a new profile that starts from another one, or another name of one. */
export type ProfileQuestion =
  | { readonly kind: 'new'; readonly from: string | null }
  | { readonly kind: 'rename'; readonly name: string };

interface ProfileDialog {
  readonly question: ProfileQuestion | null;
  ask(question: ProfileQuestion): void;
  close(): void;
}

export const useProfileDialog = create<ProfileDialog>()((set) => ({
  question: null,
  ask: (question) => set({ question }),
  close: () => set({ question: null }),
}));
