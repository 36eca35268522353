import { useNavigation } from '../../state/navigation-store.ts';
import { useReadyScreen } from '../../state/screen-ready.ts';
import type { Route } from '../routes.ts';
import { type KeyPress, matchesShortcut } from './keymap.ts';

/** Keys of the screen on its way, in their order: each is tried again when its data came. */
let waiting: readonly (() => void)[] = [];

useReadyScreen.subscribe(({ ready }) => {
  if (ready === null || ready !== useNavigation.getState().feature) return;
  const due = waiting;
  waiting = [];
  // After the effects that say what the keys do.
  setTimeout(() => {
    for (const press of due) press();
  });
});
useNavigation.subscribe(({ feature, dialog }, before) => {
  if (feature !== before.feature || dialog !== null) waiting = [];
});

/** Whether a key is one of a screen whose data is on its way; then `press` is called when it came. */
export function waitForScreen(
  { id, commands, waitsForData }: Pick<Route, 'id' | 'commands' | 'waitsForData'>,
  press: KeyPress,
  { isMac, again }: { isMac: boolean; again: () => void },
): boolean {
  if (!waitsForData || useReadyScreen.getState().ready === id) return false;
  const isItsKey = commands.some(({ shortcut }) => shortcut !== undefined && matchesShortcut(shortcut, press, isMac));
  if (isItsKey) waiting = [...waiting, again];
  return isItsKey;
}
