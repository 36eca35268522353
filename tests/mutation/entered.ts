import { readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'oxc-parser';
import type { Mutant } from './places.ts';

interface Body {
  readonly start: number;
  readonly end: number;
  /** An arrow function may have a value as its body. */
  readonly isValue: boolean;
}

/** A source that notes in `globalThis.pegboardEntered` which of its functions began. */
export function markFunctions(path: string, text: string): string {
  const inserts = bodiesOf(path, text).flatMap(({ start, end, isValue }) => {
    const note = `globalThis.pegboardEntered?.add('${path}:${start}')`;
    if (!isValue) return [{ at: start + 1, order: 0, text: `${note};` }];
    // Where bodies end or begin together, the inner one is closed first and opened last.
    return [
      { at: start, order: -end, text: `(${note}, ` },
      { at: end, order: 0, text: ')' },
    ];
  });
  let marked = text;
  for (const { at, text: added } of inserts.toSorted((a, b) => b.at - a.at || b.order - a.order))
    marked = marked.slice(0, at) + added + marked.slice(at);
  return marked;
}

/** How the innermost function around a mutant is noted, or null: then it runs when the module is loaded. */
export function functionOf({ path, start, end }: Mutant, text: string): string | null {
  const around = bodiesOf(path, text).filter((body) => body.start <= start && end <= body.end);
  const inner = around.toSorted((a, b) => b.start - a.start || a.end - b.end)[0];
  return inner ? `${path}:${inner.start}` : null;
}

/** For each test file the functions that began in it, as `note-entered.ts` wrote them. */
export function readEntered(file: string): ReadonlyMap<string, ReadonlySet<string>> {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  const entries = lines.map((line) => JSON.parse(line) as { test: string; entered: readonly string[] });
  return new Map(entries.map(({ test, entered }) => [test, new Set(entered)]));
}

function bodiesOf(path: string, text: string): readonly Body[] {
  const bodies: Body[] = [];
  const add = ({ body }: { body: { type: string; start: number; end: number } | null }) => {
    if (body) bodies.push({ start: body.start, end: body.end, isValue: !/^(Block|Function)/.test(body.type) });
  };
  new Visitor({ FunctionDeclaration: add, FunctionExpression: add, ArrowFunctionExpression: add }).visit(
    parseSync(path, text).program,
  );
  return bodies;
}
