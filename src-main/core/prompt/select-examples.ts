import type { ToolExamplesConfig } from '#shared/domain/config.ts';
import type { Tool } from '#shared/domain/tool.ts';

type Example = Tool['examples'][number];

/** Tags that come first, in this order. Seed 000 called two of them otherwise; both names count. */
const ranks: Readonly<Record<string, number>> = { minimal: 0, common: 1, complete: 1, 'edge-case': 2, 'error-case': 2 };
const last = 3;

/** The examples a prompt shows of a tool: those of the wanted tags, by rank, then as declared, up to the cap (R7.05–R7.07, R7.12, R7.13). */
export function selectExamples(examples: readonly Example[], config: ToolExamplesConfig): Example[] {
  if (!config.enabled) return [];
  const { filter_tags } = config;
  return examples
    .filter((example) => filter_tags === null || example.tags.some((tag) => filter_tags.includes(tag)))
    .map((example, i) => ({ example, i, rank: Math.min(last, ...example.tags.map((tag) => ranks[tag] ?? last)) }))
    .sort((a, b) => a.rank - b.rank || a.i - b.i)
    .slice(0, config.max_examples_per_tool)
    .map(({ example }) => example);
}
