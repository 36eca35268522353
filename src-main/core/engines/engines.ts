import type { ScoredEngineName } from '#shared/domain/engine-facts.ts';
import { makeDockerMcp } from './docker-mcp.ts';
import { makeHybrid } from './hybrid.ts';
import { makePlainRegex } from './plain-regex.ts';
import { makePydanticAi } from './pydantic-ai.ts';
import type { MakeScoredEngine } from './scored-engine.ts';
import { makeSeedBm25 } from './seed-bm25.ts';
import { makeSpringAi } from './spring-ai.ts';
import { makeVercelAi } from './vercel-ai.ts';

/** How an engine beside `tool_search` is built, by its name. */
export const scoredEngines: Readonly<Record<ScoredEngineName, MakeScoredEngine>> = {
  'seed-bm25': makeSeedBm25,
  hybrid: makeHybrid('hybrid'),
  vector: makeHybrid('vector'),
  'pydantic-ai': makePydanticAi,
  'vercel-ai': makeVercelAi,
  'docker-mcp': makeDockerMcp,
  'spring-ai': makeSpringAi,
  regex: makePlainRegex,
};
