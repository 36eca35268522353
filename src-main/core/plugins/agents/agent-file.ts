import { parse as parseToml, stringify as stringifyToml, TomlError } from 'smol-toml';
import type { AgentFormId } from '#shared/domain/agent-forms.ts';
import { type Finding, finding } from '#shared/domain/finding.ts';
import { withLineFeeds } from '#shared/text/skill-texts.ts';
import { isRecord } from '#shared/text/values.ts';
import { writeYaml } from '../../skills/formats/write-yaml.ts';
import { readFrontMatter } from '../../skills/read/front-matter.ts';

/** Tools of one server in an agent file. */
export interface AgentServer {
  /** Name of the server in the host. */
  readonly name: string;
  /** Names of its tools, as the server calls them, or as the host does; null for all of them. */
  readonly tools: readonly string[] | null;
  readonly hidden: readonly string[];
}

/** An agent of a program, with the tools that it may use. */
export interface AgentFile {
  readonly name: string;
  readonly description: string;
  readonly model: string | null;
  readonly instructions: string;
  /** The servers that it may use; null when it may use all that the program has. */
  readonly servers: readonly AgentServer[] | null;
  /** Tools of the program itself that it may use. */
  readonly own: readonly string[];
  /** Tools that are taken from it, for an agent that may otherwise use all. */
  readonly denied: readonly AgentServer[];
}

/** What is written of an agent: `entries` are the servers as the program starts them. */
export interface AgentToWrite extends Pick<AgentFile, 'name' | 'description' | 'model' | 'instructions'> {
  readonly servers: readonly (AgentServer & { readonly entry: Readonly<Record<string, unknown>> })[];
}

interface AgentForm {
  /** Path of the file of an agent, from the folder of a project. */
  pathOf(name: string): string;
  /** Whether a path may be such a file. */
  readonly fileName: RegExp;
  write(agent: AgentToWrite): string;
  /** The agent, or why the text is not an agent. */
  read(text: string): AgentFile | string;
}

/** The agent files of each program. */
export const agentFiles: Readonly<Record<AgentFormId, AgentForm>> = {
  'claude-code': {
    pathOf: (name) => `.claude/agents/${name}.md`,
    fileName: /\.md$/i,
    write: ({ name, description, model, instructions, servers }) => {
      const tools = servers.flatMap((server) => (server.tools ?? []).map((tool) => hostToolName(server.name, tool)));
      const front = { name, description, tools: tools.join(', '), ...(model === null ? {} : { model }) };
      return `---\n${writeYaml(front)}---\n\n${instructions.trim()}\n`;
    },
    read: readMarkdown,
  },
  codex: {
    pathOf: (name) => `.codex/agents/${name}.toml`,
    fileName: /\.toml$/i,
    write: ({ name, description, model, instructions, servers }) => {
      const entries = servers.map(({ name: server, tools, entry }) => [
        server,
        { ...entry, ...(tools === null ? {} : { enabled_tools: [...tools] }) },
      ]);
      return `${stringifyToml({
        name,
        description,
        ...(model === null ? {} : { model }),
        developer_instructions: instructions.trim(),
        ...(entries.length > 0 ? { mcp_servers: Object.fromEntries(entries) } : {}),
      }).trim()}\n`;
    },
    read: readToml,
  },
};

/** A tool as Claude Code names it: whatever is not a letter, a digit, `_` or `-` becomes `_`. */
export function hostToolName(server: string, tool: string): string {
  return `mcp__${plain(server)}__${plain(tool)}`;
}

/** A part of such a name. */
export function plain(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, '_');
}

/**
 * The agent in a file of either program; null for a file that is not an agent. `path` tells the form, and places findings. A file that
 * should be one and is not gives a finding.
 */
export function readAgentFile(
  text: string,
  path: string,
): { readonly form: AgentFormId; readonly agent: AgentFile } | { readonly finding: Finding } | null {
  for (const form of ['claude-code', 'codex'] as const) {
    if (!agentFiles[form].fileName.test(path)) continue;
    const agent = agentFiles[form].read(text);
    if (typeof agent !== 'string') return { form, agent };
    const isMeant = form === 'claude-code' || text.includes('developer_instructions');
    return isMeant
      ? { finding: finding('agent_invalid', { message: `The file is not an agent: ${agent}.`, path }) }
      : null;
  }
  return null;
}

function readMarkdown(text: string): AgentFile | string {
  const parts = readFrontMatter(withLineFeeds(text));
  if (parts === null) return 'it has no front matter';
  if (!parts.values.ok) return parts.values.problem.message;
  const { value } = parts.values.values;
  if (!isRecord(value)) return 'its front matter must hold keys and values';
  const { name, description, model } = value;
  if (typeof name !== 'string' || name.trim() === '') return 'it has no name';
  const [tools, denied] = [namesIn(value.tools), namesIn(value.disallowedTools)];
  if (tools === 'wrong' || denied === 'wrong') return 'its tools are not a list of names';
  const isTool = (one: string) => one.startsWith('mcp__');
  return {
    name: name.trim(),
    description: typeof description === 'string' ? description : '',
    model: typeof model === 'string' ? model : null,
    instructions: parts.body,
    servers: tools === null ? null : tools.filter(isTool).map(serverOfName),
    own: (tools ?? []).filter((one) => !isTool(one)),
    denied: (denied ?? []).filter(isTool).map(serverOfName),
  };
}

/** Names separated by commas, or in a list; null where there are none. */
function namesIn(given: unknown): readonly string[] | null | 'wrong' {
  if (given === undefined || given === null) return null;
  const names = typeof given === 'string' ? given.split(',') : given;
  if (!Array.isArray(names) || !names.every((one) => typeof one === 'string')) return 'wrong';
  return [...new Set(names.map((one) => one.trim()).filter((one) => one !== ''))];
}

/** `mcp__<server>`, `mcp__<server>__*` or a whole name, which is looked up as it is since a server's name may have `__` in it. */
function serverOfName(name: string): AgentServer {
  const whole = /^mcp__(.+?)(?:__\*)?$/.exec(name)?.[1] ?? '';
  const isAll = name.endsWith('__*') || !whole.includes('__');
  return isAll ? { name: whole, tools: null, hidden: [] } : { name: '', tools: [name], hidden: [] };
}

function readToml(text: string): AgentFile | string {
  let value: Record<string, unknown>;
  try {
    value = parseToml(text);
  } catch (error) {
    if (!(error instanceof TomlError) && !(error instanceof RangeError)) throw error;
    return 'it is not valid TOML';
  }
  const { name, description, model, developer_instructions: instructions, mcp_servers: map } = value;
  if (typeof name !== 'string' || name.trim() === '') return 'it has no name';
  if (typeof instructions !== 'string') return 'it has no developer_instructions';
  if (map !== undefined && !isRecord(map)) return 'mcp_servers are not tables';
  const servers: AgentServer[] = [];
  for (const [server, entry] of Object.entries(map ?? {})) {
    if (!isRecord(entry)) return `mcp_servers.${server} is not a table`;
    const [tools, hidden] = [namesIn(entry.enabled_tools), namesIn(entry.disabled_tools)];
    if (tools === 'wrong' || hidden === 'wrong') return `the tools of mcp_servers.${server} are not a list of names`;
    servers.push({ name: server, tools, hidden: hidden ?? [] });
  }
  return {
    name: name.trim(),
    description: typeof description === 'string' ? description : '',
    model: typeof model === 'string' ? model : null,
    instructions,
    servers: map === undefined ? null : servers,
    own: [],
    denied: [],
  };
}
