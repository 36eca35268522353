import { type Command, commandsOf } from '../../state/command.ts';
import { askWhyNot, useWhyNotStore } from '../../state/why-not-store.ts';
import { strings } from '../../strings/why-not.ts';

const command = commandsOf(strings.whyNotCommands.playground, 'why-not.');

/** The actions for a tool that a search does not return. */
export const whyNotCommands: readonly Command[] = [
  command('ask', { title: strings.whyNotCommands.askWhyTool, shortcut: 'alt+w', run: () => askWhyNot() }),
  command('apply', {
    title: strings.whyNotCommands.applyFirstSuggestion,
    shortcut: 'alt+y',
    when: () => useWhyNotStore.getState().applyFirst !== null,
    run: () => useWhyNotStore.getState().applyFirst?.(),
  }),
  command('copy', {
    title: strings.whyNotCommands.copyFirstSuggestionYaml,
    shortcut: 'alt+l',
    when: () => useWhyNotStore.getState().copyFirst !== null,
    run: () => useWhyNotStore.getState().copyFirst?.(),
  }),
];
