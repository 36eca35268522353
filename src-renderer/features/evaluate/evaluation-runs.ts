import { create } from 'zustand';
import type { EvalRunInput } from '#shared/contract/evaluation.ts';
import type { EvalComparison } from '#shared/domain/eval-comparison.ts';
import type { EvalReport } from '#shared/domain/eval-set.ts';
import type { Finding } from '#shared/domain/finding.ts';
import type { PegboardError } from '#shared/errors.ts';
import type { PegboardClient } from '../../platform/client.ts';
import { keepInSession } from '../../state/keep-in-session.ts';
import { toPegboardError } from '../../ui/pegboard-error.ts';

/** What a run found, and the state of the workspace it found it in. */
export interface FinishedRun {
  readonly report: EvalReport;
  readonly comparison: EvalComparison | null;
  readonly findings: readonly Finding[];
  readonly revision: string;
  readonly persona: string | undefined;
}

/** The run of a workspace: what is under way, what failed, and the last one that came to its end. */
export interface RunState {
  readonly progress: { readonly done: number; readonly total: number } | null;
  readonly error: PegboardError | null;
  readonly finished: FinishedRun | null;
}

export const noRun: RunState = { progress: null, error: null, finished: null };

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
  change(workspace, { progress: { done: 0, total: 0 }, error: null });
  try {
    for await (const event of await client.evaluation.run(input, { signal: stop.signal })) {
      if (stop.signal.aborted) return;
      if (event.type === 'progress') change(workspace, { progress: event });
      else {
        const { report, comparison, findings } = event;
        const finished = { report, comparison, findings, revision, persona: input.persona };
        change(workspace, { progress: null, finished });
      }
    }
  } catch (error) {
    if (!stop.signal.aborted) change(workspace, { progress: null, error: toPegboardError(error) });
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

function change(workspace: string, state: Partial<RunState>): void {
  useEvaluationRuns.setState(({ runs }) => ({
    runs: { ...runs, [workspace]: { ...(runs[workspace] ?? noRun), ...state } },
  }));
}
