import { queryOptions } from '@tanstack/react-query';
import { create } from 'zustand';
import type { EvalRunInput } from '#shared/contract/evaluation.ts';
import type { EvalComparison } from '#shared/domain/eval-comparison.ts';
import type { EvalRun, WorkspaceDifference } from '#shared/domain/eval-run.ts';
import type { EvalReport } from '#shared/domain/eval-set.ts';
import type { Finding } from '#shared/domain/finding.ts';
import { PegboardError } from '#shared/errors.ts';
import type { PegboardClient } from '../../platform/client.ts';
import { thisWindow } from '../../platform/this-window.ts';
import { keepInSession } from '../../state/keep-in-session.ts';
import { strings } from '../../strings/evaluate.ts';
import { toPegboardError } from '../../ui/pegboard-error.ts';

/** The results of a run, and the state of the workspace at that time. */
export interface FinishedRun {
  readonly report: EvalReport;
  readonly comparison: EvalComparison | null;
  readonly findings: readonly Finding[];
  readonly revision: string;
  readonly persona: string | undefined;
  /** The run in the list of kept runs; null where it could not be kept. */
  readonly run: EvalRun | null;
  /** The kept run that it is compared with, and what changed in the workspace since then. */
  readonly since: { readonly run: EvalRun; readonly workspace: WorkspaceDifference } | null;
  /** It was opened from the list: the results are of then. */
  readonly isReopened: boolean;
}

/** The run of a workspace: what is under way, what failed, and the last one that came to its end. */
export interface RunState {
  readonly progress: { readonly done: number; readonly total: number } | null;
  readonly error: PegboardError | null;
  /** The revision that the run which failed was of. */
  readonly failedRevision: string | null;
  readonly finished: FinishedRun | null;
}

export const noRun: RunState = { progress: null, error: null, failedRevision: null, finished: null };

/** By path of the workspace. Leaving the screen does not stop a run. */
export const useEvaluationRuns = create<{ readonly runs: Readonly<Record<string, RunState>> }>()(() => ({ runs: {} }));

keepInSession(useEvaluationRuns, {
  name: 'pegboard.evaluation-runs',
  pick: ({ runs }) =>
    Object.fromEntries(Object.entries(runs).flatMap(([path, { finished }]) => (finished ? [[path, finished]] : []))),
  restore: (kept) => ({
    runs: Object.fromEntries(
      Object.entries(kept).map(([path, finished]) => [path, { ...noRun, finished: finished as FinishedRun }]),
    ),
  }),
});

const running = new Map<string, AbortController>();

/** Starts a run; one under way in this workspace is cancelled. */
export async function startRun(
  client: PegboardClient,
  { workspace, revision, input }: { workspace: string; revision: string; input: EvalRunInput },
): Promise<void> {
  running.get(workspace)?.abort();
  const stop = new AbortController();
  running.set(workspace, stop);
  change(workspace, { progress: { done: 0, total: 0 }, error: null, failedRevision: null });
  try {
    for await (const event of await client.evaluation.run(input, { signal: stop.signal })) {
      if (stop.signal.aborted) return;
      if (event.type === 'progress') change(workspace, { progress: event });
      else {
        const { report, comparison, findings, run } = event;
        const found = { report, comparison, findings, run, revision, persona: input.persona };
        change(workspace, { progress: null, finished: { ...found, since: null, isReopened: false } });
        void refreshEvalRuns(workspace);
      }
    }
  } catch (error) {
    if (stop.signal.aborted) return;
    change(workspace, { progress: null, error: toPegboardError(error), failedRevision: revision });
  } finally {
    if (running.get(workspace) === stop) running.delete(workspace);
  }
}

/** Stops what is under way; the last result stays. */
export function cancelRun(workspace: string): void {
  running.get(workspace)?.abort();
  running.delete(workspace);
  change(workspace, { progress: null });
}

/** The query of the kept runs of a workspace, the newest first. */
export const evalRunsQuery = (workspace: string) =>
  queryOptions({
    queryKey: ['evaluation-runs', workspace],
    queryFn: ({ signal }) => thisWindow().client.evaluation.runs(undefined, { signal }),
    staleTime: 0,
  });

function refreshEvalRuns(workspace: string): Promise<void> {
  return thisWindow().queries.invalidateQueries({ queryKey: evalRunsQuery(workspace).queryKey });
}

/** Shows the results of a kept run. Error: `unknown_run`. */
export async function reopenRun(workspace: string, { id }: EvalRun): Promise<void> {
  const kept = await thisWindow().client.evaluation.report({ id });
  if (!kept)
    throw new PegboardError('unknown_run', strings.evaluationRuns.thisRun, {
      hint: strings.evaluationRuns.selectAnotherRun,
    });
  const { report, run } = kept;
  const found = { report, run, comparison: null, findings: [], revision: '', persona: run.persona ?? undefined };
  change(workspace, { error: null, failedRevision: null, finished: { ...found, since: null, isReopened: true } });
}

/** Compares what is shown with a kept run. `name` says which run that is. Errors: `unknown_run`, `invalid_input`. */
export async function compareWithRun(workspace: string, before: EvalRun, name: string): Promise<void> {
  const { finished } = useEvaluationRuns.getState().runs[workspace] ?? noRun;
  if (!finished?.run) return;
  const ids = { before: before.id, after: finished.run.id };
  const { comparison, workspace: difference } = await thisWindow().client.evaluation.compareRuns(ids);
  const since = { run: before, workspace: difference };
  change(workspace, { finished: { ...finished, comparison: { ...comparison, with: name }, since } });
}

function change(workspace: string, state: Partial<RunState>): void {
  useEvaluationRuns.setState(({ runs }) => ({
    runs: { ...runs, [workspace]: { ...(runs[workspace] ?? noRun), ...state } },
  }));
}
