import { join, resolve } from 'node:path';
import { auditTools } from '#core/audit/audit-tool.ts';
import { nodeFiles } from '#core/files/node-files.ts';
import { pathFrom } from '#core/skills/read/read-skills-at.ts';
import { workspaceFileName } from '#core/workspace/workspace-file.ts';
import { type AuditVerdict, isAtLeast } from '#shared/domain/audit.ts';
import { asFindings, asJunit, asMarkdown, asText, type LocatedTool } from '../audit/audit-formats.ts';
import { Locator } from '../audit/locate.ts';
import { type Definition, type ReadDefinitions, readDefinitions } from '../audit/read-definitions.ts';
import { workspaceDefinitions } from '../audit/workspace-definitions.ts';
import { unreadExitCode, unreadSources } from '../ci/unread-sources.ts';
import { type CommandContext, type CommandResult, findWorkspace, withServices } from '../command-context.ts';
import { toSarif } from '../sarif.ts';

export interface AuditCommandOptions {
  readonly failOn: Exclude<AuditVerdict, 'clean'>;
  /** An earlier listing of the same tools. */
  readonly against?: string | undefined;
}

/**
 * `pegboard audit [path]`: what in definitions attacks a model or its user. Reads a workspace, a captured file or a folder, and starts
 * nothing. Exit code 1 when a verdict is `--fail-on` or worse, else 7 when a source could not be read.
 */
export async function audit(
  context: CommandContext,
  path: string | undefined,
  { failOn, against }: AuditCommandOptions,
): CommandResult {
  const { io, reporter, sarif, document } = context;
  const { definitions, findings, root } = await definitionsOf(context, path);
  const unread = unreadSources(findings, { root, cwd: io.cwd });
  const inputs = definitions.map(({ input }) => input);
  const earlier = against === undefined ? [] : await earlierListing(resolve(io.cwd, against), definitions);
  reporter.findings(findings);
  const report = auditTools(inputs, { earlier });
  const tools = located(report.tools, definitions, io.cwd);
  if (sarif) io.stdout.write(await toSarif([...asFindings(tools), ...unread], io.cwd));
  else if (document === 'junit') io.stdout.write(asJunit(tools, { failOn, unread }));
  else if (document === 'markdown') io.stdout.write(asMarkdown(tools, unread));
  else {
    const value = { tools: report.tools, ...(unread.length > 0 && { unread }) };
    reporter.result('audit/1', value, () => asText(tools, unread, reporter.paint.bind(reporter)));
  }
  if (tools.some(({ verdict }) => isAtLeast(verdict, failOn))) return 1;
  return unread.length > 0 ? unreadExitCode : 0;
}

/** The definitions, and the folder from which their findings name files. */
async function definitionsOf(
  context: CommandContext,
  path: string | undefined,
): Promise<ReadDefinitions & { readonly root: string }> {
  const full = path === undefined ? await findWorkspace(context) : resolve(context.io.cwd, path);
  const isWorkspace = await nodeFiles.exists(join(full, workspaceFileName));
  const read = await (isWorkspace
    ? withServices(context, (services) => workspaceDefinitions(full, services))
    : readDefinitions(full));
  return { ...read, root: full };
}

/** Where both listings have one source, its name may differ: a file of another name is still the same server. */
async function earlierListing(path: string, now: readonly Definition[]) {
  const before = (await readDefinitions(path)).definitions.map(({ input }) => input);
  const sources = new Set(now.map(({ input }) => input.source));
  const [only] = sources;
  const isOne = sources.size === 1 && new Set(before.map(({ source }) => source)).size === 1;
  return isOne ? before.map((input) => ({ ...input, source: only })) : before;
}

function located(
  tools: ReturnType<typeof auditTools>['tools'],
  definitions: readonly Definition[],
  cwd: string,
): LocatedTool[] {
  const locators = new Map<string, Locator>();
  return tools.map((tool, index) => {
    const { file = null, input } = definitions[index] ?? {};
    const is_text = input?.is_text ?? false;
    if (!file) return { ...tool, is_text, path: null, positions: [] };
    const locator = locators.get(file.path) ?? new Locator(file.text);
    locators.set(file.path, locator);
    const positions = tool.findings.map(({ place, excerpt }) => locator.find(tool.name, place, excerpt));
    return { ...tool, is_text, path: pathFrom(cwd, file.path), positions };
  });
}
