import { z } from 'zod';
import { errorTable } from '../errors.ts';
import { keysOf } from '../tables.ts';
import { findingTable } from './finding-table.ts';

/** A place in a text file: 1-based line and column. */
const positionSchema = z.object({ line: z.number().int(), column: z.number().int() });

/** A failure that a check met is a finding with the code of the error. */
const allFindings = { ...errorTable, ...findingTable };
/** What a check of its own can find. */
export type FindingCode = keyof typeof findingTable;

/** What a check found: data, not an error. `path` names the file or the field; `range` the place in it. */
export const findingSchema = z.object({
  code: z.enum(keysOf(allFindings)),
  severity: z.enum(['error', 'warning', 'info']),
  message: z.string(),
  path: z.string().optional(),
  range: z.object({ start: positionSchema, end: positionSchema.optional() }).optional(),
  hint: z.string().optional(),
  /** The tool or skill that it is about, where the place is a file of many. */
  subject: z.string().optional(),
});
export type Finding = z.infer<typeof findingSchema>;

/** A finding, as grave as the table says unless `severity` is given. */
export function finding(
  code: FindingCode,
  found: Omit<Finding, 'code' | 'severity'> & Partial<Pick<Finding, 'severity'>>,
): Finding {
  return { code, severity: findingTable[code].severity, ...found };
}

/** A finding about one of the things that a file holds, with the file and the line (from 1) as its place. */
export function locatedFinding(
  found: Finding,
  { subject, path, line }: { readonly subject: string; readonly path: string; readonly line: number | undefined },
): Finding {
  const { range: _, ...rest } = found;
  const range = line === undefined ? {} : { range: { start: { line, column: 1 } } };
  return { ...rest, ...range, subject, path, message: `${subject}: ${found.message}` };
}

/** What a code means, in a sentence. */
export function findingTitle(code: Finding['code']): string {
  return allFindings[code].title;
}

/** What a code means, in few words where it has such. */
export function findingLabel(code: string): string {
  const known: Readonly<Record<string, { readonly title: string; readonly short?: string }>> = allFindings;
  return known[code]?.short ?? known[code]?.title ?? code;
}
