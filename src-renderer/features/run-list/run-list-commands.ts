import { openWorkspace } from '../../platform/this-window.ts';
import { runLastChange } from '../../platform/undo-change.ts';
import { type Command, commandsOf } from '../../state/command.ts';
import { hasChange } from '../../state/undo-store.ts';
import { strings } from '../../strings/run-list.ts';
import {
  canCompareRuns,
  compareRuns,
  hasCurrentRun,
  markCurrentRun,
  openCurrentRun,
  removeCurrentRun,
} from './run-list-model.ts';
import { focusRunList } from './run-list-places.ts';

const act = commandsOf(strings.runListCommands.history, 'run-list.');

const workspacePath = () => openWorkspace()?.path ?? '';

/** The actions of the list of runs. */
export const runListCommands: readonly Command[] = [
  act('filter', { title: strings.runListCommands.goFilter, shortcut: '/', run: () => focusRunList('filter') }),
  act('table', { title: strings.runListCommands.goRuns, shortcut: 't', run: () => focusRunList('table') }),
  act('open', { title: strings.runListCommands.openRun, shortcut: 'o', when: hasCurrentRun, run: openCurrentRun }),
  act('mark', {
    title: strings.runListCommands.markRunCompare,
    shortcut: 'm',
    when: hasCurrentRun,
    run: markCurrentRun,
  }),
  act('compare', {
    title: strings.runListCommands.compareTwoRuns,
    shortcut: 'c',
    when: canCompareRuns,
    run: compareRuns,
  }),
  act('remove', {
    title: strings.runListCommands.deleteRun,
    shortcut: 'delete',
    when: hasCurrentRun,
    run: removeCurrentRun,
  }),
  act('undo', {
    title: strings.runListCommands.undoLastChange,
    shortcut: 'u',
    when: () => hasChange('undos', workspacePath()),
    run: () => void runLastChange('undos', workspacePath()),
  }),
];
