import type { CatalogTool } from '#shared/domain/tool.ts';
import { allowedNames, type ToolPolicy } from '#shared/domain/tool-policy.ts';
import type { ToolBinding } from '../run/run-tool.ts';

/**
 * Everything that can run (R5.04, R5.09): the tools that the policy leaves, each with what runs it. Made once, for all runs;
 * what a run shows is its visible catalog.
 */
export interface ExecutionRegistry {
  readonly tools: ReadonlyMap<string, CatalogTool>;
  /** Names that the policy removed, sorted. */
  readonly removed: readonly string[];
  bindingOf(tool: CatalogTool): ToolBinding;
}

export function createExecutionRegistry(
  catalog: readonly CatalogTool[],
  policies: readonly ToolPolicy[],
  bind: (tool: CatalogTool) => ToolBinding,
): ExecutionRegistry {
  const allowed = allowedNames(catalog, { policies, persona: null });
  const kept = catalog.filter((tool) => allowed.has(tool.name));
  const bindings = new Map(kept.map((tool) => [tool.name, bind(tool)]));
  return {
    tools: new Map(kept.map((tool) => [tool.name, tool])),
    removed: catalog
      .map(({ name }) => name)
      .filter((name) => !allowed.has(name))
      .sort(),
    bindingOf: ({ name }) => {
      const binding = bindings.get(name);
      if (!binding) throw new Error('A tool outside the registry was about to run.');
      return binding;
    },
  };
}
