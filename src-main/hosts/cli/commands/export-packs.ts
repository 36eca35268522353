import { resolve } from 'node:path';
import type { SkillFormat } from '#shared/domain/skill.ts';
import { type CommandContext, type CommandResult, withWorkspace } from '../command-context.ts';
import { runExport, type WriteOptions } from '../run-export.ts';

export interface ExportPacksOptions extends WriteOptions {
  readonly to: SkillFormat;
  readonly out: string;
  readonly flat?: boolean | undefined;
}

/** `pegboard export packs <pack…>`: a name is that of a pack of the workspace, `shipped:<name>` one of ours. */
export async function exportPacks(
  context: CommandContext,
  packs: readonly string[],
  options: ExportPacksOptions,
): CommandResult {
  const target = resolve(context.io.cwd, options.out);
  return withWorkspace(context, async (services) => {
    const known = await services.exports.packs();
    const ids = packs.map((given) => known.find(({ name, id }) => id === given || name === given)?.id ?? given);
    const content = { kind: 'packs' as const, packs: ids, format: options.to, folders: !options.flat };
    return runExport(context, services, { target, content }, options);
  });
}
