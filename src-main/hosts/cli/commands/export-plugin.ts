import { resolve } from 'node:path';
import { pluginNameSchema } from '#shared/domain/export-plan.ts';
import type { PluginFormId } from '#shared/domain/plugin-forms.ts';
import { PegboardError } from '#shared/errors.ts';
import { type CommandContext, type CommandResult, withWorkspace } from '../command-context.ts';
import { runExport, type WriteOptions } from '../run-export.ts';

export interface ExportPluginOptions extends WriteOptions {
  readonly as: PluginFormId;
  readonly name: string;
  readonly pack?: readonly string[] | undefined;
  readonly source?: readonly string[] | undefined;
  readonly pluginVersion?: string | undefined;
  readonly description?: string | undefined;
  readonly author?: string | undefined;
  readonly license?: string | undefined;
  readonly marketplace?: string | undefined;
  readonly out: string;
}

/** `pegboard export plugin`: packs and live sources as one plugin. A source with a literal secret is left out: exit code 1. */
export async function exportPlugin(context: CommandContext, options: ExportPluginOptions): CommandResult {
  const { as, name, pack = [], source = [], pluginVersion, description, author, license, marketplace } = options;
  checkName('--name', name);
  if (marketplace !== undefined) checkName('--marketplace', marketplace);
  return withWorkspace(context, async (services) => {
    const known = await services.exports.packs();
    const packs = pack.map((given) => known.find((one) => one.id === given || one.name === given)?.id ?? given);
    const content = {
      kind: 'plugin' as const,
      ...{ as, name, packs, sources: source, description, author, license, marketplace },
      version: pluginVersion,
    };
    return runExport(context, services, { target: resolve(context.io.cwd, options.out), content }, options);
  });
}

/** Refuses a name that not every form takes. Error: `usage`. */
export function checkName(option: string, name: string): void {
  if (pluginNameSchema.safeParse(name).success) return;
  throw new PegboardError('usage', `${option}: "${name.slice(0, 80)}" is not a valid name.`, {
    hint: 'Use lower case letters and digits, with single hyphens between them, at most 64 in all.',
  });
}
