import { openWorkspace } from '../../platform/this-window.ts';
import { runLastChange } from '../../platform/undo-change.ts';
import { type Command, commandsOf } from '../../state/command.ts';
import { hasChange } from '../../state/undo-store.ts';
import { strings } from '../../strings/evaluate.ts';
import {
  cancelEvaluation,
  canRun,
  editCurrent,
  explainCurrent,
  hasCurrentRow,
  hasFinishedRun,
  isRunning,
  keepAsBaseline,
  removeCurrent,
  runEvaluation,
  showRuns,
  toggleRunsOnChange,
} from './evaluate-acts.ts';
import { focusEvaluatePlace } from './evaluate-places.ts';
import { useGoldenDialog } from './golden-dialog-store.ts';

const act = commandsOf(strings.evaluateCommands.evaluate, 'evaluate.');

const workspacePath = () => openWorkspace()?.path ?? '';

/** The actions of the Evaluate screen. */
export const evaluateCommands: readonly Command[] = [
  act('run', { title: strings.evaluateCommands.runEvaluation, shortcut: 'r', when: canRun, run: runEvaluation }),
  act('cancel', {
    title: strings.evaluateCommands.cancelEvaluation,
    shortcut: 'x',
    when: isRunning,
    run: cancelEvaluation,
  }),
  act('filter', { title: strings.evaluateCommands.goFilter, shortcut: '/', run: () => focusEvaluatePlace('filter') }),
  act('table', { title: strings.evaluateCommands.goQueries, shortcut: 't', run: () => focusEvaluatePlace('table') }),
  act('details', {
    title: strings.evaluateCommands.goDetails,
    shortcut: 'd',
    run: () => focusEvaluatePlace('details'),
  }),
  act('open', {
    title: strings.evaluateCommands.explainQueryPlayground,
    shortcut: 'o',
    when: hasCurrentRow,
    run: explainCurrent,
  }),
  act('add', {
    title: strings.evaluateCommands.addGoldenQuery,
    shortcut: 'a',
    run: () => useGoldenDialog.getState().open('new'),
  }),
  act('suggest', {
    title: strings.evaluateCommands.suggestGoldenQueries,
    shortcut: 's',
    run: () => useGoldenDialog.getState().suggest(),
  }),
  act('edit', {
    title: strings.evaluateCommands.changeGoldenQuery,
    shortcut: 'e',
    when: hasCurrentRow,
    run: editCurrent,
  }),
  act('remove', {
    title: strings.evaluateCommands.removeGoldenQuery,
    shortcut: 'delete',
    when: hasCurrentRow,
    run: removeCurrent,
  }),
  act('compare', {
    title: strings.evaluateCommands.compareWithReport,
    shortcut: 'c',
    run: () => focusEvaluatePlace('compare'),
  }),
  act('auto', { title: strings.evaluateCommands.turnRunOnChange, shortcut: 'g', run: toggleRunsOnChange }),
  act('runs', { title: strings.evaluateCommands.showLastRuns, shortcut: 'l', when: hasFinishedRun, run: showRuns }),
  act('keep', {
    title: strings.evaluateCommands.setThisRun,
    shortcut: 'k',
    when: hasFinishedRun,
    run: keepAsBaseline,
  }),
  act('undo', {
    title: strings.evaluateCommands.undoLastChange,
    shortcut: 'u',
    when: () => hasChange('undos', workspacePath()),
    run: () => void runLastChange('undos', workspacePath()),
  }),
];
