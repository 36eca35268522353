import { toolSearchConfigSchema } from '#shared/domain/config.ts';
import type { EvalEngineName, EvalPlaces, EvalReport, EvalRequest, EvalResult } from '#shared/domain/eval-set.ts';
import type { Finding } from '#shared/domain/finding.ts';
import { defaultGoldenFile, type GoldenSet } from '#shared/domain/golden-query.ts';
import { sourceSchema } from '#shared/domain/source.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { PegboardError } from '#shared/errors.ts';
import { parseCapturedTools, refuseLeftOut } from '../catalog/captured-tools.ts';
import { normaliseTool } from '../catalog/normalise-tool.ts';
import type { ToolScope } from '../search/search-scope.ts';
import type { ModelAnswers } from './eval-engine.ts';
import type { EvaluateOptions, QueryOutcome } from './evaluate.ts';
import { type EvalJob, type EvalProgress, type MeasuredEngine, measureEngines } from './measure-engines.ts';
import { type EvalQuery, missingTools, readEvalSet } from './read-eval-set.ts';
import { runEvalWorker } from './run-eval-worker.ts';

/** The result of every query under one engine. */
export interface EvalOutcomes {
  readonly engine: EvalEngineName;
  readonly queries: readonly QueryOutcome[];
}

/** The measurements, the outcome of each query, and the lines that are not queries or name a tool that does not exist. */
export interface Evaluation {
  readonly report: EvalReport;
  readonly outcomes: readonly EvalOutcomes[];
  readonly findings: readonly Finding[];
}

/** What an evaluation asks the open workspace for, where the request does not name files of its own. */
export interface EvalWorkspace {
  tools(): Promise<Pick<ToolScope, 'tools' | 'config'>>;
  golden(): Promise<GoldenSet>;
  /** What the model that the workspace names says of queries over these tools. Errors: `config_invalid` without one, `consent_required`, those of the model. */
  answers(tools: readonly CatalogTool[], queries: readonly string[], signal?: AbortSignal): Promise<ModelAnswers>;
}

export interface RunOptions extends Omit<EvaluateOptions, 'onProgress'> {
  readonly onProgress?: ((progress: EvalProgress) => void) | undefined;
  /** Script of the thread to measure in; without it this thread does. */
  readonly worker?: URL | undefined;
}

/**
 * `pegboard eval`: measures engines over labelled queries. Findings name the lines whose tools do not exist, and bad lines of
 * the workspace's own set. Errors: `invalid_input` with the bad lines of a named file, those of reading the tools,
 * `source_empty`, `file_not_found` without golden queries, `cancelled`.
 */
export async function runEvaluation(
  request: EvalRequest,
  workspace: EvalWorkspace,
  options: RunOptions,
): Promise<Evaluation> {
  const given = request.queries && readGivenQueries(request.queries);
  const { tools, config } = request.tools
    ? { tools: readEvalTools(request.tools.text, request.tools.path), config: toolSearchConfigSchema.parse({}) }
    : await workspace.tools().then((scope) => ({ tools: [...scope.tools.values()], config: scope.config }));
  if (tools.length === 0) {
    throw new PegboardError('source_empty', 'There are no tools to search.', {
      hint: 'Import some: pegboard import <file>. Or name a file: --tools tools.jsonl.',
    });
  }
  const { queries, findings } = given ?? goldenQueries(await workspace.golden(), request.file);
  const engines = request.engines.length > 0 ? [...new Set(request.engines)] : [config.ranking];
  const job: EvalJob = {
    tools,
    queries,
    engines,
    config: {
      preferred_namespaces: config.preferred_namespaces,
      thesaurus: config.thesaurus,
      weak_results: config.weak_results,
      understanding: config.understanding,
      hybrid: config.hybrid,
    },
    intervals: request.intervals,
    answers: engines.includes('pegboard+model')
      ? await workspace.answers(
          tools,
          queries.map(({ query }) => query),
          options.signal,
        )
      : undefined,
  };
  const measured = await measure(job, options);
  return {
    report: buildReport(tools.length, queries, measured),
    outcomes: measured.map(({ row, outcomes }) => ({ engine: row.engine, queries: outcomes })),
    findings: [...findings, ...missing(queries, new Set(tools.map((tool) => tool.name)))],
  };
}

async function measure(job: EvalJob, { worker, ...options }: RunOptions): Promise<readonly MeasuredEngine[]> {
  return worker ? runEvalWorker(worker, job, options) : measureEngines(job, options);
}

