import { create } from 'zustand';
import { keepInSession } from '../../state/keep-in-session.ts';
import { useReviews } from '../server-review/review-store.ts';
import { jobLabel, useSourceJobs } from './source-jobs.ts';

/** A server that was not added. No value of a variable is in it: the core masks its messages. */
export interface FailedImport {
  readonly name: string;
  readonly reason: string;
}

type ByWorkspace = Readonly<Record<string, readonly FailedImport[]>>;

interface FailedImports {
  /** What failed since the page was loaded; the rows of the screen show these. */
  readonly now: ByWorkspace;
  /** Failures from before the page was loaded again: the commands of these jobs are gone. */
  readonly before: ByWorkspace;
}

/** Failed imports by path of the workspace, so that a reload does not lose what went wrong. */
export const useFailedImports = create<FailedImports>()(() => ({ now: {}, before: {} }));

/** The user has seen what failed before the reload. */
export function dismissFailedBefore(workspace: string): void {
  useFailedImports.setState(({ before }) => ({ before: { ...before, [workspace]: [] } }));
}

/** Follows the imports of this page, and restores what the last one knew. */
function follow(): void {
  keepInSession(useFailedImports, {
    name: 'pegboard.failed-imports',
    pick: ({ now, before }) => {
      const workspaces = [...new Set([...Object.keys(now), ...Object.keys(before)])];
      return Object.fromEntries(workspaces.map((path) => [path, [...(before[path] ?? []), ...(now[path] ?? [])]]));
    },
    restore: (kept) => ({ before: kept as ByWorkspace }),
  });
  const update = () => useFailedImports.setState({ now: failedNow() });
  useSourceJobs.subscribe(update);
  useReviews.subscribe(update);
}

function failedNow(): ByWorkspace {
  const failed: { readonly workspace: string; readonly one: FailedImport }[] = [];
  for (const job of useSourceJobs.getState().jobs) {
    if (job.step.kind !== 'failed') continue;
    failed.push({ workspace: job.workspace, one: { name: jobLabel(job), reason: job.step.error.message } });
  }
  for (const { workspace, live, servers } of useReviews.getState().reviews) {
    for (const { key, source } of servers) {
      const step = live[key]?.step;
      if (step?.kind === 'failed') failed.push({ workspace, one: { name: source, reason: step.error.message } });
    }
  }
  return Object.fromEntries(
    Object.entries(Object.groupBy(failed, ({ workspace }) => workspace)).map(([path, some = []]) => [
      path,
      some.map(({ one }) => one),
    ]),
  );
}

follow();
