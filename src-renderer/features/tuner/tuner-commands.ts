import { type Command, commandsOf } from '../../state/command.ts';
import { canCompare, canMoveFrom, compareFromNow, isTuning, moveChosen, openDialog } from './tuner-model.ts';
import { focusTunerPlace } from './tuner-places.ts';

const command = commandsOf('Always loaded', 'tuner.');

function go(place: Parameters<typeof focusTunerPlace>[0], title: string, shortcut: string): Command {
  return command(`${place}`, { title, shortcut, when: isTuning, run: () => focusTunerPlace(place) });
}

function preset(name: 'large' | 'small', shortcut: string): Command {
  return command(`preset-${name}`, {
    title: `Preset for a ${name} catalog…`,
    shortcut,
    when: isTuning,
    run: () => openDialog(name),
  });
}

/** What can be done in the tuner. */
export const tunerCommands: readonly Command[] = [
  command('to-board', {
    title: 'Always load the selected tools',
    shortcut: 'b',
    when: () => canMoveFrom('drawers'),
    run: () => moveChosen('drawers'),
  }),
  command('to-drawers', {
    title: 'Defer the selected tools',
    shortcut: 'd',
    when: () => canMoveFrom('board'),
    run: () => moveChosen('board'),
  }),
  go('add', 'Add an always-loaded pattern', 'a'),
  go('patterns', 'Go to the patterns', 'p'),
  go('filter', 'Filter the tools of both sides', '/'),
  go('budget', 'Set the budget of the prompt', 'u'),
  command('drop', {
    title: 'Choose what to drop, to fit the budget…',
    shortcut: 'f',
    when: isTuning,
    run: () => openDialog('drop'),
  }),
  go('board', 'Go to the board', 't'),
  go('drawers', 'Go to the drawers', 'r'),
  command('compare', {
    title: 'Compare the prompt with what it is now',
    shortcut: 'm',
    when: canCompare,
    run: compareFromNow,
  }),
  preset('large', 'shift+l'),
  preset('small', 'shift+s'),
];
