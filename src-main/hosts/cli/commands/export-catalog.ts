import { basename, dirname, extname, resolve } from 'node:path';
import { type CatalogFormat, catalogFileSchema } from '#shared/domain/export-plan.ts';
import { PegboardError } from '#shared/errors.ts';
import { type CommandContext, type CommandResult, withWorkspace } from '../command-context.ts';
import { describeLossGroups, runExport, type WriteOptions } from '../run-export.ts';

export interface ExportCatalogOptions extends WriteOptions {
  readonly as: CatalogFormat;
  readonly persona?: string | undefined;
  readonly out?: string | undefined;
}

/** `pegboard export catalog --as …`: the text on stdout and the losses on stderr, or with `--out` a file, by plan. */
export async function exportCatalog(context: CommandContext, options: ExportCatalogOptions): CommandResult {
  const { io, reporter } = context;
  const { as, persona, out } = options;
  if (out === undefined) refuseWithoutPlace(options);
  return withWorkspace(context, async (services) => {
    if (out === undefined) {
      const { text, ...document } = await services.exports.document({ kind: 'catalog', as, persona });
      reporter.findings(document.findings);
      reporter.result('export-catalog/1', { as, catalog: JSON.parse(text), ...document }, () => text);
      reporter.note(describeLossGroups(document.loss).join('\n'));
      return 0;
    }
    return runExport(context, services, { ...placeOf(resolve(io.cwd, out), as, persona) }, options);
  });
}

/** Without a place the catalog is printed, and nothing is written or committed. Error: `usage`. */
function refuseWithoutPlace({ dryRun, keep, yes, branch, message }: WriteOptions): void {
  const given = { '--branch': branch, '--message': message, '--keep': keep, '--yes': yes, '--dry-run': dryRun };
  const [option] = Object.entries(given).find(([, value]) => value !== undefined) ?? [];
  if (option === undefined) return;
  throw new PegboardError(
    'usage',
    `${option} applies only to a catalog that is written to a file; this one is only printed.`,
    {
      hint: `Name a file or a folder with --out, or leave ${option} out.`,
    },
  );
}

/** A path that ends in `.json` is a file; any other is a folder. */
function placeOf(path: string, as: CatalogFormat, persona: string | undefined) {
  if (extname(path) !== '.json') return { target: path, content: { kind: 'catalog', as, persona } as const };
  const file = catalogFileSchema.safeParse(basename(path));
  if (file.success)
    return { target: dirname(path), content: { kind: 'catalog', as, persona, file: file.data } as const };
  throw new PegboardError('usage', `${basename(path)} is not a valid name for a catalog.`, {
    hint: 'Use letters, digits, "_", "-" and dots; .skill.json is reserved for skills.',
  });
}
