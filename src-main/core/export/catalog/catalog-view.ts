import type { WorkspaceConfig } from '#shared/domain/config.ts';
import type { Source } from '#shared/domain/source.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { allowedNames, type Persona } from '#shared/domain/tool-policy.ts';
import type { NameGate } from '../../catalog/name-gate.ts';
import { permittedCatalog } from '../../planner/permitted/permitted-catalog.ts';
import { findPersona } from '../../workspace/allowed-tools.ts';
import type { LoadedWorkspace } from '../../workspace/load-workspace.ts';

/**
 * The part of a catalog that an export may contain: the tools that a persona may use, by name, without texts that name
 * others.
 */
export interface CatalogView {
  readonly config: WorkspaceConfig;
  readonly persona: Persona | null;
  /** Sorted by name. */
  readonly tools: readonly CatalogTool[];
  /** Every tool there is, from which sent names are made. */
  readonly all: readonly CatalogTool[];
  /** Sources of these tools. */
  readonly sources: readonly Source[];
  /** Patterns of tools that are always loaded, without those that name a tool that may not be used. */
  readonly patterns: readonly string[];
  readonly gate: NameGate;
}

/** The catalog of the policy, or of a persona under it. Error: `unknown_persona`. */
export function catalogView(
  { file: { config }, catalog, sources }: LoadedWorkspace,
  personaName: string | undefined,
): CatalogView {
  const persona = findPersona(config, personaName);
  const permitted = allowedNames(catalog.tools, { policies: [config.policy], persona });
  const view = permittedCatalog(catalog.tools, permitted, config.policy.denied_tools);
  const tools = [...view.tools.values()];
  const from = new Set(tools.map(({ source }) => source));
  return {
    config,
    persona,
    tools,
    all: catalog.tools,
    sources: sources.map(({ source }) => source).filter(({ name }) => from.has(name)),
    patterns: config.tool_search.always_loaded_patterns.filter((pattern) => !view.gate.mentions(pattern)),
    gate: view.gate,
  };
}
