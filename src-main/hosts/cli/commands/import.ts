import { resolve } from 'node:path';
import { nodeFiles } from '#core/files/node-files.ts';
import type { Services } from '#core/services.ts';
import {
  type ImportFile,
  type ImportPlan,
  leftOutCode,
  planChangesSomething,
  planLeavesOut,
  type SourcePlan,
} from '#shared/domain/import-plan.ts';
import { isPegboardError, PegboardError } from '#shared/errors.ts';
import { checkSourceName } from '../check-source-name.ts';
import { type CommandContext, type CommandResult, withWorkspace } from '../command-context.ts';
import { describeDrift } from '../describe-drift.ts';
import { plainText } from '../plain-text.ts';
import { type ImportServersOptions, importServers, type ServersToImport } from './import-servers.ts';

export interface ImportOptions extends ImportServersOptions {
  /** Plans, writes nothing, and fails when a source is not as it was. */
  readonly check?: boolean | undefined;
  /** Imports nothing when one tool cannot be read. */
  readonly strict?: boolean | undefined;
}

/**
 * `pegboard import <file…>`: adds captured tool lists, or the servers of a client configuration, as sources. The plan is
 * printed in any case; with a conflict nothing is written and the error follows on stderr. Exit code 1 when a tool was left
 * out.
 */
export async function importFiles(
  context: CommandContext,
  paths: readonly string[],
  options: ImportOptions,
): CommandResult {
  if (options.envFromFile && paths.length > 1) refusePathOfValues(paths);
  const files = await readFiles(context, paths, options.name);
  return withWorkspace(context, async (services) => {
    const plan = await planOf(services, files);
    if (plan === 'servers') return importServers(context, services, serversOf(context, files), options);
    refuseServerOptions(options);
    if (options.strict) refuseIncomplete(plan);
    const blocked = plan.conflicts.length > 0;
    const isWhole = !planLeavesOut(plan);
    if (options.check) {
      reportImport(context, plan, false);
      return blocked || !isWhole || planChangesSomething(plan) ? 1 : 0;
    }
    if (options.dryRun || blocked) {
      reportImport(context, plan, false);
      if (!blocked) return isWhole ? 0 : 1;
      if (options.dryRun) return 1;
    }
    const result = await services.catalog.applyImport({ files }, { signal: context.io.signal });
    reportImport(context, result, result.written);
    return planLeavesOut(result) ? 1 : 0;
  });
}

/** Somebody gave `--env-from-file` the path of a file with variables. */
function refusePathOfValues([configuration, ...others]: readonly string[]): never {
  throw new PegboardError('usage', `--env-from-file takes no path, and ${others.join(', ')} stands behind it.`, {
    hint: `It takes the values that ${configuration} itself holds. Name a file of variables as "envFile" in that configuration, or load it into your environment first.`,
  });
}

/** Error: `invalid_input` for a plan that leaves a tool out. */
function refuseIncomplete({ findings }: ImportPlan): void {
  const leftOut = findings.filter(({ code }) => code === leftOutCode);
  if (leftOut.length === 0) return;
  const shown = leftOut.slice(0, 10).map(({ path, message }) => `${path ?? 'a file'}: ${message}`);
  const more = leftOut.length > shown.length ? ` And ${leftOut.length - shown.length} more.` : '';
  throw new PegboardError('invalid_input', `Nothing was imported. ${shown.join(' ')}${more}`, {
    hint: 'Correct these tools, or leave --strict out to import the others.',
    data: { findings: leftOut },
  });
}

/** The plan for lists of tools, or that the one file is a client configuration. Errors: those of planning. */
async function planOf(services: Services, files: readonly ImportFile[]): Promise<ImportPlan | 'servers'> {
  try {
    return await services.catalog.planImport({ files });
  } catch (error) {
    if (isPegboardError(error) && error.data?.client !== undefined && files.length === 1) return 'servers';
    throw error;
  }
}

/** A file with servers, by its whole path: that says which folder the servers start in. */
function serversOf({ io }: CommandContext, [file]: readonly ImportFile[]): ServersToImport {
  const { name = '', text = '' } = file ?? {};
  return { origin: { kind: 'text', name: resolve(io.cwd, name), text }, title: name };
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
): Promise<ImportFile[]> {
  if (name !== undefined) checkName(name, paths);
  return Promise.all(
    paths.map(async (path) => ({
      name: path,
      text: await nodeFiles.readText(resolve(context.io.cwd, path), { regularOnly: false, utf16: true }),
      ...(name === undefined ? {} : { source: name }),
    })),
  );
}

function checkName(name: string, paths: readonly string[]): void {
  if (paths.length > 1) {
    throw new PegboardError('usage', '--name names one source, and several files were given.', {
      hint: 'Import them one at a time, or leave --name out: each source is named by its file.',
    });
  }
  checkSourceName(name);
}

/** Prints a plan or a result as `pegboard.import/1`. */
export function reportImport({ reporter }: CommandContext, plan: ImportPlan, written: boolean): void {
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
    sources: plan.sources,
    written,
  };
  reporter.result('import/1', value, () => {
    const lines = plan.sources.flatMap((source) => [describeSource(source), ...describeDrift(source, reporter)]);
    return [
      ...lines,
      ...plan.conflicts.map((conflict) => plainText(`conflict: ${conflict.message}`)),
      closing(plan, written),
    ].join('\n');
  });
  if (reporter.format === 'human') reporter.findings(plan.findings);
}

function describeSource({ source, added, changed, removed, unchanged, is_new }: SourcePlan): string {
  const counts = [
    added.length > 0 && `${added.length} added`,
    changed.length > 0 && `${changed.length} changed`,
    removed.length > 0 && `${removed.length} removed`,
    unchanged > 0 && `${unchanged} unchanged`,
  ].filter(Boolean);
  return `${is_new ? 'new source' : 'source'} ${source}: ${counts.join(', ')}`;
}

function closing(plan: ImportPlan, written: boolean): string {
  if (written) return 'Imported.';
  if (plan.conflicts.length > 0) return 'Nothing was imported.';
  return planChangesSomething(plan) ? 'Nothing was written.' : 'Nothing to write.';
}
