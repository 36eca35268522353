import type { EngineComparison } from '#shared/domain/eval-comparison.ts';
import { evalMetricSchema } from '#shared/domain/eval-set.ts';
import type { ComparedTool, ToolState } from '#shared/domain/tool-comparison.ts';
import { changesInWords } from '../describe-words.ts';
import { plainText } from '../plain-text.ts';
import { excerpt } from '../reporter.ts';
import type { FingerprintedFinding } from './baseline.ts';
import type { SourceCheck } from './check-sources.ts';
import type { CiCheck, CiReport, GoldenCheck } from './run-checks.ts';

/** A comment of a pull request that starts with this line is ours, and is replaced by the next one. */
export const commentMark = '<!-- pegboard ci -->';

/** Rows of each list: a comment holds 65,536 characters. */
const most = 40;
const width = 160;

/** A report as Markdown for a job summary and for a comment. Texts of tools are in code spans, so that none is markup or names a user. */
export function ciMarkdown(report: CiReport): string {
  const { failed } = report;
  const title = failed.length === 0 ? 'all checks pass' : `${failed.length} of 4 checks failed`;
  const parts = [
    `## Pegboard: ${title}`,
    summaryTable(report),
    ...findingsPart(report),
    ...stalePart(report),
    ...sourcesPart(report.sources.filter(({ same }) => !same)),
    ...waitingPart(report),
    ...goldenPart(report.golden),
    ...tokensPart(report),
    ...changesPart(report),
  ];
  return `${commentMark}\n${parts.join('\n\n')}\n`;
}

function summaryTable({ accepted, open, stale, sources, golden, failed }: CiReport): string {
  const results: Readonly<Record<CiCheck, string>> = {
    findings: `${counted(open)}${accepted > 0 ? `, and ${accepted} accepted` : ''}`,
    baseline: stale.length === 0 ? 'no stale entry' : plural(stale.length, 'stale entry', 'stale entries'),
    sources: sources.length === 0 ? 'not compared' : sourcesResult(sources),
    golden: golden === null ? 'none in the workspace' : goldenResult(golden),
  };
  const names = { findings: 'Findings', baseline: 'Baseline', sources: 'Sources', golden: 'Golden queries' };
  const rows = (Object.keys(names) as CiCheck[]).map((check) => [
    names[check],
    failed.includes(check) ? '❌ failed' : '✅',
    results[check],
  ]);
  return table(['check', '', 'result'], rows);
}

function sourcesResult(sources: readonly SourceCheck[]): string {
  const failed = sources.filter(({ problem }) => problem !== null).length;
  const differ = sources.filter(({ same, problem }) => !same && problem === null).length;
  const compared = `${differ} of ${sources.length} differ from the last import`;
  if (failed === 0) return compared;
  return [...(differ > 0 ? [compared] : []), `${failed} of ${sources.length} could not be compared`].join('; ');
}

function goldenResult({ report, comparison, under }: GoldenCheck): string {
  const worse = comparison?.engines.reduce((sum, engine) => sum + engine.worse, 0) ?? 0;
  const better = comparison?.engines.reduce((sum, engine) => sum + engine.better, 0) ?? 0;
  return [
    plural(report.queries, 'query', 'queries'),
    ...(comparison ? [`${worse} worse and ${better} better than ${code(comparison.with)}`] : []),
    ...under.map(({ metric, value, least }) => `${metric} is ${value.toFixed(3)}, less than ${least}`),
  ].join('; ');
}

function counted(findings: readonly FingerprintedFinding[]): string {
  const count = (wanted: string) => findings.filter(({ severity }) => severity === wanted).length;
  return `${plural(count('error'), 'error', 'errors')}, ${plural(count('warning'), 'warning', 'warnings')}`;
}

function findingsPart({ open }: CiReport): string[] {
  const grave = (wanted: string) => open.filter(({ severity }) => severity === wanted);
  // Errors first: they are what fails, and the list is cut.
  const shown = [...grave('error'), ...grave('warning')];
  if (shown.length === 0) return [];
  const rows = shown.map(({ severity, path, range, message }) => [
    severity,
    code(path === undefined ? '' : `${path}${range ? `:${range.start.line}` : ''}`),
    code(message),
  ]);
  return ['### Findings', bounded(rows, (kept) => table(['severity', 'place', 'message'], kept))];
}

