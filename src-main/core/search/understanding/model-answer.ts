import type { ModelStatus } from '#shared/domain/model-status.ts';
import type { ErrorValue } from '#shared/errors.ts';
import { dotProductOf } from './vectors/vector-table.ts';

/** Where a model's cosines lie in a catalog: between texts that belong together, and between others. */
export interface CosineScale {
  readonly background: number;
  readonly match: number;
}

/** One text that a query was compared as: the whole query, a sentence of it, or its translation. */
export interface ModelPart {
  readonly text: string;
  /** As the model gives them, by tool's id; NaN where the model knows nothing of the text or of the tool. */
  readonly cosines: Float64Array;
}

/** What a model says of one query and of every tool of an index. Plain data: it may cross to another thread. */
export interface ModelAnswer {
  readonly model: string;
  readonly query: string;
  readonly scale: CosineScale;
  readonly parts: readonly ModelPart[];
}

/** What a search knows of the model that the workspace names. */
export interface AskedModel {
  readonly status: ModelStatus;
  /** Null where the model gave none. */
  readonly answer: ModelAnswer | null;
  /** Why it could not be asked; null where nothing is wrong. */
  readonly problem: ErrorValue | null;
}

/**
 * Where the cosines of the word vectors that come with Pegboard lie, as the medians over the labelled catalogs. The weights of
 * the ranking and of the strength were learned from those, so the cosines of every other model are moved there.
 */
export const learnedScale: CosineScale = { background: 0.1, match: 0.94 };

/** A model whose cosines differ less than this between matches and others tells no tools apart. */
export const leastSpread = 0.02;

/** A cosine of a model on the scale that the ranking was learned on, −1 to 1; 0 where the model gives none. */
export function scaledCosine(cosine: number, { background, match }: CosineScale): number {
  if (Number.isNaN(cosine)) return 0;
  const share = (cosine - background) / (match - background);
  const scaled = learnedScale.background + share * (learnedScale.match - learnedScale.background);
  return Math.max(-1, Math.min(1, scaled));
}

/** The best scaled cosine of each tool with any part of the query, in the unit of the tables of word vectors. */
export function bestDotProducts({ parts, scale }: ModelAnswer): Int32Array {
  const [first] = parts;
  const nearest = new Int32Array(first?.cosines.length ?? 0).fill(dotProductOf(-1));
  for (const { cosines } of parts) {
    for (let tool = 0; tool < nearest.length; tool++) {
      const dot = dotProductOf(scaledCosine(cosines[tool] as number, scale));
      if (dot > (nearest[tool] as number)) nearest[tool] = dot;
    }
  }
  return nearest;
}
