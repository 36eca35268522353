import type { WorkspaceConfig } from '#shared/domain/config.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import type { EditedField, GoldenCost, ToolEdit } from '#shared/domain/why-not.ts';
import { throwIfCancelled } from '../../cancellation.ts';
import { meanInterval } from '../../evaluation/bootstrap.ts';
import type { SearchScope } from '../../search/search-scope.ts';
import { applyEdit } from '../../why-not/apply-edit.ts';
import { type GoldenRanks, goldenCost, goldenRanks, type LabelledQuery } from '../../why-not/golden-cost.ts';
import { OverlayTrials } from '../../why-not/overlay-trials.ts';
import { closeScope, scopeOfTools } from '../../why-not/scope-of-tools.ts';
import type { MeanGain } from '../board/board-job.ts';
import { foldsOf } from '../held-out.ts';
import { textCandidates } from './text-candidates.ts';

/** Queries with the tools that should be found, and the catalog that they search. */
export interface TextJob {
  readonly tools: readonly CatalogTool[];
  readonly config: WorkspaceConfig['tool_search'];
  readonly fts: 'detect' | 'off';
  readonly queries: readonly LabelledQuery[];
  /** Edits that are accepted at most. */
  readonly most: number;
  readonly folds: number;
  readonly seed: number;
}

/** Edits that were tried together, and what they do. A gain is in reciprocal ranks: 1 for the first place, 1/2 for the second. */
export interface TextChoice {
  readonly edits: readonly ToolEdit[];
  readonly inSample: MeanGain;
  readonly heldOut: MeanGain;
  /** Of all queries. */
  readonly cost: GoldenCost;
}

interface Context {
  readonly job: TextJob;
  readonly field: EditedField;
  readonly signal?: AbortSignal | undefined;
}

/** What an edit must gain over all queries, in reciprocal ranks, to be accepted. */
const leastGain = 0.25;
/** Candidates that are tried in the place of an accepted one. */
const mostExchanged = 4;

/**
 * Words for overlays that lift tools for their queries, chosen together: each edit is tried on an index that has those accepted before;
 * then each is exchanged if another does more in its place. Every query counts, so an edit that takes places from others pays for it.
 * The held-out gain of a query comes from edits that were chosen without it. Error: `cancelled`.
 */
export async function chooseTexts(
  job: TextJob,
  {
    signal,
    onProgress,
  }: { readonly signal?: AbortSignal; readonly onProgress?: (done: number, total: number) => void } = {},
): Promise<TextChoice> {
  const context: Context = { job, field: job.config.ranking === 'pegboard' ? 'phrases' : 'tags', signal };
  const folds = Math.min(job.folds, job.queries.length);
  const foldOf = foldsOf(job.queries.length, folds, job.seed);
  const before = await ranksWith(context, [], job.queries);
  const heldOut = new Float64Array(job.queries.length);
  for (let fold = 0; fold < folds; fold++) {
    onProgress?.(fold, folds + 1);
    const edits = await chosenEdits(
      context,
      job.queries.filter((_, i) => foldOf[i] !== fold),
    );
    if (edits.length === 0) continue;
    const unseen = [...job.queries.keys()].filter((i) => foldOf[i] === fold);
    const after = await ranksWith(
      context,
      edits,
      unseen.map((i) => job.queries[i] as LabelledQuery),
    );
    for (const [k, i] of unseen.entries()) heldOut[i] = worthOf(after[k]) - worthOf(before[i]);
  }
  onProgress?.(folds, folds + 1);
  const edits = await chosenEdits(context, job.queries);
  const after = await ranksWith(context, edits, job.queries);
  return {
    edits,
    inSample: meanOf(
      Float64Array.from(job.queries, (_, i) => worthOf(after[i]) - worthOf(before[i])),
      job.seed,
    ),
    heldOut: meanOf(heldOut, job.seed),
    cost: goldenCost(job.queries, { before, after, except: '' }),
  };
}

/** The catalog with edits, each on top of those before. */
export function withEdits(tools: readonly CatalogTool[], edits: readonly ToolEdit[]): CatalogTool[] {
  return tools.map((tool) => edits.filter((edit) => edit.tool === tool.name).reduce(applyEdit, tool));
}

async function chosenEdits(context: Context, queries: readonly LabelledQuery[]): Promise<readonly ToolEdit[]> {
  const { job } = context;
  const candidates = await onIndex(context, [], ({ scope }) => textCandidates(scope, queries, context));
  let pool: readonly Candidate[] = candidates.map((edit) => ({ edit, gain: Number.POSITIVE_INFINITY }));
  let edits: readonly ToolEdit[] = [];
  while (edits.length < job.most && pool.length > 0) {
    const next = await bestNext(context, { edits, pool, queries });
    pool = next.pool;
    if (next.edit === null) break;
    edits = [...edits, next.edit];
  }
  return exchanged(context, { edits, pool, queries });
}

