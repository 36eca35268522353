import { canonicalJson } from '#shared/canonical-json.ts';
import { connectionOf } from '#shared/domain/discovered-config.ts';
import { connectionKind } from '#shared/domain/mcp-connection.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import type { UseOrigin } from '#shared/domain/use.ts';
import type { Machine } from '../client-configs/client-definition.ts';
import { discoverServers } from '../client-configs/discover-configs.ts';
import type { Files } from '../files/files.ts';
import { servedNames } from '../gateway/served-tools.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';

/** The tool behind a name of a log, or why there is none. `own`: a tool of the client itself. */
export type MappedName =
  | { readonly tool: string; readonly source: string }
  | { readonly why: 'own' | 'unknown' | 'ambiguous' };

/** A name as a log has it. */
export interface SaidName {
  readonly origin: UseOrigin;
  readonly said: string;
  /** Whether our own gateway carried the call. */
  readonly via: boolean;
}

/** The names of logs in the words of the catalog. */
export interface UseNames {
  map(name: SaidName): MappedName;
  /** The source of a tool of the catalog; null for another name. */
  sourceOf(tool: string): string | null;
}

/** Clients whose own tools have names without a server. */
const withOwnTools: ReadonlySet<UseOrigin> = new Set(['claude-code', 'codex']);

/** Names of servers as client configurations have them, by the source with the same connection. No error. */
export async function configuredNames(
  { root, file }: LoadedWorkspace,
  { machine, files }: { readonly machine: Machine | undefined; readonly files: Files },
): Promise<ReadonlyMap<string, readonly string[]>> {
  const names = new Map<string, string[]>();
  if (!machine) return names;
  const sources = new Map<string, string[]>();
  for (const { name, mcp } of file.config.sources) {
    if (!mcp) continue;
    const { cwd: _cwd, ...runs } = mcp;
    const key = canonicalJson(connectionKind(runs));
    sources.set(key, [...(sources.get(key) ?? []), name]);
  }
  if (sources.size === 0) return names;
  for (const { config } of await discoverServers({ machine, files, project: root })) {
    for (const server of config.servers) {
      const { cwd: _cwd, ...runs } = connectionOf(server.transport);
      for (const source of sources.get(canonicalJson(connectionKind(runs))) ?? []) {
        names.set(source, [...(names.get(source) ?? []), server.name]);
      }
    }
  }
  return names;
}

/**
 * Maps names of logs to tools of the catalog: names of the catalog and aliases, names that our gateway serves, and
 * `mcp__server__tool`, `server__tool` and `server.tool` by the names of sources and of the servers in client configurations. A name
 * that could be several tools, or none, is never guessed.
 */
export function createUseNames(
  { catalog, file }: Pick<LoadedWorkspace, 'catalog' | 'file'>,
  configured: ReadonlyMap<string, readonly string[]>,
): UseNames {
  let forms: FormsOfNames | null = null;
  const map = ({ origin, said, via }: SaidName): MappedName => {
    const hasOwn = withOwnTools.has(origin) && !via;
    if (hasOwn && !said.includes('__') && !said.includes('.')) return { why: 'own' };
    const known = via || !hasOwn ? catalog.byName.get(said) : undefined;
    if (known) return { tool: known.name, source: known.source };
    forms ??= formsOfNames({ catalog, file }, configured);
    const { full, bare } = forms;
    const found = full.get(said) ?? full.ofPlugin(said) ?? (hasOwn ? undefined : bare.get(said));
    if (!found) return { why: 'unknown' };
    return found.size > 1 ? { why: 'ambiguous' } : onlyOf(found);
  };
  return { map, sourceOf: (tool) => catalog.byName.get(tool)?.source ?? null };
}

interface FormsOfNames {
  /** Names with their server or source. */
  readonly full: NameForms;
  /** Names as a server says them. */
  readonly bare: NameForms;
}

/** Every form of every tool: half a second of work for 10,000 tools, so it is done for the first name that is not one of the catalog. */
function formsOfNames(
  { catalog, file }: Pick<LoadedWorkspace, 'catalog' | 'file'>,
  configured: ReadonlyMap<string, readonly string[]>,
): FormsOfNames {
  const { server_name: serverName } = file.config.gateway;
  const served = servedNames(catalog.byName.keys(), serverName);
  const full = new NameForms();
  const bare = new NameForms();
  for (const tool of catalog.tools) {
    for (const name of [tool.name, ...tool.aliases]) full.add(name, tool);
    full.addOf(serverName, served.sentOf(tool.name), tool);
    for (const server of [tool.source, ...(configured.get(tool.source) ?? [])]) {
      full.addOf(server, tool.upstream_name, tool);
    }
    bare.add(tool.upstream_name, tool);
  }
  return { full, bare };
}

function onlyOf(found: ReadonlySet<CatalogTool>): MappedName {
  const [tool] = found;
  return tool ? { tool: tool.name, source: tool.source } : { why: 'unknown' };
}

/** The forms of names, each with the tools that it may stand for. */
class NameForms {
  readonly #tools = new Map<string, Set<CatalogTool>>();

  add(form: string, tool: CatalogTool): void {
    const tools = this.#tools.get(form);
    if (tools) tools.add(tool);
    else this.#tools.set(form, new Set([tool]));
  }

  /** The forms of a tool of a server, as written and as clients write them. */
  addOf(server: string, name: string, tool: CatalogTool): void {
    for (const before of new Set([server, allowed(server)])) {
      for (const after of new Set([name, allowed(name)])) {
        for (const form of [`mcp__${before}__${after}`, `${before}__${after}`, `${before}.${after}`])
          this.add(form, tool);
      }
    }
  }

  get(form: string): ReadonlySet<CatalogTool> | undefined {
    return this.#tools.get(form);
  }

  /** A server of a plugin has the name of the plugin before its own. */
  ofPlugin(said: string): ReadonlySet<CatalogTool> | undefined {
    const [, servers, name] = /^mcp__plugin_([^_].{0,200}?)__(.+)$/.exec(said) ?? [];
    if (servers === undefined || name === undefined) return undefined;
    const found = new Set<CatalogTool>();
    for (let at = servers.indexOf('_'); at >= 0; at = servers.indexOf('_', at + 1)) {
      for (const tool of this.get(`mcp__${servers.slice(at + 1)}__${name}`) ?? []) found.add(tool);
    }
    return found.size > 0 ? found : undefined;
  }
}

/** A name as the APIs of models allow it. */
function allowed(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, '_');
}
