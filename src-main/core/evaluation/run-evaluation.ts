import { toolSearchConfigSchema } from '#shared/domain/config.ts';
import type { EvalEngineName, EvalReport, EvalRequest, EvalRow } from '#shared/domain/eval-set.ts';
import type { Finding } from '#shared/domain/finding.ts';
import { PegboardError } from '#shared/errors.ts';
import type { ToolScope } from '../search/search-scope.ts';
import { engineMaker } from './engines/make-engine.ts';
import { type EvaluateOptions, evaluateEngine, type QueryOutcome } from './evaluate.ts';
import { missingTools, readEvalSet } from './read-eval-set.ts';
import { readEvalTools } from './read-tools.ts';

/** What became of every query under one engine. */
export interface EvalOutcomes {
  readonly engine: EvalEngineName;
  readonly queries: readonly QueryOutcome[];
}

/** What was measured, what became of each query, and which lines name a tool that is not there. */
export interface Evaluation {
  readonly report: EvalReport;
  readonly outcomes: readonly EvalOutcomes[];
  readonly findings: readonly Finding[];
}

/**
 * `pegboard eval`: measures engines over labelled queries. `workspace` is asked only where the request names no tools of its
 * own. Findings name the lines whose tools do not exist. Errors: `invalid_input` with the bad lines, those of reading the
 * tools, `source_empty`, `cancelled`.
 */
export async function runEvaluation(
  request: EvalRequest,
  workspace: () => Promise<Pick<ToolScope, 'tools' | 'config'>>,
  options: EvaluateOptions,
): Promise<Evaluation> {
  const queries = readEvalSet(request.queries.text, request.queries.path);
  const { tools, config } = request.tools
    ? { tools: readEvalTools(request.tools.text, request.tools.path), config: toolSearchConfigSchema.parse({}) }
    : await workspace().then((scope) => ({ tools: [...scope.tools.values()], config: scope.config }));
  if (tools.length === 0) {
    throw new PegboardError('source_empty', 'There are no tools to search.', {
      hint: 'Import some: pegboard import <file>. Or name a file: --tools tools.jsonl.',
    });
  }
  const engines: EvalRow[] = [];
  const outcomes: EvalOutcomes[] = [];
  for (const name of request.engines.length > 0 ? request.engines : [config.ranking]) {
    const { intervals } = request;
    const measured = await evaluateEngine(engineMaker(name, config), tools, queries, { ...options, intervals });
    engines.push(measured.row);
    outcomes.push({ engine: name, queries: measured.outcomes });
  }
  const findings = missingTools(queries, new Set(tools.map((tool) => tool.name)), request.queries.path);
  return { report: { tools: tools.length, queries: queries.length, engines }, outcomes, findings };
}
