import { areActsUnderWay, inOrder } from '../../platform/screen-acts.ts';
import { openWorkspace } from '../../platform/this-window.ts';
import { runLastChange } from '../../platform/undo-change.ts';
import { useAddSource } from '../../state/add-source-store.ts';
import type { Command } from '../../state/command.ts';
import { hasChange } from '../../state/undo-store.ts';
import { strings } from '../../strings/sources.ts';
import { sourceActs } from './sources-model.ts';
import { focusSourcesPlace } from './sources-places.ts';
import { openToolReview } from './tool-review-model.ts';

const group = strings.sourcesCommands.sources;

/** A command on the current line, there only while it makes sense for it. */
const onRow = (id: string, title: string, shortcut: string, { can, run }: typeof sourceActs.stop): Command => ({
  id: `sources.${id}`,
  title,
  group,
  shortcut,
  when: can,
  run: () => run(),
});

/** The actions of the Sources screen. */
export const sourcesCommands: readonly Command[] = [
  {
    id: 'sources.add',
    title: strings.sourcesCommands.addSource,
    group,
    shortcut: 'a',
    run: () => useAddSource.getState().open(),
  },
  {
    id: 'sources.add-command',
    title: strings.sourcesCommands.addSourceWithCommand,
    group,
    run: () => useAddSource.getState().open('command'),
  },
  {
    id: 'sources.add-address',
    title: strings.sourcesCommands.addSourceWithAddress,
    group,
    run: () => useAddSource.getState().open('address'),
  },
  {
    id: 'sources.table',
    title: strings.sourcesCommands.goSources,
    group,
    shortcut: 't',
    run: () => focusSourcesPlace('table'),
  },
  {
    id: 'sources.details',
    title: strings.sourcesCommands.goDetails,
    group,
    shortcut: 'd',
    run: () => focusSourcesPlace('details'),
  },
  {
    id: 'sources.review',
    title: strings.sourcesCommands.reviewTools,
    group,
    shortcut: 'v',
    run: openToolReview,
  },
  onRow('import', strings.sourcesCommands.startSourceImportAgain, 'i', sourceActs.importAgain),
  onRow('stop', strings.sourcesCommands.stopServer, 's', sourceActs.stop),
  onRow('apply', strings.sourcesCommands.applyPlan, 'p', sourceActs.apply),
  onRow('retry', strings.sourcesCommands.retryFailedImport, 'g', sourceActs.retry),
  onRow('cancel', strings.sourcesCommands.cancelImportDiscardIts, 'x', sourceActs.cancel),
  onRow('rename', strings.sourcesCommands.renameSource, 'r', sourceActs.rename),
  onRow('edit-connection', strings.sourcesCommands.editConnectionSource, 'm', sourceActs.editConnection),
  onRow('toggle', strings.sourcesCommands.disableOrEnableSource, 'e', sourceActs.toggle),
  onRow('remove', strings.sourcesCommands.removeSource, 'delete', sourceActs.remove),
  onRow('show-tools', strings.sourcesCommands.showToolsOfSource, 'o', sourceActs.showTools),
  onRow('copy', strings.sourcesCommands.copyCommandLine, 'c', sourceActs.copy),
  onRow('sign-in', strings.sourcesCommands.signInToServer, 'l', sourceActs.signIn),
  onRow('sign-out', strings.sourcesCommands.signOutOfServer, 'q', sourceActs.signOut),
  {
    id: 'sources.undo',
    title: strings.sourcesCommands.undoLastChange,
    group,
    shortcut: 'u',
    when: () => areActsUnderWay() || hasChange('undos', openWorkspace()?.path ?? ''),
    run: () => inOrder(() => runLastChange('undos', openWorkspace()?.path ?? '')),
  },
];
