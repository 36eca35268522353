import { type Command, commandsOf } from '../../state/command.ts';
import { strings } from '../../strings/health.ts';
import { places } from './health-model.ts';

const command = commandsOf(strings.healthCommands.health, 'health.');
const focus = (id: string) => () => document.getElementById(id)?.focus();

/** The actions for the health of the tools. */
export const healthCommands: readonly Command[] = [
  command('findings', { title: strings.healthCommands.goToFindings, shortcut: 't', run: focus(places.findings) }),
  command('pairs', { title: strings.healthCommands.goConfusablePairs, shortcut: 'r', run: focus(places.pairs) }),
];
