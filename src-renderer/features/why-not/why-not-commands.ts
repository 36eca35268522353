import { flushSync } from 'react-dom';
import type { Command } from '../../state/command.ts';
import { useNavigation } from '../../state/navigation-store.ts';
import { usePlayground } from '../playground/playground-store.ts';
import { useWhyNotStore, whyNotField } from './why-not-store.ts';

/** Opens the panel in the playground: with a tool the question is asked, without one the field waits for a name. */
export function askWhyNot(tool?: string): void {
  if (tool !== undefined) useWhyNotStore.getState().ask(tool);
  flushSync(() => {
    useNavigation.getState().goTo('playground');
    usePlayground.getState().showTab('why-not');
  });
  const field = document.getElementById(whyNotField);
  if (field instanceof HTMLInputElement) {
    field.focus();
    field.select();
  }
}

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
    shortcut: 'alt+c',
    when: () => useWhyNotStore.getState().copyFirst !== null,
    run: () => useWhyNotStore.getState().copyFirst?.(),
  },
];
