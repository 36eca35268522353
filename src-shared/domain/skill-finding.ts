import { type Finding, finding } from './finding.ts';
import type { skillFindings } from './finding-table.ts';

export type SkillFindingCode = keyof typeof skillFindings;

/** A finding about a skill, as grave as the table says. */
export function skillFinding(
  code: SkillFindingCode,
  place: { readonly path: string; readonly line?: number | undefined; readonly column?: number | undefined },
  message: string,
  hint?: string,
): Finding {
  return finding(code, {
    message,
    path: place.path,
    ...(place.line === undefined ? {} : { range: { start: { line: place.line, column: place.column ?? 1 } } }),
    ...(hint === undefined ? {} : { hint }),
  });
}
