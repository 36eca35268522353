import { create } from 'zustand';
import type { Command } from '../../state/command.ts';

/** What the advice on screen offers; null while there is none. */
export const useFixOnScreen = create<{ readonly run: (() => void) | null }>()(() => ({ run: null }));

/** What can be done about the advice on screen: for every screen that shows advice. */
export const fixCommands: readonly Command[] = [
  {
    id: 'advice.follow',
    title: 'Do what the advice says',
    group: 'Workspace',
    shortcut: 'alt+o',
    when: () => useFixOnScreen.getState().run !== null,
    run: () => useFixOnScreen.getState().run?.(),
  },
];
