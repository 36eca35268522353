import { dirname, resolve } from 'node:path';
import type { EvalOutcomes } from '#core/evaluation/run-evaluation.ts';
import { nodeFiles } from '#core/files/node-files.ts';
import type { Services } from '#core/services.ts';
import { counted } from '#shared/counted.ts';
import {
  type EvalEngineName,
  type EvalMetric,
  type EvalReport,
  type EvalRow,
  evalEngineSchema,
  evalMetricSchema,
} from '#shared/domain/eval-set.ts';
import { PegboardError } from '#shared/errors.ts';
import { type CommandContext, type CommandResult, withServices, withWorkspace } from '../command-context.ts';
import { describeComparison, describeNamespaces } from '../describe-comparison.ts';
import { table } from '../reporter.ts';
import { escaped } from '../xml-text.ts';

export interface EvalOptions {
  /** A file of queries; without it the workspace's own golden queries. */
  readonly queries?: string | undefined;
  /** Only the workspace's own queries of this file. */
  readonly file?: string | undefined;
  readonly tools?: string | undefined;
  readonly engine?: readonly string[] | undefined;
  readonly failUnder?: readonly string[] | undefined;
  readonly persona?: string | undefined;
  readonly intervals?: boolean | undefined;
  /** File for JUnit XML. */
  readonly junit?: string | undefined;
  readonly byNamespace?: boolean | undefined;
  /** A kept report, or the folder of another workspace. */
  readonly compare?: string | undefined;
  readonly failOnWorse?: boolean | undefined;
}

/** A metric that must not fall below a value. */
export interface Threshold {
  readonly metric: EvalMetric;
  readonly least: number;
}

/**
 * `pegboard eval`: how well engines find the right tools for labelled queries, one row an engine. Exit code 1 when a row
 * falls below a threshold, with `--fail-on-worse` when a query got worse, and when a line of the workspace's own golden
 * queries is broken.
 */
export async function evaluate(context: CommandContext, options: EvalOptions): CommandResult {
  const { io, reporter } = context;
  const { compare } = options;
  const engines = (options.engine ?? []).map(readEngine);
  const thresholds = (options.failUnder ?? []).map(readThreshold);
  refuseOddOptions(options);
  const run = options.tools === undefined ? withWorkspace : withServices;
  return run(context, async (services: Services) => {
    const { report, outcomes, findings, comparison } = await services.evaluation.evaluate(
      {
        queries: options.queries === undefined ? null : await readFile(context, options.queries),
        tools: options.tools === undefined ? null : await readFile(context, options.tools),
        engines,
        intervals: options.intervals ?? false,
        persona: options.persona,
        file: options.file,
        compare: compare === undefined ? undefined : resolve(io.cwd, compare),
      },
      { signal: io.signal },
    );
    if (options.junit !== undefined) {
      await writeOutput(resolve(io.cwd, options.junit), junitXml(report, outcomes));
    }
    reporter.findings(findings);
    const failed = thresholds.flatMap((threshold) => failures(threshold, report.engines));
    reporter.result('eval/1', { ...report, failed, ...(comparison ? { comparison } : {}) }, () =>
      [
        asText(report),
        ...(options.byNamespace ? [describeNamespaces(report)] : []),
        ...(comparison ? [describeComparison({ ...comparison, with: compare ?? comparison.with })] : []),
      ].join('\n\n'),
    );
    for (const { engine, metric, value, least } of failed) {
      reporter.note(reporter.paint('red', `${engine}: ${metric} is ${value.toFixed(3)}, under ${least}.`));
    }
    const worse = options.failOnWorse ? (comparison?.engines.filter((engine) => engine.worse > 0) ?? []) : [];
    for (const { engine, worse: count } of worse) {
      reporter.note(reporter.paint('red', `${engine}: ${count} ${count === 1 ? 'query' : 'queries'} got worse.`));
    }
    const isBroken = findings.some(({ severity }) => severity === 'error');
    return failed.length > 0 || worse.length > 0 || isBroken ? 1 : 0;
  });
}

function refuseOddOptions({ tools, queries, persona, file, compare, failOnWorse }: EvalOptions): void {
  const refuse = (message: string, hint: string) => {
    throw new PegboardError('usage', message, { hint });
  };
  if (tools !== undefined && queries === undefined) {
    refuse(
      '--tools needs --queries.',
      'Golden queries belong to a workspace; name a queries.jsonl for a file of tools.',
    );
  }
  if (tools !== undefined && persona !== undefined) {
    refuse('--persona belongs to a workspace, and --tools names a file instead.', 'Leave one of the two out.');
  }
  if (queries !== undefined && file !== undefined) {
    refuse('--file names golden queries of the workspace, and --queries a file instead.', 'Leave one of the two out.');
  }
  if (failOnWorse && compare === undefined) {
    refuse('--fail-on-worse needs --compare.', 'Such as --compare evals/before.json --fail-on-worse.');
  }
}

