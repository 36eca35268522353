import { areActsUnderWay, inOrder } from '../../platform/screen-acts.ts';
import { openWorkspace } from '../../platform/this-window.ts';
import { runLastChange } from '../../platform/undo-change.ts';
import { useAddSource } from '../../state/add-source-store.ts';
import type { Command } from '../../state/command.ts';
import { hasChange } from '../../state/undo-store.ts';
import { sourceActs } from './sources-model.ts';
import { focusSourcesPlace } from './sources-places.ts';

const group = 'Sources';

/** A command on the current line, there only while it makes sense for it. */
const onRow = (id: string, title: string, shortcut: string, { can, run }: typeof sourceActs.stop): Command => ({
  id: `sources.${id}`,
  title,
  group,
  shortcut,
  when: can,
  run: () => run(),
});

/** What can be done on the Sources screen. */
export const sourcesCommands: readonly Command[] = [
  { id: 'sources.add', title: 'Add a source…', group, shortcut: 'a', run: () => useAddSource.getState().open() },
  {
    id: 'sources.add-command',
    title: 'Add a source by its command…',
    group,
    run: () => useAddSource.getState().open('command'),
  },
  {
    id: 'sources.add-address',
    title: 'Add a source by its address…',
    group,
    run: () => useAddSource.getState().open('address'),
  },
  { id: 'sources.table', title: 'Go to the sources', group, shortcut: 't', run: () => focusSourcesPlace('table') },
  { id: 'sources.details', title: 'Go to the details', group, shortcut: 'd', run: () => focusSourcesPlace('details') },
  onRow('import', 'Start the source and import it again', 'i', sourceActs.importAgain),
  onRow('stop', 'Stop its server', 's', sourceActs.stop),
  onRow('apply', 'Apply the plan', 'p', sourceActs.apply),
  onRow('retry', 'Try the failed import again', 'g', sourceActs.retry),
  onRow('cancel', 'Cancel the import, or discard its plan', 'x', sourceActs.cancel),
  onRow('rename', 'Rename the source…', 'r', sourceActs.rename),
  onRow('edit-connection', 'Edit the connection of the source…', 'm', sourceActs.editConnection),
  onRow('toggle', 'Disable the source, or enable it', 'e', sourceActs.toggle),
  onRow('remove', 'Remove the source', 'delete', sourceActs.remove),
  onRow('show-tools', 'Show its tools in the catalog', 'o', sourceActs.showTools),
  onRow('copy', 'Copy its command line', 'c', sourceActs.copy),
  onRow('sign-in', 'Sign in at its server…', 'l', sourceActs.signIn),
  onRow('sign-out', 'Sign out of its server', 'q', sourceActs.signOut),
  {
    id: 'sources.undo',
    title: 'Undo the last change',
    group,
    shortcut: 'u',
    when: () => areActsUnderWay() || hasChange('undos', openWorkspace()?.path ?? ''),
    run: () => inOrder(() => runLastChange('undos', openWorkspace()?.path ?? '')),
  },
];
