import { type Finding, finding } from '#shared/domain/finding.ts';
import {
  type ClientDefinition,
  joinedConfigs,
  noServers,
  type ReadConfig,
  type ReadContext,
} from '../client-definition.ts';
import { type ConfigDocument, parseJsonDocument } from '../config-document.ts';
import { commonEntry } from '../entry-form.ts';
import { inHome, pathsOf } from '../machine-folders.ts';
import { type Dialect, isRecord, readServerMap, strayKeys, valueAt } from '../read-server-map.ts';

const dialect: Dialect = {
  client: 'claude-code',
  clientKeys: ['oauth', 'headersHelper', 'timeout', 'alwaysLoad'],
};

/**
 * Claude Code: `.mcp.json` in a project, shared by its team, and `~/.claude.json` (in CLAUDE_CONFIG_DIR when that is set),
 * the program's own state, with servers for the user at the top and for single projects under `projects`. Both may say
 * `${VAR}` and `${VAR:-default}` in commands, arguments, env, URLs and headers.
 */
export const claudeCode: ClientDefinition = {
  client: 'claude-code',
  fileName: /(^|[\\/])\.(claude|mcp)\.json$/i,
  userLocations: (machine) => [
    machine.env.CLAUDE_CONFIG_DIR
      ? pathsOf(machine).join(machine.env.CLAUDE_CONFIG_DIR, '.claude.json')
      : inHome(machine, '.claude.json'),
  ],
  projectLocations: ['.mcp.json'],
  entry: commonEntry,
  read(text, context) {
    const { document, mistake } = parseJsonDocument(text, context.path);
    if (!document) return noServers([mistake]);
    const top = readServerMap(document, ['mcpServers'], dialect, context);
    if (!isState(context.path)) {
      return { ...top, findings: [...strayKeys(document, ['mcpServers', '$schema'], context), ...top.findings] };
    }
    const projects = readProjects(document, context);
    return joinedConfigs([top, projects]);
  },
};

function isState(path: string): boolean {
  return /(^|[\\/])\.claude\.json$/.test(path);
}

/** Servers of the project in question, or of all projects when there is none; those of others are counted. */
function readProjects(document: ConfigDocument, context: ReadContext): ReadConfig {
  const projects = valueAt(document.value, ['projects']);
  if (!isRecord(projects)) return noServers();
  const read: ReadConfig[] = [];
  let elsewhere = 0;
  for (const [folder, settings] of Object.entries(projects)) {
    if (context.project !== null && !isSameFolder(folder, context.project)) {
      const map = valueAt(settings, ['mcpServers']);
      elsewhere += isRecord(map) ? Object.keys(map).length : 0;
      continue;
    }
    const off = valueAt(settings, ['disabledMcpServers']);
    const ofProject: Dialect = {
      ...dialect,
      isDisabled: (entry, name) => entry.disabled === true || (Array.isArray(off) && off.includes(name)),
    };
    const place = { ...context, scope: 'project' as const };
    read.push(readServerMap(document, ['projects', folder, 'mcpServers'], ofProject, place));
  }
  if (elsewhere > 0) {
    const others: Finding = finding('servers_of_other_projects', {
      message: `${elsewhere} more ${elsewhere === 1 ? 'server belongs' : 'servers belong'} to other projects.`,
      path: context.path,
      hint: 'Run "pegboard import --discover" in that folder to list them.',
    });
    read.push(noServers([others]));
  }
  return joinedConfigs(read);
}

/** Whether two paths name one folder, whatever their slashes and their last one. */
function isSameFolder(left: string, right: string): boolean {
  const plain = (path: string) => path.replaceAll('\\', '/').replace(/\/+$/, '');
  return plain(left) === plain(right);
}
