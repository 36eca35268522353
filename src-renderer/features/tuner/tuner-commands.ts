import { type Command, commandsOf } from '../../state/command.ts';
import { strings } from '../../strings/tuner.ts';
import { canCompare, canMoveFrom, compareFromNow, isTuning, moveChosen, openDialog } from './tuner-model.ts';
import { focusTunerPlace } from './tuner-places.ts';

const command = commandsOf(strings.tunerCommands.alwaysLoaded, 'tuner.');

function go(place: Parameters<typeof focusTunerPlace>[0], title: string, shortcut: string): Command {
  return command(`${place}`, { title, shortcut, when: isTuning, run: () => focusTunerPlace(place) });
}

function preset(name: 'large' | 'small', shortcut: string): Command {
  return command(`preset-${name}`, {
    title: strings.tunerCommands.applyPreset[name],
    shortcut,
    when: isTuning,
    run: () => openDialog(name),
  });
}

/** The actions of the tuner. */
export const tunerCommands: readonly Command[] = [
  command('to-board', {
    title: strings.tunerCommands.alwaysLoadSelectedTools,
    shortcut: 'b',
    when: () => canMoveFrom('drawers'),
    run: () => moveChosen('drawers'),
  }),
  command('to-drawers', {
    title: strings.tunerCommands.deferSelectedTools,
    shortcut: 'd',
    when: () => canMoveFrom('board'),
    run: () => moveChosen('board'),
  }),
  go('add', strings.tunerCommands.addAlwaysLoadedPattern, 'a'),
  go('patterns', strings.tunerCommands.goPatterns, 'p'),
  go('filter', strings.tunerCommands.filterToolsOnBoth, '/'),
  go('budget', strings.tunerCommands.setPromptBudget, 'u'),
  command('drop', {
    title: strings.tunerCommands.chooseToolsToDefer,
    shortcut: 'f',
    when: isTuning,
    run: () => openDialog('drop'),
  }),
  command('propose', {
    title: strings.tunerCommands.proposeFromUse,
    shortcut: 'o',
    when: isTuning,
    run: () => openDialog('proposal'),
  }),
  go('board', strings.tunerCommands.goToAlwaysLoaded, 't'),
  go('drawers', strings.tunerCommands.goToDeferredTools, 'r'),
  command('compare', {
    title: strings.tunerCommands.setCurrentPrompt,
    shortcut: 'm',
    when: canCompare,
    run: compareFromNow,
  }),
  preset('large', 'shift+l'),
  preset('small', 'shift+s'),
];
