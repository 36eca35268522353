import { type Command, commandsOf } from '../../state/command.ts';
import { places } from './health-model.ts';

const command = commandsOf('Health', 'health.');
const focus = (id: string) => () => document.getElementById(id)?.focus();

/** What can be done about the health of the tools. */
export const healthCommands: readonly Command[] = [
  command('findings', { title: 'Go to what is wrong', shortcut: 't', run: focus(places.findings) }),
  command('pairs', { title: 'Go to the confusable pairs', shortcut: 'r', run: focus(places.pairs) }),
];
