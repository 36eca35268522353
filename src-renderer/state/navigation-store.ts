import { create } from 'zustand';

/** Dialogs of the shell; at most one is open. */
export type ShellDialog =
  | 'open-workspace'
  | 'new-workspace'
  | 'switch-workspace'
  | 'problems'
  | 'help'
  | 'unsaved-text';

interface Navigation {
  readonly feature: string;
  readonly dialog: ShellDialog | null;
  goTo(feature: string): void;
  openDialog(dialog: ShellDialog): void;
  closeDialog(): void;
}

/** Where the user is: the feature on screen and the dialog over it. */
export const useNavigation = create<Navigation>()((set) => ({
  feature: 'playground',
  dialog: null,
  goTo: (feature) => set({ feature }),
  openDialog: (dialog) => set({ dialog }),
  closeDialog: () => set({ dialog: null }),
}));
