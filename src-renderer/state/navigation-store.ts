import { create } from 'zustand';

/** Dialogs of the shell; at most one is open. */
export type ShellDialog =
  | 'open-workspace'
  | 'new-workspace'
  | 'switch-workspace'
  | 'problems'
  | 'help'
  | 'changes'
  | 'unsaved-text';

interface Navigation {
  readonly feature: string;
  /** Screens in the order of their last visit, the current one first. */
  readonly visited: readonly string[];
  readonly dialog: ShellDialog | null;
  goTo(feature: string): void;
  openDialog(dialog: ShellDialog): void;
  closeDialog(): void;
}

/** The screen of a new window. */
const firstScreen = 'home';

/** Where the user is: the feature on screen and the dialog over it. The address of the page follows, see `followAddress`. */
export const useNavigation = create<Navigation>()((set) => ({
  feature: firstScreen,
  visited: [firstScreen],
  dialog: null,
  goTo: (feature) =>
    set(({ visited }) => ({ feature, visited: [feature, ...visited.filter((screen) => screen !== feature)] })),
  openDialog: (dialog) => set({ dialog }),
  closeDialog: () => set({ dialog: null }),
}));
