import { createHash } from 'node:crypto';
import type { Finding } from '#shared/domain/finding.ts';
import type { WhyNot, WhyNotRequest } from '#shared/domain/why-not.ts';
import { throwIfCancelled } from '../cancellation.ts';
import { goldenSet, readGoldenTexts } from '../evaluation/golden/read-golden.ts';
import type { Files } from '../files/files.ts';
import { toIndexRows } from '../search/index-row.ts';
import { thesaurusWith } from '../search/ranker/thesaurus/groups.ts';
import { notConfigured, rankerScope, type SearchScope } from '../search/search-scope.ts';
import { TextAnalysis } from '../search/text-analysis.ts';
import { ToolIndex } from '../search/tool-index.ts';
import { serialQueue } from '../serial-queue.ts';
import { allowedTools } from '../workspace/allowed-tools.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';
import { revisionOf } from '../workspace/workspace-file.ts';
import { findAsked } from './exclusion-reason.ts';
import { type GoldenRanks, goldenRanks } from './golden-cost.ts';
import { OverlayTrials } from './overlay-trials.ts';
import { explainAbsence, explainTool, type Golden } from './why-not.ts';

interface WhyNotOptions {
  readonly files: Files;
  /** `off` stands for a SQLite without FTS5 (R2.22). */
  readonly fts: 'detect' | 'off';
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
  answer(loaded: LoadedWorkspace, request: WhyNotRequest, signal?: AbortSignal): Promise<WhyNot> {
    return this.#inTurn(() => this.#answer(loaded, request, signal));
  }

  close(): void {
    for (const { trials } of this.#benches.values()) closeBench(trials.scope);
    this.#benches.clear();
  }

  async #answer(loaded: LoadedWorkspace, request: WhyNotRequest, signal: AbortSignal | undefined): Promise<WhyNot> {
    throwIfCancelled(signal);
    const config = loaded.file.config.tool_search;
    if (!config.enabled) throw notConfigured();
    const ranking = request.ranking ?? config.ranking;
    const asked = findAsked(loaded, request.caller, request.tool);
    if ('reason' in asked) return explainAbsence(request, { ...asked, ranking });
    const bench = await this.#benchFor(loaded, request, signal);
    const golden = request.suggest
      ? await this.#golden(loaded, bench, signal)
      : { queries: [], ranks: [], problems: [] };
    return explainTool(bench.trials, request, { tool: asked.tool, golden, base: revisionOf(loaded.file.text), signal });
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
      closeBench(oldest[1].trials.scope);
    }
    return bench;
  }

  async #newTrials(
    loaded: LoadedWorkspace,
    { caller, ranking }: Pick<WhyNotRequest, 'caller' | 'ranking'>,
    signal: AbortSignal | undefined,
  ): Promise<OverlayTrials> {
    const config = loaded.file.config.tool_search;
    const allowed = allowedTools(loaded, caller);
    const tools = [...allowed.values()];
    const rows = await toIndexRows(tools, { signal });
    const kind = ranking ?? config.ranking;
    const ranker =
      kind === 'pegboard' ? await rankerScope(tools, { thesaurus: thesaurusWith(config.thesaurus), signal }) : { kind };
    const index = new ToolIndex({ path: null, fts: this.#options.fts, now: () => 0 });
    index.sync(rows);
    const analysis = index.ftsAvailable ? new TextAnalysis() : null;
    return new OverlayTrials({ tools: allowed, index, analysis, config, ranking: ranker }, rows);
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

function closeBench({ index, analysis }: SearchScope): void {
  index.close();
  analysis?.close();
}

function describeProblem({ path, range, message }: Finding): string {
  const line = range ? `:${range.start.line}` : '';
  return path === undefined || message.includes(path) ? message : `${path}${line}: ${message}`;
}
