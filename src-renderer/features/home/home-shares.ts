import { strings } from '../../strings/home.ts';
import type { PlacedTool } from '../tuner/side-rows.ts';

/** What one source, several small ones, or the instructions take of the prompt; sizes as `tokensOfSize` has them. */
export interface Share {
  /** Name of the source; null for the others together, and for the instructions. */
  readonly source: string | null;
  readonly title: string;
  readonly tools: number;
  readonly loaded: number;
  /** Size in the prompt as it is. */
  readonly now: number;
  /** Size in a prompt with every tool. */
  readonly all: number;
}

/** Sources with a row of their own. */
const mostRows = 8;

/**
 * What the sources take of the prompt, the largest first; those beyond the eighth are one row. `sizeOf` is null while the tools
 * are being counted, and then this is null.
 */
export function sourceShares(
  placed: readonly PlacedTool[],
  sizeOf: (tools: readonly PlacedTool['tool'][]) => number | null,
): readonly Share[] | null {
  const shares: Share[] = [];
  for (const [source, own] of Map.groupBy(placed, ({ tool }) => tool.source)) {
    const loaded = own.filter(({ mode }) => mode === 'always');
    const all = sizeOf(own.map(({ tool }) => tool));
    const now = sizeOf(loaded.map(({ tool }) => tool));
    if (all === null || now === null) return null;
    shares.push({ source, title: source, tools: own.length, loaded: loaded.length, now, all });
  }
  shares.sort((a, b) => b.all - a.all);
  if (shares.length <= mostRows) return shares;
  const rest = shares.slice(mostRows - 1);
  const sum = (field: 'tools' | 'loaded' | 'now' | 'all') => rest.reduce((total, share) => total + share[field], 0);
  const others = { tools: sum('tools'), loaded: sum('loaded'), now: sum('now'), all: sum('all') };
  return [
    ...shares.slice(0, mostRows - 1),
    { source: null, title: strings.homeShares.otherSources(rest.length), ...others },
  ];
}
