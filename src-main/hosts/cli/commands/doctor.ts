import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { ToolSummary } from '#shared/contract/catalog.ts';
import { counted } from '#shared/counted.ts';
import type { Finding } from '#shared/domain/finding.ts';
import type { SourceSummary } from '#shared/domain/live-source.ts';
import type { ToolProblems } from '#shared/domain/tool-detail.ts';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { isPegboardError } from '#shared/errors.ts';
import { tokensOfSize } from '#shared/tokens.ts';
import { type CommandContext, type CommandResult, withServices, withWorkspace } from '../command-context.ts';
import { plainText } from '../plain-text.ts';
import { table } from '../reporter.ts';

/** One line of the report; `ok` null is a fact without a verdict. */
interface Check {
  readonly name: string;
  readonly ok: boolean | null;
  readonly value: string;
  readonly hint?: string;
}

/** `pegboard doctor`: versions, FTS5, Electron, and the health of the workspace. Exit code 1 when something is wrong. */
export async function doctor(context: CommandContext): CommandResult {
  const checks: Check[] = [];
  await withServices(context, async (services) => {
    const { versions, fts_available } = await services.system.report();
    checks.push({
      name: 'node',
      ok: Number.parseInt(versions.node ?? '0', 10) >= 22,
      value: versions.node ?? 'unknown',
    });
    checks.push({ name: 'sqlite', ok: null, value: versions.sqlite ?? 'unknown' });
    checks.push({
      name: 'fts5',
      ok: fts_available,
      value: fts_available ? 'available' : 'missing',
      ...(fts_available
        ? {}
        : {
            hint: 'fts searches run as regex. Use the SQLite that comes with Pegboard; until then preferred_namespaces, descriptions and tags help.',
          }),
    });
  });
  checks.push(electronCheck());
  const { workspaceChecks, findings } = await checkWorkspace(context);
  checks.push(...workspaceChecks);
  const problems = checks.filter((check) => check.ok === false).length + findings.filter(isProblem).length;
  const notes = findings.filter((finding) => !isProblem(finding)).length;
  context.reporter.result('doctor/1', { checks, findings, problems }, () => {
    const rows = checks.map(({ name, ok, value, hint }) => [
      ok === null ? '·' : ok ? '✓' : '✗',
      name,
      value,
      hint ?? '',
    ]);
    return `${table(rows)}\n\n${problems === 0 ? 'No problems' : counted(problems, 'problem')}${notes === 0 ? '' : `, ${counted(notes, 'note')}`}.`;
  });
  return problems === 0 ? 0 : 1;
}

/** Where a finding is the same as another: sources tell some that the workspace tells too. */
function keyOf({ code, path, message }: Finding): string {
  return JSON.stringify([code, path, message]);
}

function isProblem(finding: Finding): boolean {
  return finding.severity !== 'info';
}

/** Whether the desktop shell's binary is on this computer. Looks at files only: loading the package would fetch it. */
function electronCheck(): Check {
  try {
    const folder = dirname(createRequire(import.meta.url).resolve('electron/package.json'));
    const there = existsSync(join(folder, 'path.txt')) && existsSync(join(folder, 'dist'));
    return {
      name: 'electron',
      ok: null,
      value: there ? 'installed' : 'not downloaded yet; npm start fetches it, or uses a browser',
    };
  } catch {
    return { name: 'electron', ok: null, value: 'not installed; pegboard serve uses a browser' };
  }
}

