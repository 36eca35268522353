import { openWorkspace } from '../../platform/this-window.ts';
import { runLastChange } from '../../platform/undo-change.ts';
import { type Command, commandsOf } from '../../state/command.ts';
import { hasChange } from '../../state/undo-store.ts';
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

const act = commandsOf('Evaluate', 'evaluate.');

const workspacePath = () => openWorkspace()?.path ?? '';

/** What can be done on the Evaluate screen. */
export const evaluateCommands: readonly Command[] = [
  act('run', { title: 'Run the evaluation', shortcut: 'r', when: canRun, run: runEvaluation }),
  act('cancel', { title: 'Cancel the evaluation', shortcut: 'x', when: isRunning, run: cancelEvaluation }),
  act('filter', { title: 'Go to the filter', shortcut: '/', run: () => focusEvaluatePlace('filter') }),
  act('table', { title: 'Go to the queries', shortcut: 't', run: () => focusEvaluatePlace('table') }),
  act('details', { title: 'Go to the details', shortcut: 'd', run: () => focusEvaluatePlace('details') }),
  act('open', {
    title: 'Explain the query in the playground',
    shortcut: 'o',
    when: hasCurrentRow,
    run: explainCurrent,
  }),
  act('add', { title: 'Add a golden query…', shortcut: 'a', run: () => useGoldenDialog.getState().open('new') }),
  act('suggest', {
    title: 'Suggest golden queries…',
    shortcut: 's',
    run: () => useGoldenDialog.getState().suggest(),
  }),
  act('edit', { title: 'Change the golden query…', shortcut: 'e', when: hasCurrentRow, run: editCurrent }),
  act('remove', { title: 'Remove the golden query', shortcut: 'delete', when: hasCurrentRow, run: removeCurrent }),
  act('compare', {
    title: 'Compare with a report or another workspace…',
    shortcut: 'c',
    run: () => focusEvaluatePlace('compare'),
  }),
  act('auto', { title: 'Run on change, or by hand', shortcut: 'g', run: toggleRunsOnChange }),
  act('runs', { title: 'Show the last runs', shortcut: 'l', when: hasFinishedRun, run: showRuns }),
  act('keep', { title: 'Keep this run as the baseline', shortcut: 'k', when: hasFinishedRun, run: keepAsBaseline }),
  act('undo', {
    title: 'Undo the last change',
    shortcut: 'u',
    when: () => hasChange('undos', workspacePath()),
    run: () => void runLastChange('undos', workspacePath()),
  }),
];
