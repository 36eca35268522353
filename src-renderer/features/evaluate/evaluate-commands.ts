import { undoChange } from '../../platform/undo-change.ts';
import type { Command } from '../../state/command.ts';
import { lastChange } from '../../state/undo-store.ts';
import { type EvaluateActions, useEvaluateActions } from './evaluate-actions.ts';
import { focusEvaluatePlace } from './evaluate-places.ts';
import { useGoldenDialog } from './golden-dialog-store.ts';

const group = 'Evaluate';

function act(id: string, title: string, shortcut: string, key: Exclude<keyof EvaluateActions, 'workspace'>): Command {
  return {
    id: `evaluate.${id}`,
    title,
    group,
    shortcut,
    when: () => useEvaluateActions.getState()[key] !== null,
    run: () => useEvaluateActions.getState()[key]?.(),
  };
}

const undoable = () => {
  const { workspace } = useEvaluateActions.getState();
  return workspace === null ? null : lastChange('undos', workspace);
};

/** What can be done on the Evaluate screen. */
export const evaluateCommands: readonly Command[] = [
  act('run', 'Run the evaluation', 'r', 'run'),
  act('cancel', 'Cancel the evaluation', 'x', 'cancel'),
  { id: 'evaluate.filter', title: 'Go to the filter', group, shortcut: '/', run: () => focusEvaluatePlace('filter') },
  { id: 'evaluate.table', title: 'Go to the queries', group, shortcut: 't', run: () => focusEvaluatePlace('table') },
  {
    id: 'evaluate.details',
    title: 'Go to the details',
    group,
    shortcut: 'd',
    run: () => focusEvaluatePlace('details'),
  },
  act('open', 'Explain the query in the playground', 'o', 'openRow'),
  {
    id: 'evaluate.add',
    title: 'Add a golden query…',
    group,
    shortcut: 'a',
    run: () => useGoldenDialog.getState().open('new'),
  },
  act('edit', 'Change the golden query…', 'e', 'editRow'),
  act('remove', 'Remove the golden query', 'delete', 'removeRow'),
  {
    id: 'evaluate.compare',
    title: 'Compare with a report or another workspace…',
    group,
    shortcut: 'c',
    run: () => focusEvaluatePlace('compare'),
  },
  act('keep', 'Keep this run as the baseline', 'k', 'keepBaseline'),
  {
    id: 'evaluate.undo',
    title: 'Undo the last change',
    group,
    shortcut: 'u',
    when: () => undoable() !== null,
    run: () => {
      const change = undoable();
      if (change) void undoChange(change.id);
    },
  },
];
