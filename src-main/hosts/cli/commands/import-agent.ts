import { resolve } from 'node:path';
import { nodeFiles } from '#core/files/node-files.ts';
import { callTools } from '#core/gateway/own-tools.ts';
import { servedNames } from '#core/gateway/served-tools.ts';
import { type AgentFile, readAgentFile } from '#core/plugins/agents/agent-file.ts';
import { personaOf } from '#core/plugins/agents/agent-persona.ts';
import type { Services } from '#core/services.ts';
import { loadWorkspace } from '#core/workspace/load-workspace.ts';
import { finding } from '#shared/domain/finding.ts';
import { PegboardError } from '#shared/errors.ts';
import { type CommandContext, type CommandResult, findWorkspace } from '../command-context.ts';
import { plainText } from '../plain-text.ts';

export interface ImportAgentOptions {
  readonly name?: string | undefined;
  readonly dryRun?: boolean | undefined;
}

/** An agent file, and how the user named it. */
export interface GivenAgent {
  readonly path: string;
  readonly agent: AgentFile;
}

/**
 * The agent that a path of `pegboard import` is; null for a file of another kind. Error: `invalid_input` for a file that should be an
 * agent and is not.
 */
export async function agentToImport({ io }: CommandContext, given: string): Promise<GivenAgent | null> {
  const path = resolve(io.cwd, given);
  if (!/\.(?:md|toml)$/i.test(path) || !(await nodeFiles.exists(path))) return null;
  const text = await nodeFiles.readText(path, { maximumBytes: 1024 * 1024, regularOnly: true });
  const read = readAgentFile(text, given);
  if (read === null) return null;
  if ('agent' in read) return { path: given, agent: read.agent };
  throw new PegboardError('invalid_input', `${given}: ${read.finding.message}`, {
    hint: 'An agent of Claude Code has front matter with a name; one of Codex has name and developer_instructions.',
    data: { path: given },
  });
}

/**
 * `pegboard import <agent file>`: adds a persona that sees the tools of the agent. Names that mean no tool of the workspace are listed:
 * exit code 1. Error: `usage` for a name that a persona has already.
 */
export async function importAgent(
  context: CommandContext,
  services: Services,
  { path, agent }: GivenAgent,
  { name = agent.name, dryRun = false }: ImportAgentOptions,
): CommandResult {
  const { reporter } = context;
  const { file, registry } = await loadWorkspace(await findWorkspace(context), nodeFiles);
  const { server_name } = file.config.gateway;
  const { visible_tools, hidden_tools, unknown } = personaOf(agent, {
    tools: [...registry.values()],
    gateway: {
      name: server_name,
      served: servedNames(registry.keys(), server_name),
      own: new Set(['tool_search', 'tool_get', ...callTools.keys()]),
    },
  });
  const { written } = await services.config.read();
  const personas = (written.personas as Record<string, string>[] | undefined) ?? [];
  if (personas.some((one) => one.name === name)) {
    throw new PegboardError('usage', `The workspace has a persona ${name} already.`, {
      hint: 'Give the new one another name with --name.',
      data: { persona: name },
    });
  }
  const persona = {
    name,
    visible_tools: [...visible_tools],
    ...(hidden_tools.length > 0 ? { hidden_tools: [...hidden_tools] } : {}),
  };
  const findings = unknown.map((tool) =>
    finding('agent_tool_unknown', {
      message: `The agent names ${tool.slice(0, 200)}, which is not a tool of the workspace.`,
      path,
      hint: 'Import the source that has it, or write its name under personas in pegboard.yaml.',
    }),
  );
  if (!dryRun) await services.config.edit({ changes: [{ path: ['personas'], value: [...personas, persona] }] });
  if (reporter.format === 'human') reporter.findings(findings);
  reporter.result('import-agent/1', { persona, unknown, own_tools: agent.own, findings, written: !dryRun }, () => {
    const own = agent.own.length > 0 ? ` Tools of the program itself are left out: ${agent.own.join(', ')}.` : '';
    const what = dryRun ? 'Nothing was written.' : 'Added.';
    return plainText(`persona ${name}: ${visible_tools.join(', ') || 'no tool'}.${own} ${what}`);
  });
  return unknown.length > 0 ? 1 : 0;
}
