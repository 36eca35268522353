import type { LossGroup } from '#shared/domain/export-plan.ts';
import type { Finding } from '#shared/domain/finding.ts';
import type { FileSet } from '../skills/export/plan-files.ts';

/** The content of one folder of the target, `''` for the target itself. Each is old or new as a whole. */
export interface ExportPart {
  readonly folder: string;
  readonly set: FileSet;
}

/** Everything that is exported at once. */
export interface ExportContent {
  readonly parts: readonly ExportPart[];
  readonly loss: readonly LossGroup[];
  readonly lossless: boolean;
  readonly findings: readonly Finding[];
}

/** The losses by kind, with the first names of each. */
export function groupLoss(
  losses: Iterable<{
    readonly name: string;
    readonly field: string;
    readonly kind: LossGroup['kind'];
    message: string;
  }>,
): LossGroup[] {
  const groups = new Map<string, LossGroup>();
  for (const { name, field, kind, message } of losses) {
    const key = field === 'name' ? 'name' : `${kind} ${field} ${message}`;
    const { count = 0, names = [], message: first = message } = groups.get(key) ?? {};
    groups.set(key, {
      field,
      kind,
      // Each name becomes another one.
      message: first === message || first.endsWith(andSoOn) ? first : `${first}${andSoOn}`,
      count: count + 1,
      names: names.length < shownNames ? [...names, name] : names,
    });
  }
  return [...groups.values()];
}

const shownNames = 20;
const andSoOn = ', and so on';
