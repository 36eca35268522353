import type { AgentContent } from '#shared/domain/export-plan.ts';
import { type Finding, finding } from '#shared/domain/finding.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { PegboardError } from '#shared/errors.ts';
import { servedCallTools } from '../gateway/own-tools.ts';
import { servedNames } from '../gateway/served-tools.ts';
import { type AgentToWrite, agentFiles, hostToolName } from '../plugins/agents/agent-file.ts';
import { codex } from '../plugins/forms/codex.ts';
import { literalSecrets } from '../secrets/literal-secrets.ts';
import { textContent } from '../skills/export/file-content.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';
import { catalogView } from './catalog/catalog-view.ts';
import { type ExportContent, groupLoss } from './export-content.ts';
import { serverOf } from './plugin-content.ts';

type Losses = Parameters<typeof groupLoss>[0] extends Iterable<infer Loss> ? Loss[] : never;
type Server = AgentToWrite['servers'][number];

interface Report {
  readonly losses: Losses;
  readonly findings: Finding[];
}

/**
 * A persona as an agent file. It names only tools that the persona may use: a name that the host would give to another tool too is left
 * out. Errors: `unknown_persona`, `source_empty` where no tool is left, `usage` for a persona whose name no agent may have.
 */
export function agentContent(workspace: LoadedWorkspace, content: AgentContent): ExportContent {
  const { as, persona, via, description, model } = content;
  const name = content.name ?? nameOf(persona);
  const report: Report = { losses: [], findings: [] };
  const view = catalogView(workspace, persona);
  const servers =
    via === 'gateway'
      ? [gatewayServer(workspace, view.tools, persona)]
      : sourceServers(workspace, { tools: view.tools, all: view.all, as }, report);
  const allowed = servers.reduce((sum, { tools }) => sum + (tools?.length ?? 0), 0);
  if (view.tools.length === 0 || allowed === 0) {
    const why = report.findings[0]?.message ?? 'It may not use any tool; check its patterns.';
    throw new PegboardError('source_empty', `The agent of the persona ${persona} would have no tool. ${why}`, {
      hint: 'Without a tool in its list, a host would give it all or none.',
    });
  }
  const agent: AgentToWrite = {
    name,
    description: description ?? `Works with ${servers.map((server) => server.name).join(', ')}.`,
    model: model ?? null,
    instructions: 'Use the tools that you have to do what you are asked.',
    servers,
  };
  const path = agentFiles[as].pathOf(name);
  const wanted = new Map([[path, textContent(agentFiles[as].write(agent))]]);
  return {
    parts: [{ folder: '', set: { wanted, owns: (other) => other === path } }],
    loss: groupLoss(report.losses),
    lossless: false,
    findings: report.findings,
  };
}

/** The name of an agent, as both programs take it. Error: `usage`. */
function nameOf(persona: string): string {
  const name = persona
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 64);
  if (name !== '') return name;
  throw new PegboardError('usage', `Pegboard cannot make an agent name from the persona "${persona.slice(0, 80)}".`, {
    hint: 'Name the agent with --name: lower case letters, digits and hyphens.',
  });
}

/** The tools as the gateway serves them to this persona: the search, and each tool under its short name. */
function gatewayServer({ file: { config } }: LoadedWorkspace, tools: readonly CatalogTool[], persona: string): Server {
  const { gateway, tool_search } = config;
  const names = servedNames(
    tools.map((tool) => tool.name),
    gateway.server_name,
  );
  const own =
    tool_search.enabled && gateway.mode === 'search'
      ? ['tool_search', 'tool_get', ...servedCallTools(gateway.call_tools)]
      : [];
  return {
    name: gateway.server_name,
    tools: [...own, ...tools.map(({ name }) => names.sentOf(name))],
    hidden: [],
    entry: { command: 'pegboard', args: ['mcp', '--persona', persona] },
  };
}

/** The host finds the tools of a source by the name of its server; a captured list says nothing about a server. */
function withoutServer(source: string): Losses[number] {
  return {
    name: source,
    field: 'server',
    kind: 'moved',
    message: `${source} is a captured list: these tools work only where the program has a server named ${source}. With --via gateway they come from Pegboard.`,
  };
}

/** The sources of these tools, as the host would start them itself. */
function sourceServers(
  { file: { config, path } }: LoadedWorkspace,
  { tools, all, as }: { tools: readonly CatalogTool[]; all: readonly CatalogTool[]; as: AgentContent['as'] },
  { losses, findings }: Report,
): Server[] {
  const hostNameOf = (tool: CatalogTool) => hostToolName(tool.source, tool.upstream_name);
  const permitted = new Set(tools.map(({ name }) => name));
  const forbidden = new Set(all.filter(({ name }) => !permitted.has(name)).map(hostNameOf));
  return config.sources.flatMap((source, index): Server[] => {
    const mine = tools.filter((tool) => tool.source === source.name);
    const clear = mine.filter((tool) => !forbidden.has(hostNameOf(tool)));
    for (const { name } of mine.filter((tool) => !clear.includes(tool))) {
      losses.push({
        name,
        field: 'tools',
        kind: 'lost',
        message: 'is left out: the host has another tool of that name',
      });
    }
    if (clear.length === 0) return [];
    const secrets = source.mcp === undefined ? [] : literalSecrets(source.mcp, source.name);
    if (as === 'codex' && secrets.length > 0) {
      const places = secrets.map(({ field }) => `sources.${index}.mcp.${field.join('.')}`).join(', ');
      const message = `The source ${source.name} is left out: ${places} holds what looks like a secret.`;
      findings.push(
        finding('plugin_secret', {
          message,
          path,
          hint: `Write \${env:${secrets[0]?.variables[0] ?? 'NAME'}} there, and set that variable.`,
        }),
      );
      return [];
    }
    const names = clear.map((tool) => tool.upstream_name);
    if (as === 'claude-code' && source.mcp === undefined) losses.push(withoutServer(source.name));
    if (as === 'claude-code') return [{ name: source.name, tools: names, hidden: [], entry: {} }];
    if (source.mcp === undefined) {
      losses.push({ name: source.name, field: 'server', kind: 'lost', message: 'is left out: it is a captured list' });
      return [];
    }
    const written = codex.writeServer(serverOf(source.name, source.mcp, losses));
    losses.push(...written.losses);
    return written.entry === null ? [] : [{ name: source.name, tools: names, hidden: [], entry: written.entry }];
  });
}
