import type { EntryPiece } from './entry-piece.ts';
import { escapedJson } from './escape-prompt-tags.ts';

/** An input schema as compact JSON, cut at its arguments: each with its name, and what stands around them. */
export function schemaPieces(schema: Readonly<Record<string, unknown>>): EntryPiece[] {
  const pieces: EntryPiece[] = [];
  const around = (text: string) => pieces.push({ part: 'schema', text });
  around('{');
  entriesOf(schema).forEach(([key, value], i) => {
    if (i > 0) around(',');
    const properties = key === 'properties' ? recordOf(value) : null;
    if (!properties) {
      around(member(key, value));
      return;
    }
    around('"properties":{');
    entriesOf(properties).forEach(([name, argument], at) => {
      if (at > 0) around(',');
      pieces.push({ part: 'argument', of: name, text: member(name, argument) });
    });
    around('}');
  });
  around('}');
  return pieces;
}

function member(key: string, value: unknown): string {
  return `${escapedJson(key)}:${escapedJson(value)}`;
}

/** What JSON writes of an object: a value that is undefined has no place in it. */
function entriesOf(record: Readonly<Record<string, unknown>>): [string, unknown][] {
  return Object.entries(record).filter(([, value]) => value !== undefined);
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : null;
}
