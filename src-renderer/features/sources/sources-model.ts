import { notifications } from '@mantine/notifications';
import { create } from 'zustand';
import type { SourceSummary } from '#shared/domain/live-source.ts';
import type { McpConnection } from '#shared/domain/mcp-connection.ts';
import { readWorkspace, undoOfEdit } from '../../platform/edit-config.ts';
import { screenActs } from '../../platform/screen-acts.ts';
import { readSources, sourcesQuery } from '../../platform/source-watch.ts';
import { known, thisWindow } from '../../platform/this-window.ts';
import { offerUndo, tellError, tellRemoved } from '../../platform/undo-change.ts';
import { onOtherWorkspace } from '../../state/open-workspace.ts';
import { remembered } from '../../state/remembered.ts';
import { rowForKey } from '../../state/selection.ts';
import { showToolsOf, sourceKey, useSourcesView } from '../../state/sources-view.ts';
import { inTurn } from '../../state/undo-store.ts';
import { strings } from '../../strings/sources.ts';
import { copyText } from '../../ui/copy-text.ts';
import {
  applyJob,
  cancelJob,
  cancelJobsOf,
  retryJob,
  type SourceJob,
  startJob,
  startSignIn,
  useSourceJobs,
} from './source-jobs.ts';
import { chosenRow, type SourceRow, sourceRows } from './source-rows.ts';

/** The lines of the list of one workspace. */
export const shownRows = remembered(
  ({ sources, jobs, path }: { sources: readonly SourceSummary[]; jobs: readonly SourceJob[]; path: string }) =>
    sourceRows(
      sources,
      jobs.filter(({ workspace }) => workspace === path),
    ),
);

/** The tree of the catalog does the same to a source as the list of this screen. */
const acts = screenActs(['sources', 'catalog'], ({ path }) => {
  const sources = known(sourcesQuery);
  if (sources === null) return null;
  const rows = shownRows({ sources, jobs: useSourceJobs.getState().jobs, path });
  return { path, rows, current: currentOf(path, rows) };
});

type Ready = NonNullable<ReturnType<typeof acts.now>>;

const currentOf = (path: string, rows: readonly SourceRow[]) =>
  chosenRow(rows, useSourcesView.getState().selected[path]);

/** Chooses a line by a key of the list. Whether it was one. */
export function pressInSources(key: string): boolean {
  if (rowForKey(key, 0, 1, 1) === null || key.startsWith('Page')) return false;
  acts.do(({ path, rows, current }) => {
    const row = rows[rowForKey(key, current ? rows.indexOf(current) : -1, rows.length, 1) ?? -1];
    if (row) useSourcesView.getState().select(path, row.key);
  });
  return true;
}

/** Something that can be done to what a line shows. */
interface RowAct {
  /** Whether it can be done to the current line, or may be. */
  can(): boolean;
  /** Whether it can be done to this line. */
  fits(row: SourceRow): boolean;
  /** Does it to the line of a key; without a key, to the one that is current when its turn comes. */
  run(key?: string): void;
}

/** `pick` gives what of a line the act is about; null where it does not make sense for it. */
function rowAct<Thing>(pick: (row: SourceRow) => Thing | null, act: (thing: Thing, ready: Ready) => unknown): RowAct {
  const found = ({ rows, current }: Ready, key?: string) => {
    const row = key === undefined ? current : rows.find((one) => one.key === key);
    return row ? pick(row) : null;
  };
  return {
    can: () => acts.mayBe((ready) => found(ready) !== null),
    fits: (row) => pick(row) !== null,
    run: (key) =>
      acts.do((ready) => {
        const thing = found(ready, key);
        return thing && act(thing, ready);
      }),
  };
}

const sourceIf = (test: (source: SourceSummary) => boolean) => (row: SourceRow) =>
  row.source && test(row.source) ? row.source : null;
const jobIf = (test: (job: SourceJob) => boolean) => (row: SourceRow) => (row.job && test(row.job) ? row.job : null);
const isLive = ({ kind }: SourceSummary) => kind !== 'file';
const always = () => true;

/** Everything that can be done to a line of the list. A notice shows a failure. */
export const sourceActs = {
  importAgain: rowAct(sourceIf(isLive), ({ name }, { path }) => importSource(path, name)),
  stop: rowAct(
    sourceIf(({ state }) => state === 'running'),
    ({ name }) => void telling(thisWindow().client.sources.stop({ name })),
  ),
  apply: rowAct(
    jobIf(({ step }) => step.kind === 'review' && step.planned.plan.conflicts.length === 0),
    ({ id }) => applyJob(id),
  ),
  retry: rowAct(
    jobIf(({ step }) => step.kind === 'failed'),
    ({ id }) => retryJob(id),
  ),
  cancel: rowAct(jobIf(always), ({ id }) => cancelJob(id)),
  rename: rowAct(sourceIf(always), ({ name }) => openSourceDialog({ kind: 'rename', name })),
  editConnection: rowAct(sourceIf(isLive), ({ name }) => openSourceDialog({ kind: 'connection', name })),
  toggle: rowAct(sourceIf(always), ({ name, enabled }, { path }) => setEnabled(path, name, !enabled)),
  remove: rowAct(sourceIf(always), remove),
  showTools: rowAct(
    sourceIf(({ tools, enabled }) => enabled && tools > 0),
    ({ name }, { path }) => showToolsOf(path, name),
  ),
  copy: rowAct(
    sourceIf(({ runs }) => runs !== null),
    ({ runs }) => void copyCommand(runs ?? ''),
  ),
  signIn: rowAct(
    sourceIf(({ sign_in: signIn }) => signIn === 'needed'),
    ({ name }, { path }) => {
      startSignIn({ workspace: path, source: name, connection: null });
      select(path, name);
    },
  ),
  signOut: rowAct(
    sourceIf(({ sign_in: signIn }) => signIn === 'signed_in'),
    ({ name }) => void telling(thisWindow().client.sources.signOut({ name })),
  ),
};

