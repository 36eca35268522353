import type { CatalogTool } from '#shared/domain/tool.ts';
import { allowedNames, type Persona, type ToolContext } from '#shared/domain/tool-policy.ts';

/**
 * What a caller may see, asked again for each run and each resume (R5.05–R5.08). It can only narrow: what it returns beyond
 * the registry does not count, and a run whose policy throws does not start.
 */
export interface ToolVisibilityPolicy {
  visibleTools(
    tools: readonly CatalogTool[],
    context: ToolContext,
  ): Iterable<{ readonly name: string }> | Promise<Iterable<{ readonly name: string }>>;
}

/** Everything in the registry. */
export const everythingVisible: ToolVisibilityPolicy = { visibleTools: (tools) => tools };

/** The globs of a persona. */
export function personaVisibility(persona: Persona): ToolVisibilityPolicy {
  return {
    visibleTools: (tools) => {
      const names = allowedNames(tools, { policies: [], persona });
      return tools.filter((tool) => names.has(tool.name));
    },
  };
}

/** The names of the registry that the policy lets this caller see or activate. Throws what the policy throws. */
export async function visibleNames(
  registry: ReadonlyMap<string, CatalogTool>,
  policy: ToolVisibilityPolicy,
  context: ToolContext,
): Promise<ReadonlySet<string>> {
  const returned = await policy.visibleTools([...registry.values()], context);
  const names = new Set<string>();
  for (const { name } of returned) if (registry.has(name)) names.add(name);
  return names;
}
