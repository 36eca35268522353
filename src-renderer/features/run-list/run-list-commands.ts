import { openWorkspace } from '../../platform/this-window.ts';
import { runLastChange } from '../../platform/undo-change.ts';
import { type Command, commandsOf } from '../../state/command.ts';
import { hasChange } from '../../state/undo-store.ts';
import {
  canCompareRuns,
  compareRuns,
  hasCurrentRun,
  markCurrentRun,
  openCurrentRun,
  removeCurrentRun,
} from './run-list-model.ts';
import { focusRunList } from './run-list-places.ts';

const act = commandsOf('History', 'run-list.');

const workspacePath = () => openWorkspace()?.path ?? '';

/** What can be done with the list of runs. */
export const runListCommands: readonly Command[] = [
  act('filter', { title: 'Go to the filter', shortcut: '/', run: () => focusRunList('filter') }),
  act('table', { title: 'Go to the runs', shortcut: 't', run: () => focusRunList('table') }),
  act('open', { title: 'Open the run', shortcut: 'o', when: hasCurrentRun, run: openCurrentRun }),
  act('mark', { title: 'Mark the run to compare it', shortcut: 'm', when: hasCurrentRun, run: markCurrentRun }),
  act('compare', { title: 'Compare two runs', shortcut: 'c', when: canCompareRuns, run: compareRuns }),
  act('remove', { title: 'Delete the run', shortcut: 'delete', when: hasCurrentRun, run: removeCurrentRun }),
  act('undo', {
    title: 'Undo the last change',
    shortcut: 'u',
    when: () => hasChange('undos', workspacePath()),
    run: () => void runLastChange('undos', workspacePath()),
  }),
];
