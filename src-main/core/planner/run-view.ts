import { reservedToolNames } from '#shared/domain/builtin-tools.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { gateTool } from './gate-tool.ts';
import { createNameGate, type NameGate } from './name-gate.ts';

/**
 * Everything that one run may know of tools: those it may see or activate, their texts gated. Prompt, search, get, hints,
 * directory, argument checks and resolution all read this and nothing else, so none of them can tell of another tool.
 */
export interface RunView {
  /** Sorted by name. */
  readonly tools: ReadonlyMap<string, CatalogTool>;
  readonly gate: NameGate;
}

/**
 * The view of a run that may use these names; `catalog` are all tools there are, the denied ones too. `denied` are names of the
 * policy that may have no tool now, as when a source is off.
 */
export function createRunView(
  catalog: readonly CatalogTool[],
  permitted: ReadonlySet<string>,
  denied: readonly string[],
): RunView {
  const forbidden = forbiddenNames(catalog, permitted, denied);
  const gate = createNameGate(forbidden);
  const mine = catalog.filter((tool) => permitted.has(tool.name));
  const tools = forbidden.size === 0 ? mine : mine.map((tool) => gateTool(tool, gate));
  return { tools: new Map(tools.map((tool) => [tool.name, tool])), gate };
}

/** Names and aliases of the other tools, except where a permitted tool or a tool of ours is called the same. */
export function forbiddenNames(
  catalog: readonly CatalogTool[],
  permitted: ReadonlySet<string>,
  denied: readonly string[],
): Set<string> {
  const forbidden = new Set(denied);
  for (const tool of catalog) {
    if (permitted.has(tool.name)) continue;
    forbidden.add(tool.name);
    for (const alias of tool.aliases) forbidden.add(alias);
  }
  for (const name of [...permitted, ...reservedToolNames]) forbidden.delete(name);
  return forbidden;
}

/** The tool of a name, else of an alias: an alias never stands before a name (R1.23, R4.17). */
export function resolveName(view: RunView, name: string): CatalogTool | undefined {
  const tool = view.tools.get(name);
  if (tool) return tool;
  for (const candidate of view.tools.values()) if (candidate.aliases.includes(name)) return candidate;
  return undefined;
}