interface GivenQueries {
  readonly queries: readonly FileQuery[];
  readonly findings: readonly Finding[];
}

function readGivenQueries({ text, path }: { text: string; path: string }): GivenQueries {
  return { queries: readEvalSet(text, path).map((query) => ({ ...query, file: path })), findings: [] };
}

function goldenQueries(set: GoldenSet, file: string | undefined): GivenQueries {
  const isAsked = (path: string | undefined) => file === undefined || path === file;
  const queries = set.queries.filter((query) => isAsked(query.file));
  // Which tools are there depends on who asks: those findings are made below.
  const findings = set.findings.filter(({ path, code }) => isAsked(path) && code !== 'relevant_tool_missing');
  if (queries.length > 0) return { queries, findings };
  throw noGoldenQueries(file, findings);
}

/** `file_not_found` where there is nothing to measure. */
export function noGoldenQueries(file: string | undefined, findings: readonly Finding[]): PegboardError {
  return new PegboardError('file_not_found', `There are no golden queries in ${file ?? 'evals/*.jsonl'}.`, {
    hint: `Add the first: pegboard eval add "what a user asks" <tool>. It goes to ${file ?? defaultGoldenFile}.`,
    data: { findings },
  });
}

function missing(queries: readonly FileQuery[], names: ReadonlySet<string>): Finding[] {
  const files = Map.groupBy(queries, ({ file }) => file);
  return [...files].flatMap(([file, ofFile]) => missingTools(ofFile, names, file));
}

/** A query and its file. */
interface FileQuery extends EvalQuery {
  readonly file: string;
}

const shownInstead = 5;

/** The measurement as one report: a row for each engine, and the result of each query under each engine. */
function buildReport(tools: number, queries: readonly FileQuery[], measured: readonly MeasuredEngine[]): EvalReport {
  const results = queries.map(({ query, relevant, file, line }, i): EvalResult => {
    const engines = measured.flatMap(({ row, outcomes }) => {
      const outcome = outcomes[i];
      return outcome ? [[row.engine, placesOf(outcome)] as const] : [];
    });
    return { query, relevant, file, line, engines: Object.fromEntries(engines) };
  });
  return { tools, queries: queries.length, engines: measured.map(({ row }) => row), results };
}

function placesOf({ ranks, ranked }: Pick<MeasuredEngine['outcomes'][number], 'ranks' | 'ranked'>): EvalPlaces {
  const first = ranks.reduce((best: number, rank) => Math.min(best, rank ?? Number.POSITIVE_INFINITY), Infinity);
  return { ranks, instead: ranked.slice(0, Math.min(first - 1, shownInstead)) };
}

/**
 * The tools of a file of any accepted shape, under the names the file gives them, without a workspace. Errors: those of
 * `parseCapturedTools`, `tool_name_conflict` for a name that comes twice.
 */
export function readEvalTools(text: string, file: string): CatalogTool[] {
  // A jsonl keeps its names verbatim, which is what queries name.
  const source = sourceSchema.parse({ name: 'tools', path: 'tools.jsonl', format: 'tools_jsonl' });
  const sources = parseCapturedTools(text, file);
  const places = new Map<string, string>();
  const tools: CatalogTool[] = [];
  for (const { tools: listed, places: placed, leftOut } of sources) {
    const twin = leftOut.find(({ twinAt }) => twinAt !== undefined);
    if (twin?.twinAt !== undefined) throw twice(twin.name ?? '', file, [twin.twinAt, twin.place]);
    for (const [i, one] of listed.entries()) {
      const tool = normaliseTool(one, source);
      const place = placed[i] ?? '';
      const before = places.get(tool.name);
      if (before !== undefined) throw twice(tool.name, file, [before, place]);
      places.set(tool.name, place);
      tools.push({ ...tool, mode: 'deferred', mode_reason: { rule: 'fallback', detail: 'read for an evaluation' } });
    }
  }
  // A figure for some of the tools would say nothing about the set.
  refuseLeftOut(sources, file);
  return tools.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function twice(name: string, file: string, places: readonly string[]): PegboardError {
  return new PegboardError('tool_name_conflict', `${file} lists "${name}" twice: ${places.join(', ')}.`, {
    hint: 'Rename or remove one of the two.',
    data: { file, tool: name, places },
  });
}
