import { parse, stringify, type TomlTable } from 'smol-toml';
import { lineBreakOf, lineStart } from '#shared/text/text-edit.ts';

/** A header of a table or a key with its value, with the whole lines that it is on. The text is valid TOML. */
interface Statement {
  readonly isHeader: boolean;
  /** Keys from the top of the document on. */
  readonly path: readonly string[];
  readonly start: number;
  readonly end: number;
}

/** TOML with a table at its end. Sub-tables of the value become tables of their own. */
export function appendTable(text: string, path: readonly string[], value: TomlTable): string {
  const eol = lineBreakOf(text);
  const nested = path.reduceRight<TomlTable>((inner, key) => ({ [key]: inner }), value);
  const table = stringify(nested).trim().replaceAll('\n', eol);
  const ended = text === '' || text.endsWith('\n') ? text : `${text}${eol}`;
  const isApart = ended.trim() === '' || /\n[ \t]*\r?\n$/.test(ended);
  return `${ended}${isApart ? '' : eol}${table}${eol}`;
}

/**
 * TOML without the value at a path: its tables from the header to the last key, its dotted keys, its inline table, each with its lines.
 * Comments before a header and behind the last key stay. Null where it cannot be cut out by whole lines: a part of an inline table.
 */
export function removeTable(text: string, path: readonly string[]): string | null {
  const gone = goneLines(statementsOf(text), path);
  if (gone.length === 0) return null;
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const isGone: boolean[] = [];
  let offset = 0;
  for (const line of lines) {
    const at = offset;
    isGone.push(gone.some(({ start, end }) => at >= start && at < end));
    offset += line.length;
  }
  const isBlank = (i: number) => lines[i]?.trim() === '';
  for (let i = 0; i < lines.length; i++) {
    // A table goes with the empty line behind it; the last one with the one before it.
    if (!isGone[i] || isGone[i + 1]) continue;
    if (i + 1 < lines.length && isBlank(i + 1)) isGone[i + 1] = true;
    else if (i + 1 === lines.length) {
      const before = isGone.lastIndexOf(false);
      if (before >= 0 && isBlank(before)) isGone[before] = true;
    }
  }
  return lines.filter((_line, i) => !isGone[i]).join('');
}

function goneLines(statements: readonly Statement[], path: readonly string[]): Pick<Statement, 'start' | 'end'>[] {
  const isBelow = (one: Statement) => path.every((key, i) => one.path[i] === key);
  const gone: { start: number; end: number }[] = [];
  let section: { start: number; end: number } | null = null;
  for (const statement of statements) {
    const { start, end, isHeader } = statement;
    if (isHeader) section = isBelow(statement) ? { start, end } : null;
    if (isHeader && section) gone.push(section);
    else if (section) section.end = end;
    else if (!isHeader && isBelow(statement)) gone.push({ start, end });
  }
  return gone;
}

function statementsOf(text: string): Statement[] {
  const statements: Statement[] = [];
  let table: readonly string[] = [];
  for (let at = startOfNext(text, 0); at < text.length; at = startOfNext(text, at)) {
    const header = /\[{1,2}/y;
    header.lastIndex = at;
    const brackets = header.exec(text)?.[0].length ?? 0;
    const keyEnd = endOfKey(text, at + brackets);
    const path = keysOf(text.slice(at + brackets, keyEnd));
    if (brackets > 0) table = path;
    const end = brackets > 0 ? endOfValue(text, keyEnd + brackets) : endOfValue(text, keyEnd + 1);
    statements.push({
      isHeader: brackets > 0,
      path: brackets > 0 ? path : [...table, ...path],
      start: lineStart(text, at),
      end,
    });
    at = end;
  }
  return statements;
}

/** Where the next header or key begins, behind white space and comments. */
function startOfNext(text: string, offset: number): number {
  const trivia = /(?:\s+|#[^\n]*)*/y;
  trivia.lastIndex = offset;
  return offset + (trivia.exec(text)?.[0].length ?? 0);
}

/** Where a key, dotted or not, ends: at its `=` or `]`. */
function endOfKey(text: string, offset: number): number {
  let at = offset;
  while (at < text.length && text[at] !== '=' && text[at] !== ']')
    at = isQuote(text[at]) ? endOfText(text, at) : at + 1;
  return at;
}

function keysOf(key: string): string[] {
  const path: string[] = [];
  let value: unknown = parse(`${key} = 0`);
  while (typeof value === 'object' && value !== null) {
    const [name, inner]: [string, unknown] = Object.entries(value)[0] ?? ['', 0];
    path.push(name);
    value = inner;
  }
  return path;
}

/** Behind the line break that ends a value: beyond texts of several lines, brackets and a comment. */
function endOfValue(text: string, offset: number): number {
  let depth = 0;
  for (let at = offset; at < text.length; ) {
    const sign = text[at] ?? '';
    if (isQuote(sign)) {
      at = endOfText(text, at);
      continue;
    }
    if (sign === '#') {
      const newline = text.indexOf('\n', at);
      at = newline < 0 ? text.length : newline;
      continue;
    }
    if ('[{'.includes(sign)) depth++;
    if (']}'.includes(sign)) depth--;
    at++;
    if (sign === '\n' && depth <= 0) return at;
  }
  return text.length;
}

function isQuote(sign: string | undefined): boolean {
  return sign === '"' || sign === "'";
}

/** Behind a text in quotes, of one line or several. */
function endOfText(text: string, offset: number): number {
  const sign = text[offset] === '"' ? '"' : "'";
  const isLong = text.startsWith(sign.repeat(3), offset);
  const quotes = isLong ? sign.repeat(3) : sign;
  let at = offset + quotes.length;
  while (at < text.length && !text.startsWith(quotes, at)) at += sign === '"' && text[at] === '\\' ? 2 : 1;
  at += quotes.length;
  // Up to two quotes of the text may be before the three that end it.
  while (isLong && text[at] === sign) at++;
  return Math.min(at, text.length);
}
