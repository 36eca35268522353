import type { OrderKeys } from '#shared/domain/search-result.ts';
import { type CatalogTool, sideEffectsRank } from '#shared/domain/tool.ts';

/** Everything that the order of results looks at (R3.23–R3.26). */
export function orderKeys(tool: CatalogTool, score: number, preferredNamespaces: readonly string[]): OrderKeys {
  const rank = tool.namespace === null ? -1 : preferredNamespaces.indexOf(tool.namespace);
  return {
    score,
    namespace_rank: rank < 0 ? preferredNamespaces.length : rank,
    side_effects: tool.side_effects,
    side_effects_rank: sideEffectsRank(tool.side_effects),
    name_length: tool.name.length,
    name: tool.name,
  };
}

/** Best first: higher score, preferred namespace, milder side effects, shorter name, then the name itself. */
export function compareOrder(a: OrderKeys, b: OrderKeys): number {
  return (
    b.score - a.score ||
    a.namespace_rank - b.namespace_rank ||
    a.side_effects_rank - b.side_effects_rank ||
    a.name_length - b.name_length ||
    (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)
  );
}
