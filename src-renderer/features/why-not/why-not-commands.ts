import type { Command } from '../../state/command.ts';
import { askWhyNot, useWhyNotStore } from '../../state/why-not-store.ts';

const group = 'Playground';

/** What can be done about a tool that a search does not return. */
export const whyNotCommands: readonly Command[] = [
  { id: 'why-not.ask', title: 'Why not …? Ask about a tool', group, shortcut: 'alt+w', run: () => askWhyNot() },
  {
    id: 'why-not.apply',
    title: 'Apply the first suggestion',
    group,
    shortcut: 'alt+y',
    when: () => useWhyNotStore.getState().applyFirst !== null,
    run: () => useWhyNotStore.getState().applyFirst?.(),
  },
  {
    id: 'why-not.copy',
    title: 'Copy the first suggestion as YAML',
    group,
    shortcut: 'alt+l',
    when: () => useWhyNotStore.getState().copyFirst !== null,
    run: () => useWhyNotStore.getState().copyFirst?.(),
  },
];
