import { createHash } from 'node:crypto';
import type { Finding } from '#shared/domain/finding.ts';
import type { WhyNot, WhyNotRequest } from '#shared/domain/why-not.ts';
import { throwIfCancelled } from '../cancellation.ts';
import { goldenSet, readGoldenTexts } from '../evaluation/golden/read-golden.ts';
import type { Files } from '../files/files.ts';
import { notConfigured } from '../search/search-scope.ts';
import type { AskedModel } from '../search/understanding/model-answer.ts';
import { serialQueue } from '../serial-queue.ts';
import { allowedTools } from '../workspace/allowed-tools.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';
import { revisionOf } from '../workspace/workspace-file.ts';
import { findAsked } from './exclusion-reason.ts';
import { type GoldenRanks, goldenRanks } from './golden-cost.ts';
import { OverlayTrials } from './overlay-trials.ts';
import { closeScope, scopeOfTools } from './scope-of-tools.ts';
import { explainAbsence, explainTool, type Golden } from './why-not.ts';

interface WhyNotOptions {
  readonly files: Files;
  /** `off` means a SQLite without FTS5 (R2.22). */
  readonly fts: 'detect' | 'off';
}

interface AnswerOptions {
  readonly signal?: AbortSignal | undefined;
  /** What a model that the workspace names says of the query, over the tools of the caller in their order. */
  readonly model?: AskedModel | undefined;
}

/** Tools that a caller may use, with indexes of their own to try edits in. */
interface Bench {
  readonly trials: OverlayTrials;
  /** By the hash of the golden queries. */
  readonly ranks: Map<string, GoldenRanks>;
}

/** How many benches are kept. */
const maximumBenches = 4;

/**
 * Answers "why not?" for one workspace after the other, one question at a time. Its indexes are its own: they hold exactly
 * the tools of the caller (decision 002), and edits are tried in them.
 */
export class WhyNotQueue {
  readonly #options: WhyNotOptions;
  readonly #benches = new Map<string, Bench>();
  #revision: string | undefined;
  readonly #inTurn = serialQueue();

  constructor(options: WhyNotOptions) {
    this.#options = options;
  }

  /** Errors: `unknown_persona`, `tool_search_not_configured`, `cancelled`. */
  answer(loaded: LoadedWorkspace, request: WhyNotRequest, options: AnswerOptions = {}): Promise<WhyNot> {
    return this.#inTurn(() => this.#answer(loaded, request, options));
  }

  close(): void {
    for (const { trials } of this.#benches.values()) closeScope(trials.scope);
    this.#benches.clear();
  }

  async #answer(loaded: LoadedWorkspace, request: WhyNotRequest, { signal, model }: AnswerOptions): Promise<WhyNot> {
    throwIfCancelled(signal);
    const config = loaded.file.config.tool_search;
    if (!config.enabled) throw notConfigured();
    const ranking = request.ranking ?? config.ranking;
    const asked = findAsked(loaded, request.caller, request.tool);
    if ('reason' in asked) return explainAbsence(request, { ...asked, ranking });
    const bench = await this.#benchFor(loaded, request, signal);
    bench.trials.takeModel(model);
    const golden = request.suggest
      ? await this.#golden(loaded, bench, signal)
      : { queries: [], ranks: [], problems: [] };
    const base = revisionOf(loaded.file.text);
    const answer = await explainTool(bench.trials, request, { tool: asked.tool, golden, base, signal });
    return { ...answer, ...(model && { meaning_model: model.status }) };
  }

  async #benchFor(
    loaded: LoadedWorkspace,
    { caller, ranking }: Pick<WhyNotRequest, 'caller' | 'ranking'>,
    signal: AbortSignal | undefined,
  ): Promise<Bench> {
    if (this.#revision !== loaded.contentKey) this.close();
    this.#revision = loaded.contentKey;
    const key = JSON.stringify([caller, ranking]);
    const bench = this.#benches.get(key) ?? {
      trials: await this.#newTrials(loaded, { caller, ranking }, signal),
      ranks: new Map(),
    };
    // Put last: the first is then the one that was not asked for longest.
    this.#benches.delete(key);
    this.#benches.set(key, bench);
    const [oldest] = this.#benches;
    if (this.#benches.size > maximumBenches && oldest) {
      this.#benches.delete(oldest[0]);
      closeScope(oldest[1].trials.scope);
    }
    return bench;
  }

  async #newTrials(
    loaded: LoadedWorkspace,
    { caller, ranking }: Pick<WhyNotRequest, 'caller' | 'ranking'>,
    signal: AbortSignal | undefined,
  ): Promise<OverlayTrials> {
    const { tool_search } = loaded.file.config;
    const allowed = allowedTools(loaded, caller);
    const { scope, rows } = await scopeOfTools(allowed, tool_search, { ranking, fts: this.#options.fts, signal });
    return new OverlayTrials(scope, rows);
  }

  async #golden({ root, catalog }: LoadedWorkspace, { trials, ranks }: Bench, signal?: AbortSignal): Promise<Golden> {
    const { texts, findings } = await readGoldenTexts(root, this.#options.files);
    const { queries, findings: ofLines } = goldenSet(texts, new Set(catalog.byName.keys()));
    const problems = [...findings, ...ofLines].filter(({ severity }) => severity === 'error').map(describeProblem);
    const key = createHash('sha256').update(JSON.stringify(queries)).digest('hex');
    const known = ranks.get(key) ?? (await goldenRanks(trials.scope, queries, signal));
    ranks.clear();
    ranks.set(key, known);
    return { queries, ranks: known, problems };
  }
}

function describeProblem({ path, range, message }: Finding): string {
  const line = range ? `:${range.start.line}` : '';
  return path === undefined || message.includes(path) ? message : `${path}${line}: ${message}`;
}
