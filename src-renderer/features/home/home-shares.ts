import { strings } from '../../strings/home.ts';
import type { PlacedTool } from '../tuner/side-rows.ts';

type Tool = Pick<PlacedTool['tool'], 'source' | 'prompt_size'>;

/** What one source, several small ones, or the instructions take of the prompt; sizes as `tokensOfSize` has them. */
export interface Share {
  /** Name of the source; null for the others together, and for the instructions. */
  readonly source: string | null;
  readonly title: string;
  /** Which of the colours it has. */
  readonly slot: number;
  readonly tools: number;
  readonly loaded: number;
  /** Size in the prompt as it is. */
  readonly now: number;
  /** Size in a prompt with every tool. */
  readonly all: number;
}

/** Sources with a row of their own. */
const mostRows = 8;

/** The sources, the largest first, whoever may use their tools and however tokens are counted. */
function rankedSources(tools: readonly Tool[]): readonly string[] {
  const sizes = [...Map.groupBy(tools, ({ source }) => source)].map(([source, own]) => ({
    source,
    size: own.reduce((sum, { prompt_size: size }) => sum + size, 0),
  }));
  return sizes.sort((a, b) => b.size - a.size).map(({ source }) => source);
}

/** A colour for each of these sources: that of its rank, or one that no other has. */
function slotsOf(shown: readonly string[], ranked: readonly string[]): ReadonlyMap<string, number> {
  const own = ranked.length > mostRows ? mostRows - 1 : mostRows;
  const slots = new Map<string, number>();
  for (const source of shown) {
    const rank = ranked.indexOf(source);
    if (rank >= 0 && rank < own) slots.set(source, rank);
  }
  const taken = new Set(slots.values());
  const free = Array.from({ length: mostRows }, (_, slot) => slot).filter((slot) => !taken.has(slot));
  for (const source of shown) {
    if (!slots.has(source)) slots.set(source, free.shift() ?? mostRows - 1);
  }
  return slots;
}

/**
 * What the sources take of the prompt, the largest first; those beyond the eighth are one row. A source keeps its colour whichever
 * of `tools`, which are all, are placed. `sizeOf` is null while the tools are being counted, and then this is null.
 */
export function sourceShares(
  placed: readonly PlacedTool[],
  tools: readonly Tool[],
  sizeOf: (tools: readonly PlacedTool['tool'][]) => number | null,
): readonly Share[] | null {
  const shares: (Share & { readonly source: string })[] = [];
  for (const [source, own] of Map.groupBy(placed, ({ tool }) => tool.source)) {
    const loaded = own.filter(({ mode }) => mode === 'always');
    const all = sizeOf(own.map(({ tool }) => tool));
    const now = sizeOf(loaded.map(({ tool }) => tool));
    if (all === null || now === null) return null;
    shares.push({ source, title: source, slot: 0, tools: own.length, loaded: loaded.length, now, all });
  }
  shares.sort((a, b) => b.all - a.all);
  const shown = shares.slice(0, shares.length <= mostRows ? mostRows : mostRows - 1);
  const ranked = rankedSources(tools);
  const slots = slotsOf(
    shown.map(({ source }) => source),
    ranked,
  );
  const coloured = shown.map((share) => ({ ...share, slot: slots.get(share.source) ?? 0 }));
  const rest = shares.slice(shown.length);
  if (rest.length === 0) return coloured;
  const sum = (field: 'tools' | 'loaded' | 'now' | 'all') => rest.reduce((total, share) => total + share[field], 0);
  const others = { tools: sum('tools'), loaded: sum('loaded'), now: sum('now'), all: sum('all') };
  return [
    ...coloured,
    { source: null, title: strings.homeShares.otherSources(rest.length), slot: mostRows - 1, ...others },
  ];
}
