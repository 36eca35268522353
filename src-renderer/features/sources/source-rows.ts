import type { SourceSummary } from '#shared/domain/live-source.ts';
import { jobKey, sourceKey } from '../../state/sources-view.ts';
import { strings } from '../../strings/sources.ts';
import { isUnderWay, stepWords } from './job-step.ts';
import { rowKeyOf, type SourceJob } from './source-jobs.ts';
import { type SourceState, sourceStates } from './source-states.ts';

/** A line of the list: a source, what is under way for it, or a server that is not a source yet. */
export interface SourceRow {
  readonly key: string;
  readonly source: SourceSummary | null;
  readonly job: SourceJob | null;
}

/** Servers that are being added come first, then the sources in the order of the file. */
export function sourceRows(sources: readonly SourceSummary[], jobs: readonly SourceJob[]): SourceRow[] {
  // A new source is written a moment before its job is done: one line is enough for both.
  const byName = new Map(jobs.flatMap((job) => (job.source === null ? [] : [[job.source, job] as const])));
  const rows = sources.map((source): SourceRow => {
    return { key: sourceKey(source.name), source, job: byName.get(source.name) ?? null };
  });
  const shown = new Set(rows.map(({ job }) => job?.id));
  const added = jobs
    .filter(({ id }) => !shown.has(id))
    .map((job): SourceRow => ({ key: rowKeyOf(job), source: null, job }));
  return [...added, ...rows];
}

/** The line that was chosen, whether by its source or by its job; the first one when that is gone. */
export function chosenRow(rows: readonly SourceRow[], key: string | undefined): SourceRow | null {
  return (
    rows.find((row) => row.key === key) ?? rows.find(({ job }) => job && jobKey(job.id) === key) ?? rows[0] ?? null
  );
}

/** The state that a line shows: first what is under way. */
export function rowStates({ source, job }: SourceRow): readonly SourceState[] {
  if (job === null) return source === null ? [] : sourceStates(source);
  const isFailed = job.step.kind === 'failed';
  return [
    {
      word: isFailed && source === null ? strings.sourceRows.notAdded : stepWords(job.step),
      shape: isFailed ? '✕' : isUnderWay(job.step) ? '◐' : '▲',
      tone: isFailed ? 'error' : isUnderWay(job.step) ? 'busy' : 'warning',
      meaning: isFailed ? strings.sourceRows.detailsExplainCause : '',
    },
  ];
}
