import type { CatalogTool } from '#shared/domain/tool.ts';
import type { NameMap } from '../../providers/name-map.ts';
import { type AgentFile, type AgentServer, hostToolName, plain } from './agent-file.ts';

/** A persona that sees what an agent may use, and the names of the agent that mean no tool of the workspace. */
export interface AgentPersona {
  readonly visible_tools: readonly string[];
  readonly hidden_tools: readonly string[];
  readonly unknown: readonly string[];
}

export interface HostNames {
  readonly tools: readonly CatalogTool[];
  /** Name of the gateway in hosts, the names that it serves tools under, and those of its own tools, which find and call others. */
  readonly gateway: { readonly name: string; readonly served: NameMap; readonly own: ReadonlySet<string> };
}

/**
 * The persona of an agent. A name is one tool or none: a name that means two tools, or no tool of the catalog, is unknown and never
 * guessed. A whole server is a pattern, so that it has the tools that the server gets later.
 */
export function personaOf(agent: AgentFile, hosts: HostNames): AgentPersona {
  const unknown: string[] = [];
  const find = (servers: readonly AgentServer[]) => servers.flatMap((server) => patternsOf(server, hosts, unknown));
  const visible = agent.servers === null ? ['*'] : find(agent.servers);
  const hiddenOf = (servers: readonly AgentServer[]) =>
    find(
      servers
        .filter(({ hidden }) => hidden.length > 0)
        .map(({ name, hidden }) => ({ name, tools: hidden, hidden: [] })),
    );
  const hidden = [...find(agent.denied), ...hiddenOf(agent.servers ?? [])];
  return {
    visible_tools: [...new Set(visible)],
    hidden_tools: [...new Set(hidden)],
    unknown: [...new Set(unknown)],
  };
}

function patternsOf(server: AgentServer, { tools, gateway }: HostNames, unknown: string[]): string[] {
  const { name } = server;
  const isGateway = plain(gateway.name) === plain(name);
  if (server.tools === null) {
    if (isGateway) return ['*'];
    const sources = [...new Set(tools.map(({ source }) => source))].filter((source) => plain(source) === plain(name));
    const [source] = sources;
    if (source === undefined || sources.length > 1) {
      unknown.push(`mcp__${name}`);
      return [];
    }
    const names = tools.filter((one) => one.source === source).map((one) => one.name);
    return names.every((one) => one.startsWith(`${source}.`)) ? [`${source}.*`] : names;
  }
  return server.tools.flatMap((tool) => {
    const given = name === '' ? tool : hostToolName(name, tool);
    const prefix = `mcp__${plain(gateway.name)}__`;
    const sent = given.startsWith(prefix) ? given.slice(prefix.length) : '';
    if (gateway.own.has(sent)) return [];
    const served = gateway.served.nameOf(sent);
    const direct = tools.filter((one) => hostToolName(one.source, one.upstream_name) === given).map((one) => one.name);
    const found = [...new Set(served === undefined ? direct : [served, ...direct])];
    // A star in a name would be a pattern.
    if (found.length === 1 && found[0]?.includes('*') === false) return found;
    unknown.push(given);
    return [];
  });
}
