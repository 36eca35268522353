import { resolve } from 'node:path';
import { maximumFileBytes, nodeFiles } from '#core/files/node-files.ts';
import type { Services } from '#core/services.ts';
import {
  type ImportPlan,
  leftOutCode,
  planChangesSomething,
  planLeavesOut,
  type SkillsPlan,
  type SourcePlan,
} from '#shared/domain/import-plan.ts';
import { isPegboardError, PegboardError } from '#shared/errors.ts';
import { isBundleName, largestBundle, manifestOfBundle } from '#shared/text/bundle-file.ts';
import { checkSourceName } from '../check-source-name.ts';
import { changesOfPlan, writeChanges } from '../ci/change-formats.ts';
import { type CommandContext, type CommandResult, withWorkspace } from '../command-context.ts';
import { describeDrift } from '../describe-drift.ts';
import { plainText } from '../plain-text.ts';
import { type GivenFile, planReadable, type ReadablePlan, readEach } from '../readable-files.ts';
import { agentToImport, importAgent } from './import-agent.ts';
import { type ImportPluginOptions, importPlugin, pluginToImport } from './import-plugin.ts';
import { importServers, type ServersToImport } from './import-servers.ts';

/** What stdin is called in messages. */
const stdinName = 'stdin';

export interface ImportOptions extends ImportPluginOptions {
  /** Plans, writes nothing, and fails when a source changed. */
  readonly check?: boolean | undefined;
  /** Imports nothing when one tool cannot be read. */
  readonly strict?: boolean | undefined;
}

/**
 * `pegboard import <file…>`: adds captured tool lists, or the servers of a client configuration or of a plugin, as sources. The plan is
 * printed in any case; with a conflict nothing is written and the error follows on stderr. Exit code 1 when a tool, or one of
 * several files, was left out.
 */
export async function importFiles(
  context: CommandContext,
  paths: readonly string[],
  options: ImportOptions,
): CommandResult {
  if (options.envFromFile && paths.length > 1) refusePathOfValues(paths);
  const plugin = paths.length === 1 ? await pluginToImport(context, paths[0] ?? '') : null;
  if (plugin) return withWorkspace(context, (services) => importPlugin(context, services, plugin, options));
  const agent = paths.length === 1 ? await agentToImport(context, paths[0] ?? '') : null;
  if (agent) return withWorkspace(context, (services) => importAgent(context, services, agent, options));
  const given = await readFiles(context, paths, options.name);
  return withWorkspace(context, async (services) => {
    const planned = await planOf(services, given);
    if (planned === 'servers') return importServers(context, services, serversOf(context, given), options);
    const { plan, files, leftOut } = planned;
    refuseServerOptions(options);
    if (options.strict) refuseIncomplete(plan);
    const blocked = plan.conflicts.length > 0;
    const isWhole = !planLeavesOut(plan);
    if (options.check) {
      await reportImport(context, plan, false);
      return checkExitCode(plan);
    }
    if (options.dryRun || blocked) {
      await reportImport(context, plan, false);
      if (!blocked) return isWhole ? 0 : 1;
      if (options.dryRun) return 1;
    }
    const result = await services.catalog.applyImport({ files }, { signal: context.io.signal });
    const whole = { ...result, findings: [...leftOut, ...result.findings] };
    await reportImport(context, whole, result.written);
    return planLeavesOut(whole) ? 1 : 0;
  });
}

/** The exit code of `--check`: 6 when a tool would wait for approval, 1 for any other difference, 0 without one. */
export function checkExitCode(plan: ImportPlan): number {
  if ((plan.withheld ?? []).length > 0) return 6;
  return plan.conflicts.length > 0 || planLeavesOut(plan) || planChangesSomething(plan) ? 1 : 0;
}

/** Somebody gave `--env-from-file` the path of a file with variables. */
function refusePathOfValues([configuration, ...others]: readonly string[]): never {
  throw new PegboardError('usage', `--env-from-file takes no path, but ${others.join(', ')} follows it.`, {
    hint: `It takes the values that ${configuration} itself holds. Name a file of variables as "envFile" in that configuration, or load it into your environment first.`,
  });
}

/** Error: `invalid_input` for a plan that leaves a tool or a file out. */
function refuseIncomplete({ findings }: ImportPlan): void {
  const leftOut = findings.filter(({ code }) => code === leftOutCode || code === 'file_left_out');
  if (leftOut.length === 0) return;
  const shown = leftOut.slice(0, 10).map(({ path, message }) => `${path ?? 'a file'}: ${message}`);
  const more = leftOut.length > shown.length ? ` And ${leftOut.length - shown.length} more.` : '';
  throw new PegboardError('invalid_input', `Nothing was imported. ${shown.join(' ')}${more}`, {
    hint: `Correct ${leftOut.some(({ code }) => code === 'file_left_out') ? 'these' : 'these tools'}, or leave --strict out to import the others.`,
    data: { findings: leftOut },
  });
}

/** The plan for lists of tools, or that the one file is a client configuration. Errors: those of planning. */
async function planOf(services: Services, given: readonly GivenFile[]): Promise<ReadablePlan | 'servers'> {
  try {
    return await planReadable(services, given);
  } catch (error) {
    if (isPegboardError(error) && error.data?.client !== undefined && given.length === 1) return 'servers';
    throw error;
  }
}

