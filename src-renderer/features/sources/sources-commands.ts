import { notifications } from '@mantine/notifications';
import type { SourceSummary } from '#shared/domain/live-source.ts';
import { openWorkspace } from '../../platform/this-window.ts';
import { runLastChange } from '../../platform/undo-change.ts';
import { useAddSource } from '../../state/add-source-store.ts';
import type { Command } from '../../state/command.ts';
import { hasChange } from '../../state/undo-store.ts';
import { copyText } from '../../ui/copy-text.ts';
import { useEditConnection } from './edit-connection-store.ts';
import { useRenameSource } from './rename-source-store.ts';
import { cancelJob, type SourceJob } from './source-jobs.ts';
import { useSourcesActions } from './sources-actions.ts';
import { focusSourcesPlace } from './sources-places.ts';
import type { SourceActs } from './use-source-acts.ts';

const group = 'Sources';

/** A command on the chosen source, there only while it makes sense for it. */
function onSource(
  id: string,
  title: string,
  shortcut: string,
  { when, run }: { when(source: SourceSummary): boolean; run(source: SourceSummary, acts: SourceActs): void },
): Command {
  const chosen = () => {
    const { current, acts } = useSourcesActions.getState();
    const source = current?.source ?? null;
    return source && acts && when(source) ? { source, acts } : null;
  };
  return {
    id: `sources.${id}`,
    title,
    group,
    shortcut,
    when: () => chosen() !== null,
    run: () => {
      const found = chosen();
      if (found) run(found.source, found.acts);
    },
  };
}

/** The same on what is under way for it. */
function onJob(
  id: string,
  title: string,
  shortcut: string,
  { when, run }: { when(job: SourceJob): boolean; run(job: SourceJob, acts: SourceActs): void },
): Command {
  const chosen = () => {
    const { current, acts } = useSourcesActions.getState();
    const job = current?.job ?? null;
    return job && acts && when(job) ? { job, acts } : null;
  };
  return {
    id: `sources.${id}`,
    title,
    group,
    shortcut,
    when: () => chosen() !== null,
    run: () => {
      const found = chosen();
      if (found) run(found.job, found.acts);
    },
  };
}

const isLive = ({ kind }: SourceSummary) => kind !== 'file';

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
  onSource('import', 'Start the source and import it again', 'i', {
    when: isLive,
    run: (source, acts) => acts.importAgain(source),
  }),
  onSource('stop', 'Stop its server', 's', {
    when: ({ state }) => state === 'running',
    run: (source, acts) => void acts.stop(source),
  }),
  onJob('apply', 'Apply the plan', 'p', {
    when: ({ step }) => step.kind === 'review' && step.planned.plan.conflicts.length === 0,
    run: (job, acts) => acts.applyPlan(job),
  }),
  onJob('retry', 'Try the failed import again', 'g', {
    when: ({ step }) => step.kind === 'failed',
    run: (job, acts) => acts.retry(job),
  }),
  onJob('cancel', 'Cancel the import, or discard its plan', 'x', {
    when: () => true,
    run: ({ id }) => cancelJob(id),
  }),
  onSource('rename', 'Rename the source…', 'r', {
    when: () => true,
    run: ({ name }) => useRenameSource.getState().open(name),
  }),
  onSource('edit-connection', 'Edit the connection of the source…', 'm', {
    when: isLive,
    run: ({ name }) => useEditConnection.getState().open(name),
  }),
  onSource('disable', 'Disable the source', 'e', {
    when: ({ enabled }) => enabled,
    run: (source, acts) => void acts.setEnabled(source, false),
  }),
  onSource('enable', 'Enable the source', 'e', {
    when: ({ enabled }) => !enabled,
    run: (source, acts) => void acts.setEnabled(source, true),
  }),
  onSource('remove', 'Remove the source', 'delete', {
    when: () => true,
    run: (source, acts) => void acts.remove(source),
  }),
  onSource('show-tools', 'Show its tools in the catalog', 'o', {
    when: ({ tools, enabled }) => enabled && tools > 0,
    run: (source, acts) => acts.showInCatalog(source),
  }),
  onSource('copy', 'Copy its command line', 'c', {
    when: ({ runs }) => runs !== null,
    run: ({ runs }) => void copyCommand(runs ?? ''),
  }),
  onSource('sign-in', 'Sign in at its server…', 'l', {
    when: ({ sign_in: signIn }) => signIn === 'needed',
    run: (source, acts) => acts.signIn(source),
  }),
  onSource('sign-out', 'Sign out of its server', 'q', {
    when: ({ sign_in: signIn }) => signIn === 'signed_in',
    run: (source, acts) => void acts.signOut(source),
  }),
  {
    id: 'sources.undo',
    title: 'Undo the last change',
    group,
    shortcut: 'u',
    when: () => hasChange('undos', openWorkspace()?.path ?? ''),
    run: () => void runLastChange('undos', openWorkspace()?.path ?? ''),
  },
];

async function copyCommand(runs: string): Promise<void> {
  const isCopied = await copyText(runs);
  notifications.show(
    isCopied
      ? { message: 'Copied the command line.', color: 'green' }
      : { message: 'The system did not let Pegboard write to the clipboard.', color: 'red' },
  );
}
