import type { ToolSearchConfig } from '#shared/domain/config.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { buildSeedBm25, type SeedBm25Index } from '../search/seed-bm25/build-seed-bm25.ts';

/** The words of exactly the tools that a caller may use, and their places: those of the vectors too (decision 002). */
export interface HybridIndex {
  readonly tools: readonly CatalogTool[];
  readonly config: ToolSearchConfig;
  readonly bm25: SeedBm25Index;
}

/** Error: `cancelled`. */
export async function buildHybridIndex(
  tools: readonly CatalogTool[],
  config: ToolSearchConfig,
  signal?: AbortSignal,
): Promise<HybridIndex> {
  const { k1, b, name_weight, content_weight, stemming } = config.hybrid;
  const parameters = { k1, b, name_weight, content_weight, stemming };
  return { tools, config, bm25: await buildSeedBm25(tools, { parameters, signal }) };
}