async function checkWorkspace(
  context: CommandContext,
): Promise<{ workspaceChecks: Check[]; findings: readonly Finding[] }> {
  try {
    return await withWorkspace(context, async (services) => {
      let integrity: Check = { name: 'index', ok: true, value: '' };
      try {
        for await (const event of services.catalog.syncIndex({ rebuild: false })) {
          if (event.type === 'done') {
            const { tools, fts_available, schema_version, path, memory_reason } = event.status;
            const place = path ?? `memory: ${memory_reason}`;
            integrity = {
              name: 'index',
              ok: memory_reason === null,
              value: `${counted(tools, 'tool')}, ${fts_available ? 'full text' : 'no full text'}, schema ${schema_version}, ${place}`,
            };
          }
        }
      } catch (error) {
        if (!isPegboardError(error)) throw error;
        integrity = { name: 'index', ok: false, value: error.message, ...(error.hint ? { hint: error.hint } : {}) };
      }
      const summary = await services.workspace.current();
      const tools = await services.catalog.list();
      const definitions = describeDefinitions(await services.catalog.lint());
      const sources = await services.sources.list();
      const live = describeLive(sources);
      const workspaceChecks = [
        ...(summary ? describeWorkspace(summary, tools) : []),
        ...describeBoard(tools),
        definitions,
        ...live,
        integrity,
      ];
      const own = summary?.findings ?? [];
      const known = new Set(own.map(keyOf));
      const ofSources = sources.flatMap(({ findings }) => findings).filter((finding) => !known.has(keyOf(finding)));
      // The others are on stderr already.
      context.reporter.findings([...own.filter(({ severity }) => severity === 'info'), ...ofSources]);
      return { workspaceChecks, findings: [...own, ...ofSources] };
    });
  } catch (error) {
    if (!isPegboardError(error)) throw error;
    if (error.code === 'workspace_not_found' && context.workspace === undefined) {
      return { workspaceChecks: [{ name: 'workspace', ok: null, value: 'none here' }], findings: [] };
    }
    const failed = { name: 'workspace', ok: false, value: error.message, ...(error.hint ? { hint: error.hint } : {}) };
    return { workspaceChecks: [failed], findings: [] };
  }
}

/** Always-loaded tools that are named, the most expensive ones. */
const namedOnBoard = 5;

/** Which tools every prompt pays for most, and what keeps each there (R15.04); nothing where all are deferred. */
function describeBoard(tools: readonly ToolSummary[]): Check[] {
  const onBoard = tools
    .filter(({ mode }) => mode === 'always')
    .sort((left, right) => right.prompt_size - left.prompt_size);
  if (onBoard.length === 0) return [];
  const named = onBoard
    .slice(0, namedOnBoard)
    .map(
      ({ name, prompt_size, mode_reason }) =>
        `${plainText(name)} ${tokensOfSize(prompt_size, 'estimate')} (${plainText(mode_reason.detail)})`,
    );
  const more = onBoard.length > named.length ? `; and ${onBoard.length - named.length} more` : '';
  return [
    {
      name: 'on the board',
      ok: null,
      value: `${named.join('; ')}${more}`,
      hint: 'pegboard tools --mode always --tokens lists them all.',
    },
  ];
}

/** How many definitions have findings. Most are the servers' to mend, so this is a fact without a verdict. */
function describeDefinitions(problems: readonly ToolProblems[]): Check {
  const findings = problems.flatMap((entry) => entry.problems);
  const count = (severity: Finding['severity']) => findings.filter((finding) => finding.severity === severity).length;
  return {
    name: 'definitions',
    ok: null,
    value:
      findings.length === 0
        ? 'no findings'
        : `${problems.length} ${problems.length === 1 ? 'tool' : 'tools'} with findings: error ${count('error')}, warning ${count('warning')}, info ${count('info')}`,
    ...(findings.length === 0 ? {} : { hint: 'pegboard tools --problems lists them.' }),
  };
}

/** The live sources; nothing where there are none. */
function describeLive(sources: readonly SourceSummary[]): Check[] {
  const live = sources.filter(({ kind }) => kind !== 'file');
  const stale = live.filter((source) => source.stale).map(({ name }) => name);
  if (live.length === 0) return [];
  const words =
    stale.length === 0 ? '' : `; the server of ${stale.join(', ')} says that its list changed since the import`;
  const hint = `Compare the lists: pegboard import --source ${stale[0]} --check`;
  return [{ name: 'live sources', ok: null, value: `${live.length}${words}`, ...(stale.length > 0 && { hint }) }];
}

function describeWorkspace({ path, always_loaded, config }: WorkspaceSummary, tools: readonly ToolSummary[]): Check[] {
  const tokens = (of: readonly ToolSummary[]) =>
    tokensOfSize(
      of.reduce((sum, tool) => sum + tool.prompt_size, 0),
      'estimate',
    );
  const onBoard = tokens(tools.filter(({ mode }) => mode === 'always'));
  return [
    { name: 'workspace', ok: true, value: path },
    { name: 'tool search', ok: null, value: config.tool_search.enabled ? 'on' : 'off' },
    {
      name: 'catalog',
      ok: null,
      value: `${counted(tools.length, 'tool')} from ${counted(config.sources.length, 'source')}, ${always_loaded} always loaded, which cost ${onBoard} of ${tokens(tools)} tokens in every prompt (estimate)`,
    },
  ];
}
