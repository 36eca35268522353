import { documentCommands } from '../../documents/document-commands.ts';
import type { Command } from '../../state/command.ts';
import {
  askDuplicate,
  askNewScenario,
  canCompareStep,
  cancelRuns,
  canMove,
  canRemove,
  canWriteGolden,
  compareStep,
  giveWord,
  goToPlace,
  hasRecording,
  hasRun,
  hasScenario,
  isApprovalAsked,
  isRunning,
  isShown,
  type Move,
  moveInFilm,
  removeShown,
  runScenario,
  saveRecording,
  showTab,
  toggleInteractive,
  toggleLive,
  toggleSource,
  toggleSteps,
  writeGolden,
} from './simulator-model.ts';
import type { SimulatorPlace } from './simulator-places.ts';
import type { StepTab } from './simulator-store.ts';

const group = 'Simulator';

function act(id: string, title: string, shortcut: string, run: () => void, when: () => boolean): Command {
  return { id: `simulator.${id}`, title, group, shortcut, when, run };
}

const timeOwners = '[role=tablist], [role=radiogroup], [role=separator], [role=slider], [role=menu], input, select';

/** An arrow moves through time, except where it has a meaning of its own. */
function move(where: Move, title: string, shortcut: string): Command {
  const isOwned = () => document.activeElement?.closest(timeOwners) != null;
  return act(
    where,
    title,
    shortcut,
    () => moveInFilm(where),
    () => !isOwned() && canMove(where),
  );
}

function place(title: string, shortcut: string, where: SimulatorPlace): Command {
  return act(`to-${where}`, title, shortcut, () => goToPlace(where), isShown);
}

function tab(which: StepTab, title: string, shortcut: string): Command {
  return act(`tab-${which}`, title, shortcut, () => showTab(which), hasRun);
}

/** What can be done on the Simulator screen. */
export const simulatorCommands: readonly Command[] = [
  ...documentCommands,
  act('run', 'Run the scenario', 'mod+enter', runScenario, hasScenario),
  act('cancel', 'Cancel the run', 'x', cancelRuns, isRunning),
  act('approve', 'Approve the call that waits', 'a', () => giveWord(true), isApprovalAsked),
  act('refuse', 'Refuse the call that waits', 'r', () => giveWord(false), isApprovalAsked),
  move('next', 'Next step', 'arrowright'),
  move('previous', 'Previous step', 'arrowleft'),
  move('first', 'First step', 'home'),
  move('last', 'Last step', 'end'),
  act(
    'next-activation',
    'Next activation',
    'j',
    () => moveInFilm('next-activation'),
    () => canMove('next-activation'),
  ),
  act(
    'previous-activation',
    'Previous activation',
    'k',
    () => moveInFilm('previous-activation'),
    () => canMove('previous-activation'),
  ),
  act(
    'compare-step',
    'Compare the prompt with the step before, or with the second run',
    'v',
    compareStep,
    canCompareStep,
  ),
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
  act('source', 'Show or hide the scenario', 'h', toggleSource, hasScenario),
  act('steps', 'Edit the scenario as steps, or as source', 'b', toggleSteps, hasScenario),
  act('interactive', 'Ask at a pause, or end there', 'i', toggleInteractive, hasScenario),
  act('golden', 'Write the golden trace', 'g', writeGolden, canWriteGolden),
  act('live', 'Let the live model play, or the scripts', 'm', toggleLive, hasScenario),
  act('recording', 'Save the run as a scenario…', 's', saveRecording, hasRecording),
  act('new', 'New scenario…', 'n', askNewScenario, isShown),
  act('duplicate', 'Duplicate the scenario…', 'd', askDuplicate, hasScenario),
  act('remove', 'Delete the scenario', 'delete', removeShown, canRemove),
];
