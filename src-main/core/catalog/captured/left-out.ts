import { type Finding, type FindingCode, finding } from '#shared/domain/finding.ts';
import { leftOutCode } from '#shared/domain/import-plan.ts';
import type { LeftOutTool } from './captured-source.ts';

/** Findings of one kind that a list shows one by one; the others are only counted. */
const toldOneByOne = 100;

/** What reading one tool lost or changed. */
export interface ToolNotes {
  readonly place: string;
  readonly name: string;
  readonly ignored: readonly string[];
  readonly converted: readonly string[];
}

/** Place, name and reason: `tools[3] echo has no schema`, or `tools[3] echo: its schema is a number`. */
export function leftOutWords({ place, name, reason }: LeftOutTool): string {
  const hasSubject = /^(its|column) /.test(reason);
  return `${place}${name === null ? '' : ` ${short(name)}`}${hasSubject ? ':' : ''} ${reason}`;
}

/** One finding a tool that is not among the others, with its place, its name and the reason. */
export function leftOutFindings(leftOut: readonly LeftOutTool[], file: string): Finding[] {
  const told = leftOut.slice(0, toldOneByOne).map(
    (one): Finding =>
      finding(leftOutCode, {
        message: `Left out: ${leftOutWords(one)}.`,
        path: file,
        hint: 'Correct it at its place, or ask the authors of the server to correct it.',
      }),
  );
  return [...told, ...rest(leftOut.length, { code: leftOutCode, path: file, what: 'left out' })];
}

/** One finding a tool whose fields are not all read as they stand. */
export function fieldFindings(notes: readonly ToolNotes[], file: string): Finding[] {
  const ignored = notes.filter((note) => note.ignored.length > 0);
  const converted = notes.filter((note) => note.converted.length > 0);
  return [
    ...ignored.slice(0, toldOneByOne).map(
      ({ place, name, ignored: fields }): Finding =>
        finding('field_ignored', {
          message: `${place} ${short(name)}: fields with a value of the wrong kind are kept in the file and have no effect: ${fields.join(', ')}.`,
          path: file,
          hint: 'docs/reference/files.md of Pegboard lists the fields of an overlay with their values.',
        }),
    ),
    ...rest(ignored.length, { code: 'field_ignored', path: file, what: 'read without such fields' }),
    ...converted
      .slice(0, toldOneByOne)
      .map(
        ({ place, name, converted: notes }): Finding =>
          finding('field_converted', { message: `${place} ${short(name)}: ${notes.join('; ')}.`, path: file }),
      ),
    ...rest(converted.length, { code: 'field_converted', path: file, what: 'read with such changes' }),
  ];
}

function rest(
  count: number,
  { code, path, what }: { readonly code: FindingCode; readonly path: string; readonly what: string },
): Finding[] {
  if (count <= toldOneByOne) return [];
  const message = `${(count - toldOneByOne).toLocaleString('en-US')} more tools were ${what}.`;
  return [finding(code, { message, path })];
}

function short(name: string): string {
  return name.length > 80 ? `${name.slice(0, 80)}…` : name;
}
