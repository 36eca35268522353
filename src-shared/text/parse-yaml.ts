import { type Document, isMap, isNode, isScalar, isSeq, LineCounter, type Node, parseDocument, visit } from 'yaml';
import { canonicalJson } from '../canonical-json.ts';
import type { JsonValue } from './write-value.ts';
import { type ParserMistake, plainMistake } from './yaml-mistakes.ts';
import { offsetOfField } from './yaml-places.ts';

/** A place in a file; both numbers count from 1. */
export interface YamlPlace {
  readonly line: number;
  readonly column: number;
}

/** Why a text is not read. `kind` says what the message is about, so that a reader may word it in its own way. */
export interface YamlProblem {
  readonly kind: 'syntax' | 'second_document' | 'repeated_key' | 'complex_key' | 'too_complex';
  /** One line. What is behind a colon or names a key quotes the text, which may hold a secret. */
  readonly message: string;
  readonly place: YamlPlace;
  readonly hint?: string;
}

export interface YamlDocument {
  readonly document: Document;
  readonly lines: LineCounter;
  placeOf(offset: number): YamlPlace;
}

export type ParsedYaml =
  | ({ readonly ok: true } & YamlDocument)
  | { readonly ok: false; readonly problems: readonly [YamlProblem, ...YamlProblem[]] };

/** Levels of lists and maps. Whatever reads the values calls itself once for each. */
const maximumDepth = 100;
/** Lines of one file: the parser takes microseconds for a blank one too. */
const maximumLines = 500_000;
/** Most problems of one file that are reported. */
const maximumProblems = 100;

/**
 * Parses one YAML 1.2 document that a stranger may have written, in time linear in its length: each key once in its map, keys
 * that are plain values, bounded nesting. Nothing in it is ever run. `firstLine` is the line of the file that the text starts
 * at. `tags: 'refuse'` makes an unknown tag a problem instead of leaving it out. Others read the same document: whoever changes it
 * changes a copy (`document.clone()`).
 */
export function parseYaml(
  text: string,
  { firstLine = 1, tags = 'ignore' }: { readonly firstLine?: number; readonly tags?: 'ignore' | 'refuse' } = {},
): ParsedYaml {
  let lines = new LineCounter();
  const placeOf = (offset: number): YamlPlace => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line) + firstLine - 1, column: Math.max(1, col) };
  };
  const start = { line: firstLine, column: 1 };
  const tooMany = tooManyExplicitKeys(text);
  if (tooMany) {
    return refused({ kind: 'too_complex', message: tooMany, place: start, hint: 'Write each as "key: value".' });
  }
  if (hasMoreLines(text, maximumLines)) {
    const message = `more than ${maximumLines} lines`;
    return refused({ kind: 'too_complex', message, place: start, hint: 'Remove the blank lines.' });
  }
  try {
    // The parser would compare each key with each other: `structureProblem` looks at each once.
    const known = parsed(text);
    const { document } = known;
    lines = known.lines;
    const mistakes = [...document.errors, ...(tags === 'refuse' ? document.warnings : [])];
    const [first, ...more] = mistakes.slice(0, maximumProblems).map((mistake) => problemOf(mistake, { text, placeOf }));
    if (first) return { ok: false, problems: [first, ...more] };
    const wrong = structureProblem(document, placeOf);
    return wrong ? refused(wrong) : { ok: true, document, lines, placeOf };
  } catch (error) {
    // The parser calls itself once a level, and fails where there are thousands.
    if (error instanceof RangeError) return refused(tooDeep(deepestPlace(text, firstLine)));
    throw error;
  }
}

type Parsed = Pick<YamlDocument, 'document' | 'lines'> & { readonly text: string };

/** An edit reads the text before it and the text after it several times: these few, where they are not long. */
let lately: readonly Parsed[] = [];
const keptLength = 256 * 1024;

function parsed(text: string): Parsed {
  const known = lately.find((one) => one.text === text);
  if (known) return known;
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, version: '1.2', uniqueKeys: false, logLevel: 'error' });
  const fresh = { text, document, lines };
  if (text.length <= keptLength) lately = [fresh, ...lately.slice(0, 3)];
  return fresh;
}

/** Line and column of a field: of its key where the text has one, else of the nearest thing around it. */
export function locateField({ document, placeOf }: YamlDocument, path: readonly PropertyKey[]): YamlPlace {
  return placeOf(offsetOfField(document, path) ?? 0);
}

/** A text that only aliases make long is refused above this many repetitions. */
const maximumAliases = 100;

/** The values of a document. The problem is a text that grows by its aliases, or an alias of nothing. */
export function yamlValues(
  { document }: Pick<YamlDocument, 'document'>,
  { aliases = maximumAliases }: { readonly aliases?: number } = {},
): { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly message: string } {
  try {
    return { ok: true, value: document.toJS({ maxAliasCount: aliases }) };
  } catch (error) {
    if (error instanceof RangeError) return { ok: false, message: 'lists or maps are nested too deep' };
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}

function hasMoreLines(text: string, most: number): boolean {
  let count = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    count += 1;
    if (count > most) return true;
  }
  return false;
}

