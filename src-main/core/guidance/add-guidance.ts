import type { GuidanceConfig } from '#shared/domain/config.ts';
import type { RelatedTools, ToolSearchOutput } from '#shared/domain/search-result.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { findTool } from '../catalog/find-tool.ts';
import type { ReadGuidance } from './guidance-files.ts';

/** R17.18. */
const noGuidance = 'No specific workflow guidance for these tools.';
/** R17.01. */
const instruction = 'These tools are now available. Search again if you need more.';

/** The distinct categories of tools, in the order in which they first come (R17.16). */
export function extractCategories(tools: readonly Pick<CatalogTool, 'category'>[]): string[] {
  return [...new Set(tools.flatMap(({ category }) => (category === null || category === '' ? [] : [category])))];
}

/** The hints of the categories that have one, joined by newlines in their order; else the fixed sentence (R17.17, R17.18). */
export async function workflowGuidance(categories: readonly string[], read: ReadGuidance): Promise<string> {
  const hints: string[] = [];
  for (const category of categories) {
    const hint = await read(category);
    if (hint !== null && hint !== '') hints.push(hint);
  }
  return hints.join('\n') || noGuidance;
}

export interface GuidanceContext {
  /** The tools that the caller may use, by name. */
  readonly tools: ReadonlyMap<string, CatalogTool>;
  readonly config: GuidanceConfig;
  readonly read: ReadGuidance;
  /** Takes names out of a text that its reader may not know. */
  readonly gate: (text: string) => string;
}

/** Results with the further fields that are switched on; each is optional in the schema (R17.01, R17.33). */
export async function addGuidance(output: ToolSearchOutput, context: GuidanceContext): Promise<ToolSearchOutput> {
  const { tools, config, read, gate } = context;
  const found = output.tools.flatMap(({ name }) => tools.get(name) ?? []);
  const enriched = output.tools.map((hit) => {
    const tool = tools.get(hit.name);
    const related = config.related_tools && tool ? usableRelated(tool, tools) : [];
    return {
      ...hit,
      ...(config.hints && tool?.usage_hint ? { hint: gate(tool.usage_hint) } : {}),
      ...(related.length > 0 ? { related_tools: related } : {}),
    };
  });
  if (!config.workflow) return { ...output, tools: enriched };
  const guidance = await workflowGuidance(extractCategories(found), read);
  return { ...output, tools: enriched, workflowGuidance: gate(guidance), instruction };
}

/** Names of the related tools that the caller may use: an alias gives its tool, and what may not be used is not there. */
function usableRelated(tool: CatalogTool, tools: ReadonlyMap<string, CatalogTool>): string[] {
  const names = tool.related_tools.flatMap((name) => findTool(tools, name)?.name ?? []);
  return [...new Set(names)].filter((name) => name !== tool.name);
}

/**
 * What the results say goes with them, for the user's eyes: whether each name is a tool that the caller may use, one that it may
 * not, or no tool at all (R17.33).
 */
export function relatedOf(
  output: ToolSearchOutput,
  tools: ReadonlyMap<string, CatalogTool>,
  catalog: ReadonlyMap<string, CatalogTool>,
): RelatedTools[] {
  return output.tools.flatMap(({ name }) => {
    const named = tools.get(name)?.related_tools ?? [];
    if (named.length === 0) return [];
    const stateOf = (other: string) => {
      if (findTool(tools, other)) return 'usable';
      return findTool(catalog, other) ? 'hidden' : 'unknown';
    };
    return [{ tool: name, related: [...new Set(named)].map((other) => ({ name: other, state: stateOf(other) })) }];
  });
}