function stalePart({ stale }: CiReport): string[] {
  if (stale.length === 0) return [];
  const rows = stale.map((entry) => `- ${code(`${entry.path}: ${entry.message}`)}`);
  const advice =
    'These entries of the baseline no longer match anything. Remove them, or run `pegboard ci --write-baseline`.';
  return ['### Stale entries of the baseline', `${advice}\n\n${bounded(rows, (kept) => kept.join('\n'))}`];
}

function sourcesPart(differing: readonly SourceCheck[]): string[] {
  if (differing.length === 0) return [];
  const lines = differing.flatMap(({ source, problem, added, removed, changed, withheld }) => [
    ...(problem === null ? [] : [`- ${code(source)}: ${code(problem)}`]),
    ...added.map((name) => `- ${code(name)} was added`),
    ...removed.map((name) => `- ${code(name)} was removed`),
    ...changed.map(({ tool, severity, changes }) => `- ${code(tool)} changed, **${severity}**: ${worded(changes)}`),
    ...withheld.map((name) => `- ${code(name)} would wait for approval`),
  ]);
  return [
    '### Sources that differ from the last import, or could not be compared',
    bounded(lines, (kept) => kept.join('\n')),
  ];
}

function waitingPart({ waiting }: CiReport): string[] {
  if (waiting.length === 0) return [];
  const withheld = waiting.filter(({ isWithheld }) => isWithheld);
  const differ = `${plural(waiting.length, 'tool or part differs', 'tools and parts differ')} from \`pegboard.lock\``;
  const use =
    withheld.length === 0 ? 'all can be used until then' : `nobody can use ${withheld.length} of them until then`;
  const advice = `${differ}. \`pegboard review\` decides; ${use}.`;
  const rows = waiting
    .toSorted((left, right) => Number(right.isWithheld) - Number(left.isWithheld))
    .map(({ name, what, isWithheld, says }) => [code(name), what, isWithheld ? '**withheld**' : 'served', code(says)]);
  return ['### Waiting for approval', advice, bounded(rows, (kept) => table(['name', 'what', '', 'text'], kept))];
}

function goldenPart(golden: GoldenCheck | null): string[] {
  const engines = golden?.comparison?.engines.filter(({ changes }) => changes.length > 0) ?? [];
  if (engines.length === 0) return [];
  return ['### Golden queries', ...engines.map(enginePart)];
}

function enginePart({ engine, before, after, changes }: EngineComparison): string {
  const metrics = evalMetricSchema.options.map((metric) => [
    metric,
    before[metric].toFixed(3),
    after[metric].toFixed(3),
  ]);
  const ranks = (of: readonly (number | null)[]) => of.map((rank) => rank ?? '–').join(', ');
  const rows = changes.map((change) => [
    change.change,
    code(change.query),
    `${ranks(change.before)} → ${ranks(change.after)}`,
  ]);
  return [
    `Engine ${code(engine)}, over the queries that both have:`,
    table(['metric', 'before', 'after'], metrics),
    bounded(rows, (kept) => table(['', 'query', 'rank before → after'], kept)),
  ].join('\n\n');
}

