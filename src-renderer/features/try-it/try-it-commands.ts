import type { Command } from '../../state/command.ts';
import { useTryItActions } from './try-it-actions.ts';

/** What can be done while a tool is tried. */
export const tryItCommands: readonly Command[] = [
  {
    id: 'try-it.call',
    title: 'Call the tool with these arguments',
    group: 'Try it',
    shortcut: 'mod+enter',
    when: () => useTryItActions.getState().call !== null,
    run: () => useTryItActions.getState().call?.(),
  },
];
