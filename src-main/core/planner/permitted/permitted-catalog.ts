import type { CatalogTool } from '#shared/domain/tool.ts';
import { createNameGate, forbiddenNames, type NameGate } from '../../catalog/name-gate.ts';
import { gateTool } from './gate-tool.ts';

/**
 * Everything that one run may know of tools: those it may see or activate, their texts gated. Prompt, search, get, hints,
 * directory, argument checks and resolution all read this and nothing else, so none of them can tell of another tool.
 */
export interface PermittedCatalog {
  /** Sorted by name. */
  readonly tools: ReadonlyMap<string, CatalogTool>;
  readonly gate: NameGate;
}

/**
 * The view of a run that may use these names; `catalog` are all tools there are, the denied ones too. `denied` are names of the
 * policy that may have no tool now, as when a source is off.
 */
export function permittedCatalog(
  catalog: readonly CatalogTool[],
  permitted: ReadonlySet<string>,
  denied: readonly string[],
): PermittedCatalog {
  const forbidden = forbiddenNames(catalog, permitted, denied);
  const gate = createNameGate(forbidden, permitted);
  const mine = catalog.filter((tool) => permitted.has(tool.name));
  const tools = forbidden.size === 0 ? mine : mine.map((tool) => gateTool(tool, gate));
  return { tools: new Map(tools.map((tool) => [tool.name, tool])), gate };
}

/** The tool of a name, else of an alias: an alias never comes before a name (R1.23, R4.17). */
export function resolveName(view: PermittedCatalog, name: string): CatalogTool | undefined {
  const tool = view.tools.get(name);
  if (tool) return tool;
  for (const candidate of view.tools.values()) if (candidate.aliases.includes(name)) return candidate;
  return undefined;
}

/**
 * The error message of a tool, as the model may read it: names that the run may not use are taken out. Results are the
 * world's own words and stay as they are.
 */
export function readableError(message: string, { gate }: PermittedCatalog): string {
  return gate.text(message);
}