/** An edit with what it gained when it was last measured: infinite before. */
interface Candidate {
  readonly edit: ToolEdit;
  readonly gain: number;
}

interface Round {
  readonly edits: readonly ToolEdit[];
  /** Edits that are not accepted, the most promising first. */
  readonly pool: readonly Candidate[];
  readonly queries: readonly LabelledQuery[];
}

/**
 * The edit that gains most beside those accepted, null where none gains enough, and the others. A candidate is measured again only while
 * what it gained before is more than the best of this round: an edit seldom gains more beside others.
 */
async function bestNext(
  context: Context,
  { edits, pool, queries }: Round,
): Promise<{ readonly edit: ToolEdit | null; readonly pool: readonly Candidate[] }> {
  const { signal } = context;
  return onIndex(context, edits, async (trials, tools) => {
    const before = await goldenRanks(trials.scope, queries, signal);
    const everyQuery = [...queries.keys()];
    const measured: Candidate[] = [];
    let best: Candidate | null = null;
    let next = 0;
    for (; next < pool.length; next++) {
      const { edit, gain: last } = pool[next] as Candidate;
      if (last <= (best?.gain ?? 0)) break;
      throwIfCancelled(signal);
      const touched = everyQuery.filter((i) => touches(edit, queries[i] as LabelledQuery));
      const about = await gainOf(trials, tools, { edit, queries, touched, before, signal });
      const better: boolean = about > (best?.gain ?? leastGain);
      const gain: number = better
        ? await gainOf(trials, tools, { edit, queries, touched: everyQuery, before, signal })
        : about;
      if (gain > 0) measured.push({ edit, gain });
      if (gain > (best?.gain ?? leastGain)) best = { edit, gain };
    }
    const left = [...measured, ...pool.slice(next)].filter(({ edit }) => edit !== best?.edit);
    return { edit: best?.edit ?? null, pool: left.sort((a, b) => b.gain - a.gain) };
  });
}

/** Tries the most promising edits in the place of each accepted one. */
async function exchanged(context: Context, { edits, pool, queries }: Round): Promise<readonly ToolEdit[]> {
  let chosen = edits;
  const others = pool.slice(0, mostExchanged).map(({ edit }) => edit);
  for (const edit of edits) {
    const rest = chosen.filter((one) => one !== edit);
    const tried = [edit, ...others].map((one) => ({ edit: one, gain: Number.POSITIVE_INFINITY }));
    const next = await bestNext(context, { edits: rest, pool: tried, queries });
    if (next.edit !== null) chosen = [...rest, next.edit];
  }
  return chosen;
}

async function gainOf(
  trials: OverlayTrials,
  tools: ReadonlyMap<string, CatalogTool>,
  {
    edit,
    queries,
    touched,
    before,
    signal,
  }: {
    readonly edit: ToolEdit;
    readonly queries: readonly LabelledQuery[];
    readonly touched: readonly number[];
    readonly before: GoldenRanks;
    readonly signal: AbortSignal | undefined;
  },
): Promise<number> {
  const tool = tools.get(edit.tool);
  if (!tool) return 0;
  const asked = touched.map((i) => queries[i] as LabelledQuery);
  const after = await goldenRanks(trials.edited(applyEdit(tool, edit)), asked, signal);
  return touched.reduce((sum, i, k) => sum + worthOf(after[k]) - worthOf(before[i]), 0);
}

/** Whether an edit may change a query's results much: it adds a word of the query. */
function touches({ text, tool }: ToolEdit, { query, relevant }: LabelledQuery): boolean {
  const lower = query.toLowerCase();
  return relevant.some((group) => group.includes(tool)) || text.split(' ').some((word) => lower.includes(word));
}

async function ranksWith(
  context: Context,
  edits: readonly ToolEdit[],
  queries: readonly LabelledQuery[],
): Promise<GoldenRanks> {
  return onIndex(context, edits, ({ scope }: { scope: SearchScope }) => goldenRanks(scope, queries, context.signal));
}

/** Work on an index of the catalog with these edits, which is nobody else's. */
async function onIndex<Result>(
  { job, signal }: Context,
  edits: readonly ToolEdit[],
  work: (trials: OverlayTrials, tools: ReadonlyMap<string, CatalogTool>) => Result | Promise<Result>,
): Promise<Result> {
  const tools = new Map(withEdits(job.tools, edits).map((tool) => [tool.name, tool]));
  const { scope, rows } = await scopeOfTools(tools, job.config, { fts: job.fts, signal });
  const trials = new OverlayTrials(scope, rows);
  try {
    return await work(trials, tools);
  } finally {
    closeScope(trials.scope);
  }
}

function worthOf(rank: number | null | undefined): number {
  return rank ? 1 / rank : 0;
}

function meanOf(gains: Float64Array, seed: number): MeanGain {
  const mean = gains.reduce((sum, gain) => sum + gain, 0) / Math.max(1, gains.length);
  return { mean, interval: meanInterval(gains, seed) };
}
