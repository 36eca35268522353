import { type Command, commandsOf } from '../../state/command.ts';
import { askWhyNot, useWhyNotStore } from '../../state/why-not-store.ts';

const command = commandsOf('Playground', 'why-not.');

/** What can be done about a tool that a search does not return. */
export const whyNotCommands: readonly Command[] = [
  command('ask', { title: 'Why not …? Ask about a tool', shortcut: 'alt+w', run: () => askWhyNot() }),
  command('apply', {
    title: 'Apply the first suggestion',
    shortcut: 'alt+y',
    when: () => useWhyNotStore.getState().applyFirst !== null,
    run: () => useWhyNotStore.getState().applyFirst?.(),
  }),
  command('copy', {
    title: 'Copy the first suggestion as YAML',
    shortcut: 'alt+l',
    when: () => useWhyNotStore.getState().copyFirst !== null,
    run: () => useWhyNotStore.getState().copyFirst?.(),
  }),
];
