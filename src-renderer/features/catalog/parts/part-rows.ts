import type { EntryPart, EntryTokens } from '#shared/domain/tool-detail.ts';
import type { Estimator } from '../../../state/preferences-store.ts';

/** From this share of the whole on, and this many tokens, a part is marked as what makes the tool expensive. */
const markedShare = 0.2;
const markedTokens = 20;

/** A part of a tool's entry as the screen lists it. */
export interface PartRow {
  /** Unique among the parts of a tool. */
  readonly key: string;
  readonly part: EntryPart['part'];
  readonly of: EntryPart['of'];
  readonly tokens: number;
  /** Share of the whole entry, 0 to 1. */
  readonly share: number;
  readonly isMarked: boolean;
}

/** The parts in the order in which they are written, by one estimator: their tokens add up to the whole. */
export function partRows({ whole, parts }: EntryTokens, estimator: Estimator): PartRow[] {
  const all = whole[estimator];
  return parts.map(({ part, of, tokens }) => {
    const own = tokens[estimator];
    const share = all === 0 ? 0 : own / all;
    const isMarked = part !== 'joins' && share >= markedShare && own >= markedTokens;
    return { key: JSON.stringify([part, of]), part, of, tokens: own, share, isMarked };
  });
}

/** Dearest first; equals as they are written. */
export function dearestFirst(rows: readonly PartRow[]): PartRow[] {
  return rows.toSorted((a, b) => b.tokens - a.tokens);
}

const names: Readonly<Record<EntryPart['part'], string>> = {
  name: 'name',
  description: 'description',
  side_effects: 'side effects',
  argument: 'argument',
  schema: 'rest of the schema',
  output_schema: 'output schema',
  example: 'example',
  joins: 'labels',
};

/** What a part is called; an argument's own name comes after it. */
export function partName({ part, of }: Pick<PartRow, 'part' | 'of'>): string {
  if (part === 'argument' && of === null) return 'the other arguments';
  return part === 'example' && typeof of === 'number' ? `example ${of + 1}` : names[part];
}
