import type { Finding } from '../domain/finding.ts';
import type { SkillFindingCode } from '../domain/skill-finding.ts';

/** A place in a file: 1-based. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Values that a file holds, and where each stands. */
export interface PlacedValues {
  readonly value: unknown;
  placeOf(path: readonly PropertyKey[]): Place;
}

/** Why a text cannot be read: becomes a finding once its file is known. */
export interface Unreadable {
  readonly code: SkillFindingCode;
  readonly message: string;
  readonly hint?: string;
  readonly place: Place;
}

export type ReadValues =
  | { readonly ok: true; readonly values: PlacedValues }
  | { readonly ok: false; readonly problem: Unreadable };

/** Skills of one file with what was found on the way. */
export interface Found<Value> {
  readonly value: Value;
  readonly findings: readonly Finding[];
}

/** How deep values may nest, and how many of them one skill may have. */
const maximumDepth = 40;
const maximumValues = 50_000;

/** Whether a value is JSON of a bearable size: finite numbers, whole Unicode, few levels. The answer is what is wrong. */
export function jsonProblem(value: unknown): { readonly code: SkillFindingCode; readonly message: string } | null {
  const open: { value: unknown; depth: number }[] = [{ value, depth: 0 }];
  for (let seen = 0; ; seen++) {
    const next = open.pop();
    if (!next) return null;
    if (seen > maximumValues) return { code: 'too_complex', message: `more than ${maximumValues} values in one skill` };
    if (next.depth > maximumDepth)
      return { code: 'too_complex', message: `values are nested deeper than ${maximumDepth} levels` };
    const depth = next.depth + 1;
    switch (typeof next.value) {
      case 'number':
        if (!Number.isFinite(next.value))
          return { code: 'field_type', message: `${next.value} is not a valid JSON number` };
        break;
      case 'string':
        if (!next.value.isWellFormed()) return { code: 'broken_unicode', message: 'half of a surrogate pair' };
        break;
      case 'bigint':
      case 'symbol':
      case 'function':
        return { code: 'field_type', message: 'a value that is not JSON' };
      case 'object':
        if (next.value === null) break;
        for (const [key, member] of Object.entries(next.value)) {
          if (!key.isWellFormed()) return { code: 'broken_unicode', message: 'half of a surrogate pair' };
          open.push({ value: member, depth });
        }
        break;
      default:
    }
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
