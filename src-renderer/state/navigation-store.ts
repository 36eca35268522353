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

/** The screen of a new window. */
const firstScreen = 'playground';

/** Where the user is: the feature on screen and the dialog over it. The address of the page follows, see `followAddress`. */
export const useNavigation = create<Navigation>()((set) => ({
  feature: screenInHash(globalThis.location?.hash ?? '') ?? firstScreen,
  dialog: null,
  goTo: (feature) => set({ feature }),
  openDialog: (dialog) => set({ dialog }),
  closeDialog: () => set({ dialog: null }),
}));

/** The screen that the fragment of an address names (`#/catalog`), or null. */
export function screenInHash(hash: string): string | null {
  return /^#\/([a-z-]+)$/.exec(hash)?.[1] ?? null;
}

/**
 * Writes the screen into the address, so that a reload comes back to it, and Back and Forward move between screens. Returns how to
 * stop.
 */
export function followAddress(): () => void {
  const onPop = () => useNavigation.setState({ feature: screenInHash(window.location.hash) ?? firstScreen });
  window.addEventListener('popstate', onPop);
  const stop = useNavigation.subscribe(({ feature }, { feature: before }) => {
    const shown = screenInHash(window.location.hash) ?? firstScreen;
    if (feature !== before && feature !== shown) window.history.pushState(null, '', `#/${feature}`);
  });
  return () => {
    window.removeEventListener('popstate', onPop);
    stop();
  };
}
