import type { SourceSummary } from '#shared/domain/live-source.ts';
import { isUnderWay, stepWords } from './job-step.ts';
import { rowKeyOf, type SourceJob } from './source-jobs.ts';
import { type SourceState, sourceStates } from './source-states.ts';
import { sourceKey } from './sources-view.ts';

/** A line of the list: a source, what is under way for it, or a server that is no source yet. */
export interface SourceRow {
  readonly key: string;
  readonly source: SourceSummary | null;
  readonly job: SourceJob | null;
}

/** Servers that are being added come first, then the sources in the order of the file. */
export function sourceRows(sources: readonly SourceSummary[], jobs: readonly SourceJob[]): SourceRow[] {
  const byKey = new Map(jobs.map((job) => [rowKeyOf(job), job]));
  const rows = sources.map((source): SourceRow => {
    const key = sourceKey(source.name);
    return { key, source, job: byKey.get(key) ?? null };
  });
  const shown = new Set(rows.map(({ key }) => key));
  const added = jobs
    .filter((job) => !shown.has(rowKeyOf(job)))
    .map((job): SourceRow => ({ key: rowKeyOf(job), source: null, job }));
  return [...added, ...rows];
}

/** What a line says of itself: first what is under way. */
export function rowStates({ source, job }: SourceRow): readonly SourceState[] {
  if (job === null) return source === null ? [] : sourceStates(source);
  const isFailed = job.step.kind === 'failed';
  return [
    {
      word: isFailed && source === null ? 'not added' : stepWords(job.step),
      shape: isFailed ? '✕' : isUnderWay(job.step) ? '◐' : '▲',
      tone: isFailed ? 'error' : isUnderWay(job.step) ? 'busy' : 'warning',
      meaning: isFailed ? 'The details say why, and what to do.' : '',
    },
  ];
}
