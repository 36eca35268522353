import { resolve } from 'node:path';
import { nodeFiles } from '#core/files/node-files.ts';
import { type ImportFile, type ImportPlan, planChangesSomething, type SourcePlan } from '#shared/domain/import-plan.ts';
import { sourceNameSchema } from '#shared/domain/source.ts';
import { PegboardError } from '#shared/errors.ts';
import { type CommandContext, type CommandResult, withWorkspace } from '../command-context.ts';
import { describeDrift } from '../describe-drift.ts';
import { plainText } from '../plain-text.ts';

export interface ImportOptions {
  readonly name?: string | undefined;
  readonly dryRun?: boolean | undefined;
  /** Plans, writes nothing, and fails when a source is not as it was. */
  readonly check?: boolean | undefined;
}

/**
 * `pegboard import <file…>`: adds captured tool lists as sources. The plan is printed in any case; with a conflict nothing
 * is written and the error follows on stderr.
 */
export async function importFiles(
  context: CommandContext,
  paths: readonly string[],
  options: ImportOptions,
): CommandResult {
  const files = await readFiles(context, paths, options.name);
  return withWorkspace(context, async (services) => {
    const plan = await services.catalog.planImport(files);
    const blocked = plan.conflicts.length > 0;
    if (options.check) {
      reportImport(context, plan, false);
      return blocked || planChangesSomething(plan) ? 1 : 0;
    }
    if (options.dryRun || blocked) {
      reportImport(context, plan, false);
      if (!blocked) return 0;
      if (options.dryRun) return 1;
    }
    const result = await services.catalog.applyImport(files, { signal: context.io.signal });
    reportImport(context, result, result.written);
    return 0;
  });
}

async function readFiles(
  context: CommandContext,
  paths: readonly string[],
  name: string | undefined,
): Promise<ImportFile[]> {
  if (paths.length === 0) {
    throw new PegboardError('usage', 'Name a file to import, or a server: --mcp, --url, --source.', {
      hint: 'For example: pegboard import tools.json. pegboard import --discover lists the servers other programs know.',
    });
  }
  if (name !== undefined) checkName(name, paths);
  return Promise.all(
    paths.map(async (path) => ({
      name: path,
      text: await nodeFiles.readText(resolve(context.io.cwd, path), { regularOnly: false }),
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

/** Error: `usage` for a name that no source can have. */
export function checkSourceName(name: string): void {
  const parsed = sourceNameSchema.safeParse(name);
  if (!parsed.success) {
    throw new PegboardError('usage', `"${name}" is not a name of a source: ${parsed.error.issues[0]?.message}.`, {
      hint: 'For example: github',
    });
  }
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
