import { entryNameSchema } from '#shared/domain/connect.ts';
import { PegboardError } from '#shared/errors.ts';

/** Refuses what cannot be the name of Pegboard's entry in a client. Error: `usage`. */
export function checkEntryName(name: string | undefined): void {
  if (name === undefined || entryNameSchema.safeParse(name).success) return;
  throw new PegboardError('usage', `"${name}" cannot be the name of an entry.`, {
    hint: 'Use 1 to 24 letters, digits, "_" and "-".',
  });
}
