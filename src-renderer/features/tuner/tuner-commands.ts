import type { Command } from '../../state/command.ts';
import { useTunerActions } from './tuner-actions.ts';
import { focusTunerPlace } from './tuner-places.ts';

const group = 'Tuner';
const actions = () => useTunerActions.getState();
const moveFrom = (side: 'board' | 'drawers') => actions().moveFrom?.(side) ?? null;

function go(place: Parameters<typeof focusTunerPlace>[0], title: string, shortcut: string): Command {
  return {
    id: `tuner.${place}`,
    title,
    group,
    shortcut,
    when: () => actions().openPreset !== null,
    run: () => focusTunerPlace(place),
  };
}

function preset(name: 'large' | 'small', shortcut: string): Command {
  return {
    id: `tuner.preset-${name}`,
    title: `Preset for a ${name} catalog…`,
    group,
    shortcut,
    when: () => actions().openPreset !== null,
    run: () => actions().openPreset?.(name),
  };
}

/** What can be done in the tuner. */
export const tunerCommands: readonly Command[] = [
  {
    id: 'tuner.to-board',
    title: 'Put the chosen tools on the board',
    group,
    shortcut: 'b',
    when: () => moveFrom('drawers') !== null,
    run: () => moveFrom('drawers')?.(),
  },
  {
    id: 'tuner.to-drawers',
    title: 'Put the chosen tools into drawers',
    group,
    shortcut: 'd',
    when: () => moveFrom('board') !== null,
    run: () => moveFrom('board')?.(),
  },
  go('add', 'Add an always-loaded pattern', 'a'),
  go('patterns', 'Go to the patterns', 'p'),
  go('filter', 'Filter the tools of both sides', '/'),
  go('budget', 'Set the budget of the prompt', 'u'),
  {
    id: 'tuner.drop',
    title: 'Choose what to drop, to fit the budget…',
    group,
    shortcut: 'f',
    when: () => actions().openDrop !== null,
    run: () => actions().openDrop?.(),
  },
  go('board', 'Go to the board', 't'),
  go('drawers', 'Go to the drawers', 'r'),
  {
    id: 'tuner.compare',
    title: 'Compare the prompt with what it is now',
    group,
    shortcut: 'm',
    when: () => actions().compareFromNow !== null,
    run: () => actions().compareFromNow?.(),
  },
  preset('large', 'shift+l'),
  preset('small', 'shift+s'),
];
