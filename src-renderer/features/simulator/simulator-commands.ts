import { documentCommands } from '../../documents/document-commands.ts';
import type { Command } from '../../state/command.ts';
import { type SimulatorActions, useSimulatorActions } from './simulator-actions.ts';
import { focusSimulatorPlace, type SimulatorPlace } from './simulator-places.ts';
import type { StepTab } from './simulator-store.ts';

const group = 'Simulator';

function act(
  id: string,
  title: string,
  shortcut: string,
  key: Exclude<keyof SimulatorActions, 'showTab' | 'addResult'>,
): Command {
  return {
    id: `simulator.${id}`,
    title,
    group,
    shortcut,
    when: () => useSimulatorActions.getState()[key] !== null,
    run: () => useSimulatorActions.getState()[key]?.(),
  };
}

/** An arrow moves through time, except where it has a meaning of its own. */
function move(id: string, title: string, shortcut: string, key: 'next' | 'previous' | 'first' | 'last'): Command {
  const command = act(id, title, shortcut, key);
  const owners = '[role=tablist], [role=radiogroup], [role=separator], [role=slider], [role=menu], input, select';
  return { ...command, when: () => !document.activeElement?.closest(owners) && (command.when?.() ?? true) };
}

function place(title: string, shortcut: string, where: SimulatorPlace): Command {
  return {
    id: `simulator.to-${where}`,
    title,
    group,
    shortcut,
    when: () => useSimulatorActions.getState().newScenario !== null,
    run: () => focusSimulatorPlace(where),
  };
}

function tab(which: StepTab, title: string, shortcut: string): Command {
  return {
    id: `simulator.tab-${which}`,
    title,
    group,
    shortcut,
    when: () => useSimulatorActions.getState().showTab !== null,
    run: () => useSimulatorActions.getState().showTab?.(which),
  };
}

/** What can be done on the Simulator screen. */
export const simulatorCommands: readonly Command[] = [
  ...documentCommands,
  act('run', 'Run the scenario', 'mod+enter', 'run'),
  act('cancel', 'Cancel the run', 'x', 'cancel'),
  act('approve', 'Approve the call that waits', 'a', 'approve'),
  act('refuse', 'Refuse the call that waits', 'r', 'refuse'),
  move('next', 'Next step', 'arrowright', 'next'),
  move('previous', 'Previous step', 'arrowleft', 'previous'),
  move('first', 'First step', 'home', 'first'),
  move('last', 'Last step', 'end', 'last'),
  act('next-activation', 'Next activation', 'j', 'nextActivation'),
  act('previous-activation', 'Previous activation', 'k', 'previousActivation'),
  act('compare-step', 'Compare the prompt with the step before, or with the second run', 'v', 'compareStep'),
  tab('step', 'Show what the step did', '1'),
  tab('prompt', 'Show the prompt of the step', '2'),
  tab('tools', 'Show the visible tools', '3'),
  tab('messages', 'Show the messages', '4'),
  tab('memory', 'Show the working memory', '5'),
  tab('cache', 'Show the cache offsets', '6'),
  tab('run', 'Show the result of the run', '7'),
  place('Go to the film', 'f', 'film'),
  place('Go to the step', 't', 'step'),
  place('Go to the scenarios', 'l', 'scenarios'),
  place('Go to what the user says', 'q', 'query'),
  place('Go to the text of the scenario', 'e', 'source'),
  place('Choose the profile', 'p', 'profile'),
  place('Choose what to compare with', 'c', 'second'),
  act('source', 'Show or hide the scenario', 'h', 'toggleSource'),
  act('steps', 'Edit the scenario as steps, or as source', 'b', 'toggleSteps'),
  act('interactive', 'Ask at a pause, or end there', 'i', 'toggleInteractive'),
  act('golden', 'Write the golden trace', 'g', 'writeGolden'),
  act('live', 'Let the live model play, or the scripts', 'm', 'toggleLive'),
  act('recording', 'Save the run as a scenario…', 's', 'saveRecording'),
  act('new', 'New scenario…', 'n', 'newScenario'),
  act('duplicate', 'Duplicate the scenario…', 'd', 'duplicate'),
  act('remove', 'Delete the scenario', 'delete', 'remove'),
];
