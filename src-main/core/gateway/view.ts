import type { WorkspaceConfig } from '#shared/domain/config.ts';
import type { GatewayMode } from '#shared/domain/gateway-config.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { allowedNames } from '#shared/domain/tool-policy.ts';
import { approvalSentence } from '../approval/change-words.ts';
import { servedPrompts, withheldPromptNames } from '../approval/live-prompts.ts';
import { type PermittedCatalog, permittedCatalog, resolveName } from '../planner/permitted/permitted-catalog.ts';
import type { NameMap } from '../providers/name-map.ts';
import { findPersona } from '../workspace/allowed-tools.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';
import type { ServedTool } from './served-tool.ts';
import { servedMode, servedNames, servedTools } from './served-tools.ts';

/** Everything that one caller may know of the workspace, as it is now. Every door of the gateway reads this and nothing else. */
export interface GatewayView extends PermittedCatalog {
  readonly persona: string | null;
  readonly mode: GatewayMode;
  readonly config: WorkspaceConfig;
  readonly names: NameMap;
  /** What `tools/list` answers. */
  readonly listed: readonly ServedTool[];
  /** Names of that list. */
  readonly listedNames: ReadonlySet<string>;
  /** Sources with at least one tool that the caller may use. */
  readonly sources: ReadonlySet<string>;
  /** A sentence about the approval of a tool, to follow its name; null for one that is as it was approved. */
  readonly changeOf: (tool: CatalogTool) => string | null;
  /** The prompts that may be served, of those that the server of a source lists now. */
  readonly servedPrompts: (source: string, listed: readonly unknown[]) => readonly unknown[];
}

/**
 * The view of a persona, or of nobody in particular. `serverName` takes the place of `gateway.server_name`. `withheld` are tools that their servers changed since they were imported. Error:
 * `unknown_persona`.
 */
export function gatewayView(
  { catalog, lock, unapproved, sources: loaded, file }: LoadedWorkspace,
  {
    persona,
    mode: asked,
    serverName,
    withheld = [],
  }: {
    readonly persona: string | null;
    readonly mode: GatewayMode | undefined;
    readonly serverName?: string | undefined;
    readonly withheld?: readonly string[];
  },
): GatewayView {
  const config = namedConfig(file.config, serverName);
  const allowed = allowedNames(catalog.tools, {
    policies: [config.policy],
    persona: findPersona(config, persona ?? undefined),
  });
  const changed = new Set(withheld);
  const permitted = new Set([...allowed].filter((name) => !changed.has(name)));
  const known = { lock, sources: loaded, approvals: config.approvals };
  const mine = catalog.tools.filter(({ name }) => permitted.has(name));
  const hidden = [...config.policy.denied_tools, ...withheldPromptNames(mine, known)];
  const view = permittedCatalog(catalog.tools, permitted, hidden);
  const tools = [...view.tools.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  const names = servedNames(view.tools.keys(), config.gateway.server_name);
  const mode = servedMode(config, asked);
  const listed = servedTools({ tools, names, config, mode, readable: view.gate.text });
  return {
    ...view,
    persona,
    mode,
    config,
    names,
    listed,
    listedNames: new Set(listed.map(({ name }) => name)),
    sources: new Set(tools.map(({ source }) => source)),
    changeOf: (tool) => approvalSentence({ unapproved, sources: loaded }, tool),
    servedPrompts: (source, list) => servedPrompts(source, list, known),
  };
}

function namedConfig(config: WorkspaceConfig, name: string | undefined): WorkspaceConfig {
  return name === undefined ? config : { ...config, gateway: { ...config.gateway, server_name: name } };
}

/** The tool behind a name as a host got it, else as the catalog has it, else behind an alias; undefined when there is none. */
export function toolNamed(view: GatewayView, name: string): CatalogTool | undefined {
  return resolveName(view, view.names.nameOf(name) ?? name);
}

/** What a host tells its model of the server as a whole. */
export function instructionsOf({ mode }: GatewayView): string {
  return mode === 'direct'
    ? 'The tools of several servers, served by Pegboard.'
    : 'The most used tools of several servers, and a search for the others: describe what you need to tool_search, then call a result through the tool that its line names.';
}
