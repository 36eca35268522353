import type { ToolSearchConfig } from '#shared/domain/config.ts';
import { isScoredEngine } from '#shared/domain/engine-facts.ts';
import type { EvalEngineName } from '#shared/domain/eval-set.ts';
import { makeHybrid } from '../../engines/hybrid.ts';
import type { MakeEngine } from './engine.ts';
import { makeScored } from './scored-engine.ts';
import { makeToolSearch } from './tool-search.ts';

/** How an engine is built, by its name. */
export function engineMaker(
  name: EvalEngineName,
  config: Pick<ToolSearchConfig, 'preferred_namespaces' | 'thesaurus' | 'hybrid'>,
): MakeEngine {
  if (name === 'hybrid' || name === 'vector') return makeScored(name, makeHybrid(name, config.hybrid));
  return isScoredEngine(name) ? makeScored(name) : makeToolSearch(name, config);
}
