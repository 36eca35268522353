import type { AreaTally, FailedCase } from './campaign.ts';

/** Failures that look alike: most often they have one cause. */
interface FailureGroup {
  readonly title: string;
  readonly cases: readonly FailedCase[];
}

/** Failed cases by area, kind and first line of what was seen, without what differs from case to case. */
export function failureGroups(failed: readonly FailedCase[]): FailureGroup[] {
  const groups = Map.groupBy(failed, ({ area, result }) => {
    const [first] = result.failures;
    const line = (first?.detail ?? '').split('\n').slice(0, 2).join(' ').slice(0, 300);
    return `${area}, ${first?.kind}: ${line.replace(/\d[\d.]*/g, 'N').replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')}`;
  });
  return [...groups].map(([title, cases]) => ({ title, cases })).sort((a, b) => b.cases.length - a.cases.length);
}

/** What each area did, a row each. */
export function tallyTable(tallies: readonly AreaTally[]): string {
  const rows = tallies.map(({ area, inputs, cpuMs, slowestMs, slowest, largest }) => [
    area.name,
    `${inputs.toLocaleString('en')} ${area.unit}`,
    cpuMs > 0 ? `${(cpuMs / 1000).toFixed(1)} s` : '',
    slowestMs > 0 ? `slowest ${(slowestMs / 1000).toFixed(2)} s (${slowest})` : '',
    `${Math.round(largest / 1024 ** 2)} MiB`,
  ]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
