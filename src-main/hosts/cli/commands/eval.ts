import { resolve } from 'node:path';
import { nodeFiles } from '#core/files/node-files.ts';
import type { Services } from '#core/services.ts';
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
import { junitXml } from '../junit.ts';
import { table } from '../reporter.ts';

export interface EvalOptions {
  readonly queries: string;
  readonly tools?: string | undefined;
  readonly engine?: readonly string[] | undefined;
  readonly failUnder?: readonly string[] | undefined;
  readonly persona?: string | undefined;
  readonly intervals?: boolean | undefined;
  /** File for JUnit XML. */
  readonly junit?: string | undefined;
}

/** A metric that must not fall below a value. */
interface Threshold {
  readonly metric: EvalMetric;
  readonly least: number;
}

/**
 * `pegboard eval`: how well engines find the right tools for labelled queries, one row an engine. Exit code 1 when a row
 * falls below a threshold.
 */
export async function evaluate(context: CommandContext, options: EvalOptions): CommandResult {
  const engines = (options.engine ?? []).map(readEngine);
  const thresholds = (options.failUnder ?? []).map(readThreshold);
  if (options.tools !== undefined && options.persona !== undefined) {
    throw new PegboardError('usage', '--persona belongs to a workspace, and --tools names a file instead.', {
      hint: 'Leave one of the two out.',
    });
  }
  const run = options.tools === undefined ? withWorkspace : withServices;
  return run(context, async (services: Services) => {
    const { report, outcomes, findings } = await services.evaluation.evaluate(
      {
        queries: await readFile(context, options.queries),
        tools: options.tools === undefined ? null : await readFile(context, options.tools),
        engines,
        intervals: options.intervals ?? false,
        persona: options.persona,
      },
      { signal: context.io.signal },
    );
    if (options.junit !== undefined) {
      const path = resolve(context.io.cwd, options.junit);
      await nodeFiles.writeAll([{ path, text: junitXml(outcomes, options.queries) }]);
    }
    context.reporter.findings(findings);
    const failed = thresholds.flatMap((threshold) => failures(threshold, report.engines));
    context.reporter.result('eval/1', { ...report, failed }, () => asText(report));
    for (const { engine, metric, value, least } of failed) {
      context.reporter.note(
        context.reporter.paint('red', `${engine}: ${metric} is ${value.toFixed(3)}, under ${least}.`),
      );
    }
    return failed.length > 0 ? 1 : 0;
  });
}

async function readFile({ io }: CommandContext, path: string): Promise<{ path: string; text: string }> {
  return { path, text: await nodeFiles.readText(resolve(io.cwd, path)) };
}

function readEngine(name: string): EvalEngineName {
  const engine = evalEngineSchema.safeParse(name);
  if (engine.success) return engine.data;
  throw new PegboardError('usage', `--engine: there is no engine "${name}".`, {
    hint: `Engines are ${evalEngineSchema.options.join(', ')}; several go between commas.`,
  });
}

function readThreshold(text: string): Threshold {
  const [name = '', value = ''] = text.split('=');
  const metric = evalMetricSchema.safeParse(name.trim());
  const least = Number(value);
  if (metric.success && value.trim() !== '' && least >= 0 && least <= 1) return { metric: metric.data, least };
  throw new PegboardError('usage', `--fail-under: "${text}" is not a metric and its least value.`, {
    hint: `Such as hit@5=0.9. Metrics are ${evalMetricSchema.options.join(', ')}, each from 0 to 1.`,
  });
}

function failures({ metric, least }: Threshold, rows: readonly EvalRow[]) {
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
  return `${table([head, ...rows], right)}\n\n${queries} queries over ${tools} tools.`;
}
