import type { EvalRunEvent, EvalRunInput } from '#shared/contract/evaluation.ts';
import type { CallOptions } from '#shared/contract/from-contract.ts';
import type { EvalComparison } from '#shared/domain/eval-comparison.ts';
import type { EvalDifference, EvalRun } from '#shared/domain/eval-run.ts';
import { type EvalReport, type EvalRequest, evalReportSchema } from '#shared/domain/eval-set.ts';
import type { GoldenChange, GoldenEdit, GoldenSet, LineSwap } from '#shared/domain/golden-query.ts';
import { PegboardError } from '#shared/errors.ts';
import type { Files } from '../files/files.ts';
import { wholePath } from '../files/whole-path.ts';
import type { ModelsService } from '../hybrid/models/models-service.ts';
import type { Logger } from '../logger.ts';
import { progressStream } from '../progress-stream.ts';
import { allowedTools } from '../workspace/allowed-tools.ts';
import { type LoadedWorkspace, loadWorkspace } from '../workspace/load-workspace.ts';
import type { WorkspaceSession } from '../workspace/workspace-session.ts';
import type { WorkspaceVersions } from '../workspace/workspace-versions.ts';
import type { Baselines } from './baselines.ts';
import { compareReports } from './compare-reports.ts';
import type { GoldenQueries } from './golden/golden-queries.ts';
import type { KeptEvaluations } from './kept-evaluations.ts';
import { type Evaluation, type EvalWorkspace, type RunOptions, runEvaluation } from './run-evaluation.ts';
import { workspaceState } from './workspace-state.ts';

interface Parts {
  readonly session: WorkspaceSession;
  readonly files: Files;
  readonly versions: WorkspaceVersions;
  readonly golden: GoldenQueries;
  readonly baselines: Baselines;
  readonly kept: KeptEvaluations;
  readonly logger: Logger;
  readonly stopwatch: () => number;
  readonly worker: URL | undefined;
  readonly models: Pick<ModelsService, 'answers'>;
}

/** An evaluation beside the run it was compared with; null where it was not. */
export type ComparedEvaluation = Evaluation & { readonly comparison: EvalComparison | null };

/** The golden queries of the open workspace, and measuring how well searches answer them. */
export class EvaluationService {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  golden(): Promise<GoldenSet> {
    return this.#parts.golden.read();
  }

  watch(options?: CallOptions): AsyncGenerator<GoldenSet | null, void> {
    return this.#parts.golden.watch(options?.signal);
  }

  edit(change: GoldenChange): Promise<GoldenEdit> {
    return this.#parts.golden.edit(change);
  }

  undo(swap: LineSwap): Promise<GoldenEdit> {
    return this.#parts.golden.undo(swap);
  }

  /** Measures, and with `compare` does so for the other state of the catalog too, or reads the report kept of it. */
  async evaluate(
    request: EvalRequest,
    options: Omit<RunOptions, 'stopwatch' | 'worker'> = {},
  ): Promise<ComparedEvaluation> {
    const { stopwatch, worker } = this.#parts;
    const running = { ...options, stopwatch, worker };
    const other = await this.#other(request);
    const evaluation = await runEvaluation(request, this.#workspace(request.persona), running);
    if (other === null) return { ...evaluation, comparison: null };
    // The same queries and engines, whatever the other workspace has of its own.
    const engines = evaluation.report.engines.map(({ engine }) => engine);
    const before =
      'report' in other
        ? other.report
        : (await runEvaluation({ ...request, tools: null, engines, intervals: false }, other.workspace, running))
            .report;
    return { ...evaluation, comparison: compareReports(before, evaluation.report, other.title) };
  }

  /** The same as a stream, compared with the baseline unless something else is named. The first run becomes the baseline. */
  async *run(input: EvalRunInput, options?: CallOptions): AsyncGenerator<EvalRunEvent, void> {
    const { loaded } = this.#parts.session.current();
    const { root } = loaded;
    const request = { ...input, queries: null, tools: null, intervals: true };
    const { report, findings, comparison } = yield* progressStream<EvalRunEvent, ComparedEvaluation>(
      ({ signal, onProgress }) =>
        this.evaluate(request, {
          signal,
          onProgress: (progress) => onProgress({ type: 'progress', ...progress }),
        }),
      options?.signal,
    );
    const baseline = { root, persona: input.persona };
    const run = await this.#keep(loaded, input, report);
    const compared = comparison ?? (await this.#withBaseline(baseline, report));
    yield { type: 'done', report, findings, comparison: compared, run };
  }

  async runs(): Promise<readonly EvalRun[]> {
    return this.#parts.kept.list(this.#root());
  }

  async report({ id }: { id: string }): Promise<{ run: EvalRun; report: EvalReport } | null> {
    return this.#parts.kept.report(this.#root(), id);
  }

  async compareRuns(ids: { before: string; after: string }): Promise<EvalDifference> {
    return this.#parts.kept.compare(this.#root(), ids);
  }

  #root(): string {
    return this.#parts.session.current().loaded.root;
  }

  /** Keeps a run; a disk that takes none does not take the result away. */
  async #keep(loaded: LoadedWorkspace, { persona, file }: EvalRunInput, report: EvalReport): Promise<EvalRun | null> {
    const { kept, logger } = this.#parts;
    try {
      return await kept.keep(loaded.root, { report, persona, file, state: workspaceState(loaded) });
    } catch (error) {
      logger.warn('A run of the evaluation is not kept.', { error: String(error) });
      return null;
    }
  }

