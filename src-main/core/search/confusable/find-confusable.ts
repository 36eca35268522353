import { setImmediate } from 'node:timers/promises';
import type { ConfusableReport, Confusion } from '#shared/domain/confusable.ts';
import { throwIfCancelled } from '../../cancellation.ts';
import type { RankerIndex } from '../ranker/ranker-index.ts';
import type { SearchedTool } from '../ranker/tool-texts.ts';
import { confusionsOf } from './confusions-of.ts';
import { type AskedQuery, selfQueries } from './self-queries.ts';
import { WordsApart } from './tell-apart.ts';

const mostPairs = 500;
const mostClusters = 100;
const mostClusterTools = 50;
const mostConfusions = 4;
/** Equal up to the last bits. */
const notBehind = 1 - 1e-9;
/** Queries of one text that are looked at together, and how long at most before a look at whatever else waits, milliseconds. */
const batch = 100;
const sliceMs = 10;

interface Pair {
  readonly tools: readonly [string, string];
  readonly confusions: Confusion[];
}

/**
 * Asks our ranker each golden query, and of each tool the words of its name and its first sentence, and gathers the pairs that
 * these cannot tell apart. The same index, tools and queries give the same report. Error: `cancelled`.
 */
export async function findConfusable(
  index: RankerIndex,
  tools: readonly SearchedTool[],
  golden: readonly AskedQuery[],
  options: {
    readonly stopwatch: () => number;
    readonly signal?: AbortSignal | undefined;
    readonly onProgress?: ((done: number, total: number) => void) | undefined;
  },
): Promise<ConfusableReport> {
  const asked = [...golden, ...tools.flatMap((tool) => selfQueries(tool, index.tokenizer))];
  const apart = new WordsApart(index);
  const pairs = new Map<string, Pair>();
  let done = 0;
  let breath = options.stopwatch();
  // Tools of one text ask the same: it is ranked once.
  for (const [query, same] of Map.groupBy(asked, (one) => one.query)) {
    for (let start = 0; start < same.length; start += batch) {
      const some = same.slice(start, start + batch);
      for (const confusion of confusionsOf(index, query, some)) {
        // A golden query may put tools first that have nothing to do with the right one: that is a miss as well.
        if (confusion.kind !== 'golden' || apart.areAlike(confusion.right, confusion.wrong)) note(pairs, confusion);
      }
      done += some.length;
      if (options.stopwatch() - breath < sliceMs) continue;
      options.onProgress?.(done, asked.length);
      await setImmediate();
      throwIfCancelled(options.signal);
      breath = options.stopwatch();
    }
  }
  return report(apart, pairs, { tools: tools.length, queries: asked.length, golden_queries: golden.length });
}

function note(pairs: Map<string, Pair>, confusion: Confusion): void {
  const { right, wrong } = confusion;
  const tools = right < wrong ? ([right, wrong] as const) : ([wrong, right] as const);
  const key = tools.join('\0');
  const pair = pairs.get(key) ?? { tools, confusions: [] };
  pair.confusions.push(confusion);
  pairs.set(key, pair);
}

function report(
  apart: WordsApart,
  pairs: ReadonlyMap<string, Pair>,
  counts: Pick<ConfusableReport, 'tools' | 'queries' | 'golden_queries'>,
): ConfusableReport {
  const weighed = [...pairs.values()].map((pair) => ({ ...pair, ...weightOf(pair) })).sort(compareWeight);
  const clusters = clustersOf(weighed.filter(({ lost }) => lost > 0).map(({ tools }) => tools));
  return {
    ...counts,
    pairs: weighed.slice(0, mostPairs).map(({ tools: [first, second], confusions, lost }) => ({
      tools: [first, second],
      confusions: confusions.toSorted(compareConfusions).slice(0, mostConfusions),
      count: confusions.length,
      lost,
      ...apart.compare(first, second),
    })),
    pair_count: weighed.length,
    clusters: clusters.slice(0, mostClusters).map((names) => {
      const shown = names.slice(0, mostClusterTools);
      return { tools: shown, size: names.length, shared: apart.sharedBy(shown) };
    }),
    cluster_count: clusters.length,
  };
}

interface Weight {
  readonly lost: number;
  readonly golden: number;
  readonly share: number;
}

function weightOf({ confusions }: Pair): Weight {
  const losers = confusions.filter(({ share }) => share >= notBehind).map(({ right }) => right);
  return {
    lost: new Set(losers).size,
    golden: confusions.filter(({ kind }) => kind === 'golden').length,
    share: confusions.reduce((most, { share }) => Math.max(most, share), 0),
  };
}

/** Worst first: what golden queries confuse, then what is lost from both sides, by many queries, by much. */
function compareWeight(a: Pair & Weight, b: Pair & Weight): number {
  return (
    b.golden - a.golden ||
    b.lost - a.lost ||
    b.confusions.length - a.confusions.length ||
    b.share - a.share ||
    (a.tools.join('\0') < b.tools.join('\0') ? -1 : 1)
  );
}

const kinds: readonly Confusion['kind'][] = ['golden', 'name', 'sentence'];

function compareConfusions(a: Confusion, b: Confusion): number {
  return b.share - a.share || kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || (a.right < b.right ? -1 : 1);
}

/** Groups of three and more that links hold together, the largest first; names in each in their order. */
export function clustersOf(links: Iterable<readonly [string, string]>): string[][] {
  const parents = new Map<string, string>();
  const rootOf = (name: string): string => {
    let root = name;
    for (let parent = parents.get(root); parent !== undefined && parent !== root; parent = parents.get(root)) {
      root = parent;
    }
    // The way is short next time.
    for (let step = name; step !== root; ) {
      const next = parents.get(step) ?? root;
      parents.set(step, root);
      step = next;
    }
    return root;
  };
  for (const [a, b] of links) {
    const [first, second] = [rootOf(a), rootOf(b)];
    parents.set(first, first);
    parents.set(second, first);
  }
  return [...Map.groupBy([...parents.keys()].sort(), rootOf).values()]
    .filter((names) => names.length > 2)
    .sort((a, b) => b.length - a.length || ((a[0] ?? '') < (b[0] ?? '') ? -1 : 1));
}
