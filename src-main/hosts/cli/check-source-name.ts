import { sourceNameSchema } from '#shared/domain/source.ts';
import { PegboardError } from '#shared/errors.ts';

/** Error: `usage` for a name that no source can have. */
export function checkSourceName(name: string): void {
  const parsed = sourceNameSchema.safeParse(name);
  if (!parsed.success) {
    throw new PegboardError('usage', `"${name}" is not a name of a source: ${parsed.error.issues[0]?.message}.`, {
      hint: 'For example: github',
    });
  }
}