  async keepBaseline(input: { report: EvalReport; persona?: string | undefined }): Promise<{ kept: boolean }> {
    const { root } = this.#parts.session.current().loaded;
    await this.#parts.baselines.keep({ root, persona: input.persona }, input.report);
    return { kept: true };
  }

  async #withBaseline(of: { root: string; persona?: string | undefined }, report: EvalReport) {
    const { baselines } = this.#parts;
    const before = await baselines.read(of);
    const measured = new Set(report.engines.map(({ engine }) => engine));
    if (before?.engines.some(({ engine }) => measured.has(engine)))
      return compareReports(before, report, 'the baseline');
    if (before === null) await baselines.keep(of, report);
    return null;
  }

  #workspace(persona: string | undefined): EvalWorkspace {
    const { session, golden } = this.#parts;
    return {
      tools: () => session.onCurrent((current) => current.scopeFor({ persona })),
      golden: () => golden.read(),
      answers: (tools, queries, signal) =>
        session.onCurrent(({ loaded }) => this.#parts.models.answers(loaded, { tools, queries }, signal)),
    };
  }

  /** What to compare with: a report that was kept, another workspace, or a version of the open one; null where none is named. */
  async #other({
    compare,
    compare_at,
    ...request
  }: EvalRequest): Promise<
    ({ readonly title: string } & ({ readonly report: EvalReport } | { readonly workspace: EvalWorkspace })) | null
  > {
    const { files, session, versions } = this.#parts;
    if (compare_at !== undefined) {
      const { loaded } = await versions.at(session.current().loaded.root, compare_at);
      return { title: compare_at, workspace: this.#otherWorkspace(loaded, request) };
    }
    if (compare === undefined) return null;
    const path = wholePath(compare);
    if (!(await files.isDirectory(path)))
      return { title: compare, report: readReport(await files.readText(path, { regularOnly: false }), path) };
    return { title: compare, workspace: this.#otherWorkspace(await loadWorkspace(path, files), request) };
  }

  #otherWorkspace(loaded: LoadedWorkspace, { tools, persona }: Pick<EvalRequest, 'tools' | 'persona'>): EvalWorkspace {
    const config = loaded.file.config.tool_search;
    const caller = tools === null ? { persona } : {};
    return {
      tools: async () => ({ tools: allowedTools(loaded, caller), config }),
      golden: () => this.#parts.golden.read(),
      answers: (tools, queries, signal) => this.#parts.models.answers(loaded, { tools, queries }, signal),
    };
  }
}

/** A report as `pegboard eval --format json` prints it. Error: `invalid_input`. */
function readReport(text: string, path: string): EvalReport {
  const report = evalReportSchema.safeParse(jsonOf(text));
  if (report.success) return report.data;
  const [issue] = report.error.issues;
  const place = issue?.path.join('.') ?? '';
  const why = place === '' ? 'it is not JSON of one object' : `${place}: ${issue?.message}`;
  throw new PegboardError('invalid_input', `${path} is not an evaluation report: ${why}.`, {
    hint: 'Make one: pegboard eval --format json > report.json. Or name the folder of a workspace.',
    data: { path },
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