/** A file with servers, by its full path: that says which folder the servers start in. */
function serversOf({ io }: CommandContext, [file]: readonly GivenFile[]): ServersToImport {
  const { name, text } = file && 'text' in file ? file : { name: '', text: '' };
  // What comes from stdin is in no folder.
  return { origin: { kind: 'text', name: name === stdinName ? name : resolve(io.cwd, name), text }, title: name };
}

function refuseServerOptions(options: ImportOptions): void {
  const { only, except, envFromFile, keep, yes, timeout } = options;
  const given = { only, except, 'env-from-file': envFromFile, keep, yes, timeout };
  const name = Object.entries(given).find(([, value]) => value !== undefined)?.[0];
  if (name === undefined) return;
  throw new PegboardError('usage', `--${name} is for servers, and the file is a list of tools.`, {
    hint: 'Leave it out.',
  });
}

async function readFiles(
  context: CommandContext,
  paths: readonly string[],
  name: string | undefined,
): Promise<GivenFile[]> {
  if (name !== undefined) checkName(name, paths);
  return readEach(paths, async (path) => ({
    name: path === '-' ? stdinName : path,
    text: path === '-' ? await inputOf(context) : await textOf(resolve(context.io.cwd, path), path),
    ...(name === undefined ? {} : { source: name }),
  }));
}

/** What another program hands over. Error: `file_too_large`. */
async function inputOf({ io }: CommandContext): Promise<string> {
  const text = io.readInput ? await io.readInput(maximumFileBytes) : '';
  if (text !== null) return text;
  throw new PegboardError('file_too_large', `${stdinName} has more than ${maximumFileBytes / 1024 / 1024} MiB.`, {
    hint: 'Split the list into one file per server.',
    data: { file: stdinName, maximumBytes: maximumFileBytes },
  });
}

/** The text of a file; of a bundle its manifest. */
async function textOf(path: string, name: string): Promise<string> {
  if (!isBundleName(path)) return nodeFiles.readText(path, { regularOnly: false, utf16: true });
  return manifestOfBundle(await nodeFiles.readBytes(path, { maximumBytes: largestBundle }), name);
}

function checkName(name: string, paths: readonly string[]): void {
  if (paths.length > 1) {
    throw new PegboardError('usage', '--name names one source, and several files were given.', {
      hint: 'Import them one at a time, or leave --name out: each source is named by its file.',
    });
  }
  checkSourceName(name);
}

/** Prints a plan or a result as `pegboard.import/1`, or as the document that was asked for. */
export async function reportImport(context: CommandContext, plan: ImportPlan, written: boolean): Promise<void> {
  const { reporter } = context;
  if (await writeChanges(context, 'Changes of sources', changesOfPlan(plan))) return;
  const all = (key: 'added' | 'changed' | 'removed') => plan.sources.flatMap((source) => source[key]);
  const value = {
    source: plan.sources.length === 1 ? plan.sources[0]?.source : plan.sources.map((source) => source.source),
    added: all('added'),
    changed: all('changed'),
    changed_details: plan.sources.flatMap((source) => source.changed_details),
    removed: all('removed'),
    unchanged: plan.sources.reduce((sum, source) => sum + source.unchanged, 0),
    conflicts: plan.conflicts,
    findings: plan.findings,
    withheld: plan.withheld ?? [],
    alarms: plan.alarms ?? [],
    sources: plan.sources,
    written,
  };
  reporter.result('import/1', value, () => {
    const lines = plan.sources.flatMap((source) => [describeSource(source), ...describeDrift(source, reporter)]);
    return [
      ...lines,
      ...(plan.alarms ?? [])
        .slice(0, 20)
        .flatMap(({ tool, findings }) =>
          findings.map(({ place, why }) => plainText(`audit: ${tool}, ${place}: ${why}`)),
        ),
      ...(plan.withheld ?? []).slice(0, 20).map((name) => plainText(`waits for approval: ${name}`)),
      ...plan.conflicts.map((conflict) => plainText(`conflict: ${conflict.message}`)),
      closing(plan, written),
    ].join('\n');
  });
  if (reporter.format === 'human') reporter.findings(plan.findings);
}

function describeSource({ source, is_new, skills, parts, ...tools }: SourcePlan): string {
  return [
    `${is_new ? 'new source' : 'source'} ${source}: ${describeCounts(tools)}`,
    ...(parts ? [`prompts and instructions of ${source}: ${describeCounts(parts)}`] : []),
    ...(skills ? [`skills of ${source}, in the pack ${skills.pack}: ${describeCounts(skills)}`] : []),
  ].join('\n');
}

function describeCounts({ added, changed, removed, unchanged }: Omit<SkillsPlan, 'pack'>): string {
  const counts = [
    added.length > 0 && `${added.length} added`,
    changed.length > 0 && `${changed.length} changed`,
    removed.length > 0 && `${removed.length} removed`,
    unchanged > 0 && `${unchanged} unchanged`,
  ].filter(Boolean);
  return counts.length === 0 ? 'none' : counts.join(', ');
}

function closing(plan: ImportPlan, written: boolean): string {
  const count = plan.findings.filter(({ code }) => code === 'file_left_out').length;
  const others = count === 0 ? '' : ` ${count} ${count === 1 ? 'file was' : 'files were'} left out.`;
  if (written) return `Imported.${others}`;
  if (plan.conflicts.length > 0) return 'Nothing was imported.';
  return `${planChangesSomething(plan) ? 'Nothing was written.' : 'Nothing to write.'}${others}`;
}