function refused(problem: YamlProblem): ParsedYaml {
  return { ok: false, problems: [problem] };
}

function problemOf(
  mistake: ParserMistake,
  { text, placeOf }: { readonly text: string; readonly placeOf: (offset: number) => YamlPlace },
): YamlProblem {
  const { code, message, pos } = mistake;
  const place = placeOf(pos[0]);
  if (code === 'MULTIPLE_DOCS') {
    return { kind: 'second_document', message: 'a second YAML document starts here; the file must hold one', place };
  }
  if (code === 'RESOURCE_EXHAUSTION' || message.startsWith('Maximum call stack')) return tooDeep(place);
  const plain = plainMistake(mistake, text);
  if (plain) {
    const { hint: advice, offset, message: words } = plain;
    return { kind: 'syntax', message: words, place: placeOf(offset), ...(advice ? { hint: advice } : {}) };
  }
  const firstLine = (message.split('\n', 1)[0] ?? '').replace(/ at line \d+, column \d+:?$/, '').slice(0, 300);
  const hint = adviceFor(code);
  return { kind: 'syntax', message: firstLine, place, ...(hint ? { hint } : {}) };
}

function adviceFor(code: string): string | undefined {
  if (code === 'TAG_RESOLVE_FAILED') return 'Remove the tag: values are texts, numbers, lists and maps.';
  return undefined;
}

function tooDeep(place: YamlPlace): YamlProblem {
  return { kind: 'too_complex', message: 'lists or maps are nested too deep', place, hint: 'Write the values out.' };
}

/**
 * The first thing that no reader can work with: a key that its map has a second time or that is a list or a map, which would
 * become some text of ours, and too many levels.
 */
function structureProblem(document: Document, placeOf: (offset: number) => YamlPlace): YamlProblem | null {
  let problem: YamlProblem | null = null;
  const placeOfNode = (node: Node) => placeOf(node.range?.[0] ?? 0);
  visit(document, {
    Collection: (_key, collection, path) => {
      // A level is a collection, and in a map its pair.
      const depth = path.reduce((count, node) => count + (isMap(node) || isSeq(node) ? 1 : 0), 1);
      if (depth > maximumDepth) {
        problem = tooDeep(placeOfNode(collection));
        return visit.BREAK;
      }
      if (!isMap(collection)) return undefined;
      const key = wrongKey(collection.items.map((item) => item.key));
      if (!key) return undefined;
      problem = { ...key.problem, place: placeOfNode(key.node) };
      return visit.BREAK;
    },
  });
  return problem;
}

function wrongKey(keys: readonly unknown[]): { node: Node; problem: Omit<YamlProblem, 'place'> } | null {
  const seen = new Set<string>();
  for (const node of keys) {
    if (!isNode(node)) continue;
    if (!isScalar(node)) {
      const message = 'a list, a map or an alias is used as a key';
      return { node, problem: { kind: 'complex_key', message, hint: 'Keys are texts.' } };
    }
    const name = String(node.value);
    if (seen.has(name)) {
      const message = `the key ${name.slice(0, 100)} is given twice`;
      return { node, problem: { kind: 'repeated_key', message, hint: 'Keep one of the two.' } };
    }
    seen.add(name);
  }
  return null;
}

/** About where a text nests deepest, for a parser that says only that it does. */
function deepestPlace(text: string, firstLine: number): YamlPlace {
  let deepest = { line: 1, column: 1, depth: -1 };
  let line = 0;
  for (const content of text.split('\n')) {
    line += 1;
    const indent = content.length - content.trimStart().length;
    const depth = indent + (content.match(/[[{]|[-?](?=\s)/g)?.length ?? 0);
    if (depth > deepest.depth) deepest = { line, column: indent + 1, depth };
  }
  return { line: deepest.line + firstLine - 1, column: deepest.column };
}

/** Whether a text has these values. */
export function says(text: string, value: JsonValue, same = sameJson): boolean {
  const parsed = parseYaml(text);
  const read = parsed.ok ? yamlValues(parsed) : null;
  return read?.ok === true && same((read.value ?? {}) as JsonValue, value);
}

/** Whether two values are the same as JSON, in whatever order their keys stand. */
export function sameJson(a: JsonValue, b: JsonValue): boolean {
  return canonicalJson(a) === canonicalJson(b);
}

/** Explicit keys (`? key`) that a YAML text may have: their nesting takes the parser exponential time, and nobody needs one. */
const most = 100;

/** Whether a YAML text has more explicit keys than are safe to parse: why, in words, or null. */
function tooManyExplicitKeys(text: string): string | null {
  const keys = text.match(/(?:^|[\s[{,])\?(?=\s|$)/g)?.length ?? 0;
  return keys > most ? `more than ${most} keys written with "?"` : null;
}
