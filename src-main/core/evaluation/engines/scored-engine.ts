import type { ScoredEngineName } from '#shared/domain/engine-facts.ts';
import { scoredEngines } from '../../engines/make-scored-engine.ts';
import { evalDepth } from '../metrics.ts';
import type { MakeEngine } from './engine.ts';

/** An engine beside `tool_search`, asked for as many tools as the metrics look at. */
export function makeScored(name: ScoredEngineName, make = scoredEngines[name]): MakeEngine {
  return async (tools, options) => {
    const engine = await make(tools, options);
    return {
      name,
      search: (query) => engine.search(query, evalDepth).hits.map((hit) => hit.name),
      close: () => {},
    };
  };
}
