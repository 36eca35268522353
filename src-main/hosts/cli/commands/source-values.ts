import type { Services } from '#core/services.ts';
import { keepValueInputSchema } from '#shared/domain/server-review.ts';
import { PegboardError } from '#shared/errors.ts';
import type { CommandContext } from '../command-context.ts';
import { table } from '../reporter.ts';

export interface SourceValuesOptions {
  readonly set?: string | undefined;
  readonly forget?: readonly string[] | undefined;
}

/** `pegboard sources values [--set NAME] [--forget NAME…]`: the values that are kept for the workspace, by name. */
export async function sourceValues(
  context: CommandContext,
  services: Services,
  { set, forget }: SourceValuesOptions,
): Promise<void> {
  const { reporter } = context;
  if (set !== undefined && forget !== undefined) {
    throw new PegboardError('usage', '--set and --forget exclude each other.', { hint: 'Give one of them.' });
  }
  if (set !== undefined) {
    const kept = await services.sources.keepValue({ name: checkedName(set), value: await readValue(context, set) });
    reporter.result('sources-values-set/1', { ...kept }, () =>
      kept.kept_in === 'file'
        ? `Kept ${set} for this workspace, unencrypted in a file that only you can read.`
        : `Kept ${set} for this workspace, in the keychain.`,
    );
    return;
  }
  if (forget !== undefined) {
    const { forgotten } = await services.sources.forgetValues({ names: forget });
    reporter.result('sources-values-forget/1', { forgotten }, () =>
      forgotten.length === 0 ? `No value of ${forget.join(', ')} was kept.` : `Forgot ${forgotten.join(', ')}.`,
    );
    return;
  }
  const values = await services.sources.keptValues();
  reporter.result('sources-values/1', { values }, () => {
    if (values.length === 0) return 'No values are kept for this workspace.';
    const rows = values.map(({ name, kept_in, kept_at, readable, used_by }) => [
      name,
      readable ? kept_in : `${kept_in}, only the app opens it`,
      kept_at.slice(0, 10),
      used_by.join(', '),
    ]);
    return table([['name', 'kept in', 'since', 'used by'], ...rows]);
  });
}

function checkedName(name: string): string {
  const parsed = keepValueInputSchema.shape.name.safeParse(name);
  if (parsed.success) return parsed.data;
  throw new PegboardError('usage', '--set takes the name of a variable and never its value.', {
    hint: 'For example: pegboard sources values --set GITHUB_TOKEN. The value is asked for, or read from stdin.',
  });
}

/** The value from a hidden prompt or from stdin: arguments of a command are seen by others. */
async function readValue({ io }: CommandContext, name: string): Promise<string> {
  const value = (await io.readSecret?.(`Value of ${name}`))?.replace(/\r?\n$/, '');
  if (value) return value;
  throw new PegboardError('usage', `No value of ${name} was given; nothing was kept.`, {
    hint: `Type it when you are asked, or pipe it in: pegboard sources values --set ${name} < file`,
  });
}
