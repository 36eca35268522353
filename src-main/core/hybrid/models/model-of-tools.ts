import type { EmbedderConfig } from '#shared/domain/embedder-config.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { type CosineScale, leastSpread, type ModelAnswer } from '../../search/understanding/model-answer.ts';
import type { Embedder } from '../embedder.ts';
import type { EmbeddedWorkspace, Embedders } from '../embedders.ts';
import { embedKept, embedTools, otherLength } from '../tool-vectors.ts';
import { cosines, type VectorIndex } from '../vector-index.ts';
import { measureScale, probesOf } from './measure-scale.ts';

/** Everything that a model needs to answer over some tools. */
export interface ModelOfTools {
  readonly embedder: Embedder;
  readonly vectors: VectorIndex;
  /** Null where the model cannot tell these tools apart. */
  readonly scale: CosineScale | null;
}

/**
 * Opens a model and makes the vectors of some tools, those that the cache knows aside. Errors: those of the embedder and of
 * opening it, `cancelled`.
 */
export async function prepareModel(
  tools: readonly CatalogTool[],
  {
    config,
    workspace,
    embedders,
    ...options
  }: {
    readonly config: EmbedderConfig;
    readonly workspace: EmbeddedWorkspace;
    readonly embedders: Embedders;
    readonly signal: AbortSignal | undefined;
    /** Told how many of the tools have a vector. */
    readonly onProgress: ((done: number, total: number) => void) | undefined;
  },
): Promise<ModelOfTools> {
  const embedder = await embedders.open(workspace, config);
  const cache = await embedders.cacheFor(workspace, embedder);
  try {
    const vectors = await embedTools(tools, { embedder, cache, ...options });
    const probes = probesOf(tools);
    const texts = probes.map(({ text }) => text);
    const asked = await embedKept(texts, { embedder, cache, signal: options.signal, role: 'query' });
    refuseOtherLength(vectors, asked);
    return {
      embedder,
      vectors,
      scale: usable(measureScale(probes, (i) => cosines(vectors, asked[i] as Float32Array))),
    };
  } finally {
    cache.close();
  }
}

function usable(scale: CosineScale | null): CosineScale | null {
  return scale !== null && scale.match - scale.background >= leastSpread ? scale : null;
}

/** What a model says of a query: `texts` are its parts, with their vectors. Null for a model that tells no tools apart. */
export function answerOf(
  { vectors, scale }: ModelOfTools,
  asked: {
    readonly model: string;
    readonly query: string;
    readonly texts: readonly string[];
    readonly vectors: readonly Float32Array[];
  },
): ModelAnswer | null {
  if (scale === null) return null;
  refuseOtherLength(vectors, asked.vectors);
  const { model, query, texts } = asked;
  const parts = texts.map((text, i) => ({ text, cosines: cosines(vectors, asked.vectors[i] as Float32Array) }));
  return { model, query, scale, parts };
}

function refuseOtherLength({ dimensions, matrix }: VectorIndex, asked: readonly Float32Array[]): void {
  const other = asked.find((vector) => matrix.length > 0 && vector.length !== dimensions);
  if (other) throw otherLength([dimensions, other.length]);
}
