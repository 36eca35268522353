import type { ToolSearchConfig } from '#shared/domain/config.ts';
import type { EvalEngineName } from '#shared/domain/eval-set.ts';
import type { MakeEngine } from './engine.ts';
import { makeHybrid } from './hybrid.ts';
import { makeTokenOverlap } from './token-overlap.ts';
import { makeToolSearch } from './tool-search.ts';

/** How an engine is built, by its name. */
export function engineMaker(
  name: EvalEngineName,
  config: Pick<ToolSearchConfig, 'preferred_namespaces' | 'thesaurus' | 'hybrid'>,
): MakeEngine {
  switch (name) {
    case 'pegboard':
    case 'rfc':
    case 'rfc-literal':
      return makeToolSearch(name, config);
    case 'hybrid':
    case 'vector':
      return makeHybrid(name, config);
    case 'pydantic-ai':
      return makeTokenOverlap;
  }
}