function tokensPart({ base, catalog, prompt }: CiReport): string[] {
  const { tools } = catalog;
  const total = (side: 'before' | 'after') => tools.reduce((sum, tool) => sum + (tool[side]?.tokens.o200k ?? 0), 0);
  const onBoard = tools.filter(({ after }) => after?.mode === 'always').length;
  const now = tools.filter(({ after }) => after !== null);
  const head = base === null ? '### Tokens by tool' : `### Tokens by tool, compared with ${code(base)}`;
  const facts = [
    `${plural(now.length, 'tool', 'tools')}, ${onBoard} always loaded. Tokens are those of a tool's entry in the prompt, counted by o200k.`,
    ...(prompt ? [`Whole prompt: ${change(prompt.before.o200k, prompt.after.o200k)} tokens.`] : []),
    base === null
      ? `All tools: ${number(total('after'))} tokens.`
      : `All tools: ${change(total('before'), total('after'))} tokens.`,
  ].join(' ');
  const differing = base === null ? [] : tools.filter(isOtherInPrompt).sort(byDifference);
  const changed =
    differing.length === 0
      ? []
      : [
          bounded(differing, (kept) =>
            table(['tool', 'mode', 'before', 'after', 'difference'], kept.map(changedRow), [2, 3, 4]),
          ),
        ];
  const costly = now.toSorted((left, right) => tokensOf(right.after) - tokensOf(left.after));
  const rows = costly.map(({ name, after }) => [code(name), after?.mode ?? '', number(tokensOf(after))]);
  const all = bounded(rows, (kept) => table(['tool', 'mode', 'tokens'], kept, [2]));
  return [
    head,
    facts,
    ...changed,
    `<details><summary>All tools, the most expensive first</summary>\n\n${all}\n\n</details>`,
  ];
}

function isOtherInPrompt({ before, after }: ComparedTool): boolean {
  return before?.mode !== after?.mode || before?.tokens.o200k !== after?.tokens.o200k;
}

function byDifference(left: ComparedTool, right: ComparedTool): number {
  const difference = ({ before, after }: ComparedTool) => Math.abs(tokensOf(after) - tokensOf(before));
  return difference(right) - difference(left);
}

function changedRow({ name, before, after }: ComparedTool): string[] {
  const modes = [...new Set([before?.mode, after?.mode].filter((mode) => mode !== undefined))].join(' → ');
  const cell = (state: ToolState | null) => (state === null ? '–' : number(state.tokens.o200k));
  return [code(name), modes, cell(before), cell(after), signed(tokensOf(after) - tokensOf(before))];
}

function changesPart({ base, catalog }: CiReport): string[] {
  if (base === null) return [];
  const lines = catalog.tools.flatMap(({ name, before, after, changes }) => {
    if (before === null) return [`- ${code(name)} is new`];
    if (after === null) return [`- ${code(name)} is gone`];
    return changes[0] ? [`- ${code(name)}, **${changes[0].severity}**: ${worded(changes)}`] : [];
  });
  if (lines.length === 0) return ['### What changed', 'No tool changed.'];
  return ['### What changed', bounded(lines, (kept) => kept.join('\n'))];
}

/** The first changes of a tool, which are the worst. */
function worded(changes: ComparedTool['changes']): string {
  const shown = changes.slice(0, 4).map((change) => code(changesInWords([change])));
  return [...shown, ...(changes.length > shown.length ? [`${changes.length - shown.length} more`] : [])].join(', ');
}

/** The first rows, and how many more there are. */
function bounded<Row>(rows: readonly Row[], draw: (kept: readonly Row[]) => string): string {
  const more = rows.length - most;
  return more > 0 ? `${draw(rows.slice(0, most))}\n\nAnd ${number(more)} more.` : draw(rows);
}

function table(head: readonly string[], rows: readonly (readonly string[])[], right: readonly number[] = []): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, column) => (right.includes(column) ? '---:' : '---'))), ...rows.map(line)].join(
    '\n',
  );
}

/** Somebody else's text as a code span, on one line, also within a table. */
function code(text: string): string {
  const plain = excerpt(plainText(text), width).replaceAll('`', "'").replaceAll('|', '\\|');
  return plain === '' ? '' : `\`${plain}\``;
}

function tokensOf(state: ToolState | null): number {
  return state?.tokens.o200k ?? 0;
}

function change(before: number, after: number): string {
  return before === after ? number(after) : `${number(before)} → ${number(after)} (${signed(after - before)})`;
}

function signed(value: number): string {
  return value > 0 ? `+${number(value)}` : number(value);
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}

function plural(count: number, one: string, many: string): string {
  return `${number(count)} ${count === 1 ? one : many}`;
}