/** The dialog about a source that is open. */
interface SourceDialog {
  readonly kind: 'rename' | 'connection';
  readonly name: string;
}

export const useSourceDialog = create<{ readonly dialog: SourceDialog | null }>()(() => ({ dialog: null }));

const openSourceDialog = (dialog: SourceDialog) => useSourceDialog.setState({ dialog });
export const closeSourceDialog = () => useSourceDialog.setState({ dialog: null });
onOtherWorkspace(closeSourceDialog);

/** Starts the server of a source and imports its tools. */
export function importSource(path: string, name: string): void {
  startJob({ workspace: path, source: name, connection: null });
  select(path, name);
}

function setEnabled(path: string, name: string, enabled: boolean): Promise<void> {
  cancelJobsOf(path, name);
  const set = async (to: boolean) => {
    await thisWindow().client.sources.setEnabled({ name, enabled: to }, inWorkspace(path));
    await readWritten();
    return null;
  };
  return telling(
    inTurn(path, async () => {
      await set(enabled);
      offerUndo({
        workspace: path,
        done: `${enabled ? strings.sourcesModel.enabled : strings.sourcesModel.disabled} ${name}`,
        undo: () => set(!enabled),
      });
    }),
  );
}

/** Removes a source; then the line behind it is the current one. */
function remove({ name }: SourceSummary, { path, rows }: Ready): Promise<void> {
  cancelJobsOf(path, name);
  const { client } = thisWindow();
  return telling(
    inTurn(path, async () => {
      const { undo, tools, kept_at } = await client.sources.remove({ name }, inWorkspace(path));
      const at = rows.findIndex(({ key }) => key === sourceKey(name));
      const next = rows[at + 1] ?? rows[at - 1];
      if (next && currentOf(path, rows) === rows[at]) useSourcesView.getState().select(path, next.key);
      await readWritten();
      const done = strings.sourcesModel.removed(name);
      const text = strings.sourcesModel.toolsRemovedFromCatalog(tools);
      if (undo === null)
        return tellRemoved(done, kept_at === null ? text : strings.sourcesModel.copyOfList(text, kept_at));
      const restore = async () => {
        await client.sources.restore({ undo }, inWorkspace(path));
        select(path, name);
        await readWritten();
        return null;
      };
      offerUndo({ workspace: path, done, undo: restore }, text);
    }),
  );
}

/** Gives a source another name, which its tools and settings follow, and closes the dialog. Errors: those of `sources.rename`. */
export function renameSource(path: string, name: string, to: string): Promise<void> {
  cancelJobsOf(path, name);
  const give = async (from: string, next: string) => {
    const plan = await thisWindow().client.sources.rename({ name: from, to: next }, inWorkspace(path));
    select(path, next);
    return plan;
  };
  const giveBack = async () => {
    await give(to, name);
    await readWritten();
    return null;
  };
  return inTurn(path, async () => {
    const { tools, fields } = await give(name, to);
    // With the write, before the list shows it: the next key is for the list.
    closeSourceDialog();
    const text = strings.sourcesModel.toolsAndSettingsChanged(tools.length, fields.length);
    offerUndo({ workspace: path, done: strings.sourcesModel.renamed(name, to), undo: giveBack }, text);
    await readWritten();
  });
}

/** Writes how the server of a source is reached, and closes the dialog. Errors: those of `sources.setConnection`. */
export function setConnection(path: string, name: string, connection: McpConnection): Promise<void> {
  cancelJobsOf(path, name);
  return inTurn(path, async () => {
    const { client } = thisWindow();
    const { undo } = await client.sources.setConnection({ name, connection }, inWorkspace(path));
    select(path, name);
    closeSourceDialog();
    if (undo !== null) {
      const places = [`pegboard.yaml/sources/${name}`];
      const change = undoOfEdit({ workspace: path, done: strings.sourcesModel.changedConnection(name), undo, places });
      offerUndo(change, strings.sourcesModel.itsToolsDo);
    }
    await readWritten();
  });
}

const select = (path: string, name: string) => useSourcesView.getState().select(path, sourceKey(name));
const inWorkspace = (workspace: string) => ({ context: { workspace } });

/** Reads what was just written, so that the next act does not meet the sources as they were. */
const readWritten = () => Promise.all([readWorkspace(), readSources()]);

async function telling(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    tellError(error);
  }
}

async function copyCommand(runs: string): Promise<void> {
  const isCopied = await copyText(runs);
  notifications.show(
    isCopied
      ? { message: strings.sourcesModel.copiedCommandLine, color: 'green' }
      : { message: strings.sourcesModel.systemDidNotAllow, color: 'red' },
  );
}
