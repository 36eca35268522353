import { notifications } from '@mantine/notifications';
import { queryOptions } from '@tanstack/react-query';
import { assertNever } from '#shared/assert-never.ts';
import type { ExportDecision, ExportFile, ExportPlan, ExportRequest } from '#shared/domain/export-plan.ts';
import { screenActs } from '../../platform/screen-acts.ts';
import { type OpenRevision, thisWindow } from '../../platform/this-window.ts';
import { isTreeKey, type TreeKey, treeStep } from '../../state/tree-keys.ts';
import { strings } from '../../strings/export.ts';
import { copyText } from '../../ui/copy-text.ts';
import { toPegboardError } from '../../ui/pegboard-error.ts';
import { commitBranch } from './commit-branch.ts';
import { focusExportPlace } from './export-places.ts';
import { exportRequest } from './export-request.ts';
import { choicesOf, type ExportChoices, type ExportState, exportKinds, useExportStore } from './export-store.ts';
import { exportSummary } from './export-summary.ts';
import { asTreeRow, planCounts, planRows } from './plan-rows.ts';

/** The plan of a request, for the folder as it is. */
export const exportPlanQuery = ({ path, revision }: OpenRevision, request: ExportRequest | null) =>
  queryOptions({
    queryKey: ['export-plan', path, revision, request],
    queryFn: ({ signal }) => (request ? thisWindow().client.exports.plan(request, { signal }) : null),
    staleTime: 0,
    gcTime: 30_000,
    retry: false,
  });

const noDecisions: Readonly<Record<string, ExportDecision>> = {};

type View = Pick<ExportState, 'choices' | 'plans' | 'selected' | 'closed' | 'written' | 'writing'>;

/** What the screen knows of the plan of one workspace: the file that is selected, what is to be decided, whether it can be written. */
export function exportFacts(view: View, path: string, plan: ExportPlan | null) {
  const choices = choicesOf(view, path);
  const selected = view.selected[path] ?? null;
  const decisions = plan && view.plans[path]?.revision === plan.revision ? view.plans[path].decisions : noDecisions;
  const counts = planCounts(plan?.files ?? [], decisions);
  const branch = commitBranch(choices.branch, plan?.repository ?? null);
  const noBranch =
    choices.commit && (plan?.repository === null || branch.kind === 'taken' || branch.kind === 'unnamed');
  const open = plan?.files.filter((one) => one.edited && decisions[one.path] === undefined) ?? [];
  return {
    choices,
    selected,
    decisions,
    counts,
    branch,
    noBranch,
    file: plan?.files.find((one) => one.path === selected) ?? null,
    nextQuestion: open.find((one) => selected === null || one.path > selected) ?? open[0] ?? null,
    canWrite: plan !== null && counts.open === 0 && !plan.up_to_date && !noBranch && !view.writing,
  };
}

/** The message of a commit where none is typed. */
export function suggestedMessage({ kind, packs, pluginName, persona }: ExportChoices): string {
  switch (kind) {
    case 'packs':
      return strings.exportModel.exportPacks(packs.length);
    case 'catalog':
      return strings.exportModel.exportCatalog;
    case 'plugin':
      return strings.exportModel.exportPlugin(pluginName.trim());
    case 'agent':
      return strings.exportModel.exportAgent(persona ?? '');
    default:
      return assertNever(kind);
  }
}

const choiceActs = screenActs('export', ({ path }) => ({
  path,
  ...exportFacts(useExportStore.getState(), path, null),
}));

/** Acts that wait for the plan of what is chosen now; without a plan where it failed, or where something is still to be chosen. */
const planActs = screenActs('export', (workspace) => {
  const { path } = workspace;
  const view = useExportStore.getState();
  const wanted = exportRequest(choicesOf(view, path));
  const request = typeof wanted === 'string' ? null : wanted;
  const plan = planNow(workspace, request);
  return plan === undefined ? null : { path, request, plan, ...exportFacts(view, path, plan) };
});

type Planned = NonNullable<ReturnType<typeof planActs.now>>;

/** Undefined while it is on its way, null where it failed. */
function planNow(at: OpenRevision, request: ExportRequest | null): ExportPlan | null | undefined {
  if (request === null) return null;
  const { queries } = thisWindow();
  const query = exportPlanQuery(at, request);
  const state = queries.getQueryState<ExportPlan | null>(query.queryKey);
  if (state?.status === 'error') return null;
  if (state?.data && state.fetchStatus === 'idle' && !state.isInvalidated) return state.data;
  if (state?.fetchStatus !== 'fetching') void queries.prefetchQuery(query);
  return undefined;
}

