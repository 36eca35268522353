import { capturedFromServer, refuseLeftOut } from '#core/catalog/captured-tools.ts';
import { buildCatalog, type LoadedSource, refuseTooMany } from '#core/catalog/catalog.ts';
import { nodeFiles } from '#core/files/node-files.ts';
import { guidanceOf, type ReadGuidance } from '#core/guidance/guidance-files.ts';
import { silentLogger } from '#core/logger.ts';
import { type PermittedCatalog, permittedCatalog } from '#core/planner/permitted/permitted-catalog.ts';
import { findPersona } from '#core/workspace/allowed-tools.ts';
import type { LoadedWorkspace } from '#core/workspace/load-workspace.ts';
import { overriddenConfig, withConfig } from '#core/workspace/with-config.ts';
import { type WorkspaceConfig, workspaceConfigSchema } from '#shared/domain/config.ts';
import { sourceSchema } from '#shared/domain/source.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { allowedNames, toolPolicySchema } from '#shared/domain/tool-policy.ts';
import { PegboardError } from '#shared/errors.ts';
import { shipped } from './shipped.ts';
import type { Caller, Settings, Tool, ToolFunction } from './types.ts';
import { loadedOf, type Workspace } from './workspace.ts';

/** Tools and settings, from a workspace or from memory: what searches and planners work on. */
export interface Board {
  /** All tools there are, the denied ones too. */
  readonly tools: readonly CatalogTool[];
  readonly config: WorkspaceConfig;
  readonly readGuidance: ReadGuidance;
  /** What runs the tools that were given with a function. */
  readonly functions: ReadonlyMap<string, ToolFunction>;
  /** Where skills come from; null for tools in memory. */
  readonly workspace: LoadedWorkspace | null;
}

/** Tools in memory can be searched, and are deferred unless they say otherwise. */
const settingsInMemory = { tool_search: { enabled: true, default_loading_mode: 'deferred' } };

/**
 * A workspace or a list of tools, under further settings. Errors: `config_invalid`, `invalid_input`, `tool_name_conflict`,
 * `reserved_tool_name`, `too_many_tools`; `usage` for a workspace that was closed.
 */
export function boardOf(from: Workspace | readonly Tool[], settings: Settings = {}): Board {
  return isList(from) ? boardInMemory(from, settings) : boardOfWorkspace(from, settings);
}

/** What a caller may know of the tools. Errors: `unknown_persona`, `invalid_input`. */
export function viewOf({ tools, config }: Board, { persona, policy }: Caller): PermittedCatalog {
  const policies = [config.policy, ...readPolicy(policy)];
  const permitted = allowedNames(tools, { policies, persona: findPersona(config, persona) });
  const denied = policies.flatMap(({ denied_tools }) => denied_tools);
  return permittedCatalog(tools, permitted, denied);
}

/** The policy of a caller as the core has it; none where none is given. Error: `invalid_input`. */
export function readPolicy(policy: Caller['policy']): WorkspaceConfig['policy'][] {
  if (policy === undefined) return [];
  const read = toolPolicySchema.safeParse(policy);
  if (read.success) return [read.data];
  throw new PegboardError('invalid_input', `policy: ${read.error.issues[0]?.message}`, {
    hint: 'A policy has allowed_tools, denied_tools and require_tags, each a list of names.',
  });
}

function boardOfWorkspace(workspace: Workspace, settings: Settings): Board {
  const loaded = loadedOf(workspace);
  const changed = withConfig(loaded, overriddenConfig(loaded.file.config, settings, 'settings'));
  return {
    tools: changed.catalog.tools,
    config: changed.file.config,
    readGuidance: guidanceOf(loaded.root, { files: nodeFiles, logger: silentLogger, shipped: shipped.guidance }),
    functions: new Map(),
    workspace: changed,
  };
}

function boardInMemory(given: readonly Tool[], settings: Settings): Board {
  const config = overriddenConfig(workspaceConfigSchema.parse(settingsInMemory), settings, 'settings');
  const { tools } = buildCatalog([sourceInMemory(given)], config, new Map());
  const functions = new Map(given.flatMap(({ name, run }) => (run ? [[name.trim(), run] as const] : [])));
  return { tools, config, readGuidance: async () => null, functions, workspace: null };
}

function sourceInMemory(given: readonly Tool[]): LoadedSource {
  const source = sourceSchema.parse({ name: 'tools', path: 'tools', format: 'tools_jsonl' });
  if (given.length === 0) return { source, tools: [] };
  const values = given.map(asJson);
  const places = given.map((_, i) => `tools[${i}]`);
  const captured = capturedFromServer(
    { values, places, tooLarge: [] },
    { server: null, label: 'tools', mayBeEmpty: false },
  );
  refuseLeftOut([captured], 'tools');
  refuseTooMany([captured]);
  return { source, tools: captured.tools };
}

/** A tool as a file would have it: without its function, and without what a schema has beside its JSON. */
function asJson(tool: Tool, index: number): unknown {
  try {
    return JSON.parse(JSON.stringify(tool, (_key, value) => (isZod(value) ? { _zod: {} } : value)));
  } catch (error) {
    throw new PegboardError('invalid_input', `tools[${index}] cannot be written as JSON.`, {
      hint: 'Leave out what refers to itself, and big integers.',
      cause: error,
    });
  }
}

/** A Zod object would be written as some JSON that is not a schema: it stays recognisable, and reading the tool refuses it. */
function isZod(value: unknown): boolean {
  return typeof value === 'object' && value !== null && '_zod' in value;
}

function isList(from: Workspace | readonly Tool[]): from is readonly Tool[] {
  return Array.isArray(from);
}
