import { documentCommands } from '../../documents/document-commands.ts';
import type { Command } from '../../state/command.ts';
import { strings } from '../../strings/simulator.ts';
import {
  askDuplicate,
  askNewScenario,
  canCompareStep,
  cancelRuns,
  canMove,
  canRemove,
  canRun,
  canWriteGolden,
  compareStep,
  giveWord,
  goToPlace,
  hasFile,
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

const group = strings.simulatorCommands.simulator;

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

/** The actions of the Simulator screen. */
export const simulatorCommands: readonly Command[] = [
  ...documentCommands,
  act('run', strings.simulatorCommands.runScenario, 'mod+enter', runScenario, canRun),
  act('cancel', strings.simulatorCommands.cancelRun, 'x', cancelRuns, isRunning),
  act('approve', strings.simulatorCommands.approveWaitingCall, 'a', () => giveWord(true), isApprovalAsked),
  act('refuse', strings.simulatorCommands.refuseWaitingCall, 'r', () => giveWord(false), isApprovalAsked),
  move('next', strings.simulatorCommands.nextStep, 'arrowright'),
  move('previous', strings.simulatorCommands.previousStep, 'arrowleft'),
  move('first', strings.simulatorCommands.firstStep, 'home'),
  move('last', strings.simulatorCommands.lastStep, 'end'),
  act(
    'next-activation',
    strings.simulatorCommands.nextActivation,
    'j',
    () => moveInFilm('next-activation'),
    () => canMove('next-activation'),
  ),
  act(
    'previous-activation',
    strings.simulatorCommands.previousActivation,
    'k',
    () => moveInFilm('previous-activation'),
    () => canMove('previous-activation'),
  ),
  act('compare-step', strings.simulatorCommands.comparePromptWithPrevious, 'v', compareStep, canCompareStep),
  tab('step', strings.simulatorCommands.showStep, '1'),
  tab('prompt', strings.simulatorCommands.showPromptStep, '2'),
  tab('tools', strings.simulatorCommands.showVisibleTools, '3'),
  tab('messages', strings.simulatorCommands.showMessages, '4'),
  tab('memory', strings.simulatorCommands.showWorkingMemory, '5'),
  tab('cache', strings.simulatorCommands.showCacheOffsets, '6'),
  tab('run', strings.simulatorCommands.showResultRun, '7'),
  place(strings.simulatorCommands.goToTimeline, 'f', 'film'),
  place(strings.simulatorCommands.goStep, 't', 'step'),
  place(strings.simulatorCommands.goScenarios, 'l', 'scenarios'),
  place(strings.simulatorCommands.goToUserMessage, 'q', 'query'),
  place(strings.simulatorCommands.goTextScenario, 'e', 'source'),
  place(strings.simulatorCommands.chooseProfile, 'p', 'profile'),
  place(strings.simulatorCommands.chooseProfileToCompare, 'c', 'second'),
  act('source', strings.simulatorCommands.showHideScenario, 'h', toggleSource, hasFile),
  act('steps', strings.simulatorCommands.switchBetweenSteps, 'b', toggleSteps, hasScenario),
  act('interactive', strings.simulatorCommands.turnPauseForApproval, 'i', toggleInteractive, hasScenario),
  act('golden', strings.simulatorCommands.writeGoldenTrace, 'g', writeGolden, canWriteGolden),
  act('live', strings.simulatorCommands.turnLiveModel, 'm', toggleLive, hasScenario),
  act('recording', strings.simulatorCommands.saveRunScenario, 's', saveRecording, hasRecording),
  act('new', strings.simulatorCommands.newScenario, 'n', askNewScenario, isShown),
  act('duplicate', strings.simulatorCommands.duplicateScenario, 'd', askDuplicate, hasFile),
  act('remove', strings.simulatorCommands.deleteScenario, 'delete', removeShown, canRemove),
];