/** Chooses what to export, or where to; what went wrong before belongs to what was chosen then. */
export function chooseExport(path: string, choices: Partial<ExportChoices>): void {
  useExportStore.getState().choose(path, choices);
}

export const canChoose = () => choiceActs.mayBe(() => true);

export function toggleKind(): void {
  choiceActs.do(({ path, choices }) => {
    const next = (exportKinds.indexOf(choices.kind) + 1) % exportKinds.length;
    chooseExport(path, { kind: exportKinds[next] ?? 'packs' });
  });
}

export const canLook = () => choiceActs.mayBe(({ choices }) => typeof exportRequest(choices) !== 'string');

/** Looks at the folder again. */
export function lookAgain(): void {
  choiceActs.do(({ path }) => thisWindow().queries.invalidateQueries({ queryKey: ['export-plan', path] }));
}

export const hasQuestion = () => planActs.mayBe(({ nextQuestion }) => nextQuestion !== null);

/** Selects the next file that needs a decision, in the tree that is opened for it. */
export function toNextQuestion(): void {
  planActs.do(({ path, nextQuestion }) => {
    if (!nextQuestion) return;
    const { closed, turn, select } = useExportStore.getState();
    for (const folder of foldersOf(nextQuestion.path)) if (closed.has(folder)) turn(folder);
    select(path, nextQuestion.path);
    focusExportPlace('plan');
  });
}

/** Moves in the tree of the plan by a key, opens and closes its folders. Whether the key is one that does. */
export function pressInPlan({ key, page }: TreeKey): boolean {
  if (!isTreeKey(key) && key !== 'Enter') return false;
  planActs.do(({ path, plan, selected }) => {
    const { closed, turn, select } = useExportStore.getState();
    const rows = planRows(plan?.files ?? [], closed);
    const at = rows.findIndex((row) => row.key === selected);
    const step = treeStep({ rows, at, describe: asTreeRow }, { key, page });
    const turned = key === 'Enter' ? rows[at] : step?.row;
    if (step?.type === 'move') select(path, step.row.key);
    else if (turned?.kind === 'folder') turn(turned.key);
  });
  return true;
}

const isAsked = ({ file }: { file: ExportFile | null }) => file?.edited === true;

export const canDecide = () => planActs.mayBe(isAsked);

/** Decides about the selected file, where a person changed it. */
export function decideSelected(decision: ExportDecision): void {
  planActs.do(({ path, plan, file }) => {
    if (plan && file?.edited) useExportStore.getState().decide(path, plan.revision, { [file.path]: decision });
  });
}

export const canToggleSplit = () => planActs.mayBe(({ file }) => file?.change === 'changed');

export function toggleSplit(): void {
  const { split, setSplit } = useExportStore.getState();
  setSplit(!split);
}

export const canWrite = () => planActs.mayBe((ready) => ready.canWrite);

/** Writes the plan of what is chosen, with the decisions about it. */
export function writeExport(): void {
  planActs.do((ready) => {
    if (ready.canWrite) void write(ready);
  });
}

async function write({ path, plan, request, choices, decisions, branch }: Planned): Promise<void> {
  if (!plan || !request) return;
  const { setWriting, setWritten } = useExportStore.getState();
  const { client, queries } = thisWindow();
  setWriting(true, null);
  try {
    const commit = choices.commit
      ? { branch: branch.name, message: choices.message.trim() || suggestedMessage(choices) }
      : null;
    const done = await client.exports.apply({ request, revision: plan.revision, decisions: { ...decisions }, commit });
    setWritten(path, { plan, done });
    setWriting(false, null);
  } catch (error) {
    setWriting(false, { workspace: path, error: toPegboardError(error) });
  } finally {
    void queries.invalidateQueries({ queryKey: ['export-plan', path] });
  }
}

const writtenNow = () => {
  const path = choiceActs.now()?.path;
  return path === undefined ? null : (useExportStore.getState().written[path] ?? null);
};

export const hasWritten = () => writtenNow() !== null;

/** Copies what was written, in words. */
export async function copyExportSummary(): Promise<void> {
  const written = writtenNow();
  if (!written) return;
  const copied = await copyText(exportSummary(written.plan, written.done));
  notifications.show(
    copied
      ? { message: strings.exportModel.copiedSummary, autoClose: 2000 }
      : { color: 'red', message: strings.exportModel.pegboardCouldNotWrite },
  );
}

/** `a/` and `a/b/` of `a/b/c`. */
function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, i) => `${parts.slice(0, i + 1).join('/')}/`);
}
