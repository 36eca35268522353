import { csvRows } from '#shared/csv.ts';
import type { ExperimentReport, Trial } from '#shared/domain/experiment.ts';
import { escapeHtml, htmlReport } from './html-report.ts';
import { reportTables, sizeOfRun, type TextTable } from './report-texts.ts';

/** How a report is written. */
type Format = 'markdown' | 'csv' | 'html' | 'json';

const endings: Readonly<Record<Format, string>> = { markdown: 'md', csv: 'csv', html: 'html', json: 'json' };

/**
 * A report as a file: Markdown for a pull request, CSV with a row for each trial, a page that stands alone, or the report as JSON. The name of the file
 * is made of that of the experiment and is the same on every system.
 */
export function exportReport(
  report: ExperimentReport,
  trials: readonly Trial[],
  format: Format,
): { readonly name: string; readonly text: string } {
  const texts: Readonly<Record<Format, () => string>> = {
    markdown: () => markdownReport(report),
    csv: () => `${csvReport(trials)}\r\n`,
    html: () => htmlReport(report),
    json: () => `${JSON.stringify(report, null, 2)}\n`,
  };
  return { name: `${fileName(report.run.name)}.${endings[format]}`, text: texts[format]() };
}

/** Always begins with `experiment-`, so that no name is one that a system keeps for a device. */
function fileName(name: string): string {
  const words = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '');
  return words === '' ? 'experiment' : `experiment-${words}`;
}

function markdownReport(report: ExperimentReport): string {
  const { run, notes } = report;
  const { arms, comparisons, causes, tasks } = reportTables(report);
  return [
    `# ${markdownText(run.name)}`,
    markdownText(sizeOfRun(run)),
    notes.map((note) => `- ${markdownText(note)}`).join('\n'),
    ...[arms, comparisons, causes, tasks].filter(({ rows }) => rows.length > 0).map(markdownTable),
    '',
  ].join('\n\n');
}

function markdownTable({ title, head, rows }: TextTable): string {
  const line = (cells: readonly string[]) => `| ${cells.map(markdownText).join(' | ')} |`;
  return [`## ${title}`, '', line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line)].join('\n');
}

/** A text on one line that makes no link, image, mention, markup or column. */
function markdownText(text: string): string {
  const line = escapeHtml(text.replace(/\s+/g, ' ').trim());
  return line
    .replace(/[\\`*_[\]|~#!]/g, '\\$&')
    .replaceAll('@', '@&#8203;')
    .replaceAll('://', ':&#8203;//');
}

const columns = {
  number: (trial: Trial) => trial.number,
  task: (trial: Trial) => trial.task,
  arm: (trial: Trial) => trial.arm,
  repetition: (trial: Trial) => trial.repetition,
  state: (trial: Trial) => trial.state,
  success: ({ success }: Trial) => (success === null ? null : Number(success)),
  cause: (trial: Trial) => trial.cause,
  reason: (trial: Trial) => trial.reason,
  problem: (trial: Trial) => trial.problem,
  habit: (trial: Trial) => trial.habit,
  steps: (trial: Trial) => trial.steps,
  wrong_tools: (trial: Trial) => trial.wrong_tools,
  tokens_sent_estimate: ({ tokens }: Trial) => tokens.sent.estimate,
  tokens_sent_o200k: ({ tokens }: Trial) => tokens.sent.o200k,
  tokens_searches_estimate: ({ tokens }: Trial) => tokens.searches.estimate,
  tokens_searches_o200k: ({ tokens }: Trial) => tokens.searches.o200k,
  tokens_cacheable_estimate: ({ tokens }: Trial) => tokens.cacheable.estimate,
  tokens_cacheable_o200k: ({ tokens }: Trial) => tokens.cacheable.o200k,
  tokens_received_estimate: ({ tokens }: Trial) => tokens.received.estimate,
  tokens_received_o200k: ({ tokens }: Trial) => tokens.received.o200k,
  reported_input: ({ tokens }: Trial) => tokens.reported?.input ?? null,
  reported_cached: ({ tokens }: Trial) => tokens.reported?.cached ?? null,
  reported_output: ({ tokens }: Trial) => tokens.reported?.output ?? null,
  cost_usd: (trial: Trial) => trial.cost_usd,
  ms: ({ ms }: Trial) => Number(ms.toFixed(1)),
} as const;

function csvReport(trials: readonly Trial[]): string {
  const cells = Object.values(columns);
  return csvRows([Object.keys(columns), ...trials.map((trial) => cells.map((cell) => cell(trial)))]);
}