async function readFile({ io }: CommandContext, path: string): Promise<{ path: string; text: string }> {
  return { path, text: await nodeFiles.readText(resolve(io.cwd, path), { regularOnly: false }) };
}

function readEngine(name: string): EvalEngineName {
  const engine = evalEngineSchema.safeParse(name);
  if (engine.success) return engine.data;
  throw new PegboardError('usage', `--engine: there is no engine "${name}".`, {
    hint: `Engines are ${evalEngineSchema.options.join(', ')}; separate several with commas.`,
  });
}

/** `hit@5=0.9` as a threshold. Error: `usage`. */
export function readThreshold(text: string): Threshold {
  const [name = '', value = ''] = text.split('=');
  const metric = evalMetricSchema.safeParse(name.trim());
  const least = Number(value);
  if (metric.success && value.trim() !== '' && least >= 0 && least <= 1) return { metric: metric.data, least };
  throw new PegboardError('usage', `--fail-under: "${text}" is not a metric and its least value.`, {
    hint: `Such as hit@5=0.9. Metrics are ${evalMetricSchema.options.join(', ')}, each from 0 to 1.`,
  });
}

/** The rows that fall below a threshold. */
export function failures({ metric, least }: Threshold, rows: readonly EvalRow[]) {
  return rows
    .filter((row) => row[metric] < least)
    .map((row) => ({ engine: row.engine, metric, value: row[metric], least }));
}

/** The mean, and with intervals how sure it is: `.482 .465–.499`. */
function cellOf({ intervals, ...row }: EvalRow, metric: EvalMetric): string {
  const [low, high] = intervals?.[metric] ?? [];
  const mean = row[metric].toFixed(3);
  return low === undefined || high === undefined ? mean : `${mean} (${low.toFixed(3)}–${high.toFixed(3)})`;
}

function asText({ tools, queries, engines }: EvalReport): string {
  const head = ['engine', ...evalMetricSchema.options, 'p50 ms', 'p95 ms'];
  const rows = engines.map((row) => [
    row.engine,
    ...evalMetricSchema.options.map((metric) => cellOf(row, metric)),
    row.p50_ms.toFixed(2),
    row.p95_ms.toFixed(2),
  ]);
  const right = head.map((_, column) => column > 0);
  return [
    table([head, ...rows], right),
    `${counted(queries, 'query', 'queries')} over ${counted(tools, 'tool')}.`,
    ...engines.flatMap((row) => (row.gain ? [describeGain(row.engine, row.gain)] : [])),
  ].join('\n\n');
}

/** What an engine gains over the first one, with 95 % intervals: one that has 0 inside may be chance. */
function describeGain(engine: EvalEngineName, { over, means, intervals }: NonNullable<EvalRow['gain']>): string {
  const gains = evalMetricSchema.options.map((metric) => {
    const [low = 0, high = 0] = intervals[metric] ?? [];
    const verdict = low > 0 ? 'better' : high < 0 ? 'worse' : 'not sure';
    return `${metric} ${signed(means[metric])} (${signed(low)} to ${signed(high)}): ${verdict}`;
  });
  return [`${engine} compared with ${over}, query by query:`, ...gains.map((gain) => `  ${gain}`)].join('\n');
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`;
}

/**
 * Writes a file that the user named, wherever it lies, and removes what a killed command left beside it. Errors:
 * `folder_read_only`, `disk_full`, `not_a_file`.
 */
export async function writeOutput(path: string, text: string): Promise<void> {
  await nodeFiles.writeAll([{ path, text }]);
  await nodeFiles.removeStrays(dirname(path), { deep: false });
}

/** JUnit XML of an evaluation: a suite an engine, a case a query, a failure where no right tool is among the first five. */
function junitXml({ results }: EvalReport, outcomes: readonly EvalOutcomes[]): string {
  const suites = outcomes.map(({ engine, queries }) => {
    const cases = queries.map((outcome, i) => {
      const file = results[i]?.file ?? '';
      const attributes = `name="${escaped(outcome.query)}" classname="${escaped(engine)}" file="${escaped(file)}" line="${outcome.line}"`;
      if (outcome.metrics['hit@5'] === 1) return `    <testcase ${attributes}/>`;
      const wanted = outcome.relevant.map((group) => group.join(' or ')).join(', ');
      const found = outcome.ranked.slice(0, 5).join(', ') || 'nothing';
      const message = escaped(`wanted ${wanted}; the first five are ${found}`);
      return `    <testcase ${attributes}><failure message="${message}"/></testcase>`;
    });
    const failures = queries.filter(({ metrics }) => metrics['hit@5'] !== 1).length;
    const head = `  <testsuite name="${escaped(engine)}" tests="${queries.length}" failures="${failures}">`;
    return [head, ...cases, '  </testsuite>'].join('\n');
  });
  return ['<?xml version="1.0" encoding="UTF-8"?>', '<testsuites>', ...suites, '</testsuites>', ''].join('\n');
}
