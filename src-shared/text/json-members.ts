import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { applyEdits, behindLine, type Edit, insertion, lineBreakOf, lineStart } from './text-edit.ts';
import type { JsonValue } from './write-value.ts';

/** The text after an edit, or why it cannot be edited and at which offset. */
export type EditedText =
  | { readonly text: string; readonly problem?: undefined }
  | { readonly text?: undefined; readonly problem: string; readonly offset: number };

/**
 * JSON with the member at a path of keys set to a value; objects on the way are made. Comments and trailing commas are allowed, and
 * no byte beside the member and its comma changes. Problem: broken JSON, a key that is there twice, a value on the way that is not an object.
 */
export function setMember(text: string, path: readonly string[], value: JsonValue): EditedText {
  const found = findMember(text, path);
  if ('problem' in found) return found;
  const { object, member, missing } = found;
  const style = styleOf(text, object);
  const node = member?.children?.[1];
  if (node) {
    const indent = indentAt(text, member.offset) ?? style.closing;
    return { text: applyEdits(text, [{ ...placeOf(node), text: written(value, { ...style, indent }) }]) };
  }
  const [name = '', ...inner] = missing;
  const nested = inner.reduceRight<JsonValue>((all, key) => ({ [key]: all }), value);
  const made = `${JSON.stringify(name)}: ${written(nested, style)}`;
  const members = object.children ?? [];
  const last = members.at(-1);
  return {
    text: applyEdits(text, last ? insertBehind(text, last, made, style) : fillEmpty(text, object, made, style)),
  };
}

/**
 * JSON without the member at a path of keys. It goes with its comma, and with its lines where nothing else is on them; comments
 * stay. The same text where there is no such member. Problems: those of `setMember`.
 */
export function removeMember(text: string, path: readonly string[]): EditedText {
  const found = findMember(text, path);
  if ('problem' in found) return found;
  const { object, member } = found;
  if (!member) return { text };
  const { start, end } = placeOf(member);
  const members = object.children ?? [];
  const previous = members[members.indexOf(member) - 1];
  const own = commaBehind(text, end);
  const comma = own ?? (previous ? commaBehind(text, placeOf(previous).end) : null);
  const edits: Edit[] = [];
  // The comma is the member's own neighbour, or is behind a comment that stays.
  const isNext = own !== null && text.slice(end, own).trim() === '';
  const stop = isNext ? own + 1 : end;
  if (comma !== null && !isNext) edits.push({ start: comma, end: comma + 1, text: '' });
  const from = lineStart(text, start);
  const lines = behindLine(text, Math.max(stop, 1));
  const isAlone = text.slice(from, start).trim() === '' && text.slice(stop, lines).trim() === '' && from > 0;
  const isLast = members.at(-1) === member;
  if (isAlone && lines > stop) edits.push({ start: from, end: lines, text: '' });
  else if (isLast) edits.push({ start: spacesBefore(text, start), end: stop, text: '' });
  else edits.push({ start, end: spacesBehind(text, stop), text: '' });
  return { text: applyEdits(text, edits) };
}

interface Found {
  /** The innermost object of the path that is there. */
  readonly object: Node;
  readonly member: Node | null;
  /** Keys that are not there, the first one in `object`. */
  readonly missing: readonly string[];
}

type Problem = Extract<EditedText, { problem: string }>;

function findMember(text: string, path: readonly string[]): Found | Problem {
  const mistakes: ParseError[] = [];
  let root: Node | undefined;
  try {
    root = parseTree(text, mistakes, { allowTrailingComma: true });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { problem: 'nested too deep', offset: 0 };
  }
  const [first] = mistakes;
  if (first) return { problem: wordsOf(first), offset: first.offset };
  if (root?.type !== 'object') return { problem: 'an object is expected', offset: root?.offset ?? 0 };
  let object = root;
  for (const [i, key] of path.entries()) {
    const [member, another] = (object.children ?? []).filter(({ children }) => children?.[0]?.value === key);
    if (another) return { problem: `the key "${key}" is given twice`, offset: another.offset };
    const value = member?.children?.[1];
    if (!member || !value) return { object, member: null, missing: path.slice(i) };
    if (i === path.length - 1) return { object, member, missing: [] };
    if (value.type !== 'object') return { problem: `"${key}" must contain an object`, offset: value.offset };
    object = value;
  }
  return { object, member: null, missing: [] };
}

/** `CommaExpected` → "comma expected". */
function wordsOf({ error }: ParseError): string {
  return printParseErrorCode(error)
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();
}

interface Style {
  readonly eol: string;
  /** White space of one level. */
  readonly unit: string;
  /** White space before a member of the object. */
  readonly indent: string;
  /** White space of the line that the object begins on. */
  readonly closing: string;
  /** Members are on lines of their own. */
  readonly isBlock: boolean;
}

function styleOf(text: string, object: Node): Style {
  let root = object;
  while (root.parent) root = root.parent;
  const [top] = root.children ?? [];
  const unit = (top && indentAt(text, top.offset)) || '  ';
  const members = object.children ?? [];
  const closing = /^[ \t]*/.exec(text.slice(lineStart(text, object.offset)))?.[0] ?? '';
  const own = members.map(({ offset }) => indentAt(text, offset)).findLast((indent) => indent !== null);
  const isOneLine = !text.trim().includes('\n') && top !== undefined;
  const isBlock = members.length > 0 ? indentAt(text, members[0]?.offset ?? 0) !== null : !isOneLine;
  return { eol: lineBreakOf(text), unit, indent: own ?? closing + unit, closing, isBlock };
}

/** The white space before what stands first on its line; null for what does not, or is on the first line. */
function indentAt(text: string, offset: number): string | null {
  const from = lineStart(text, offset);
  const before = text.slice(from, offset);
  return from > 0 && /^[ \t]*$/.test(before) ? before : null;
}

function insertBehind(text: string, last: Node, made: string, { isBlock, eol, indent }: Style): Edit[] {
  const { end } = placeOf(last);
  const comma = commaBehind(text, end);
  const behind = comma === null ? end : comma + 1;
  const own = comma === null ? [insertion(end, ',')] : [];
  const trailing = comma === null ? '' : ',';
  if (!isBlock) return [...own, insertion(behind, ` ${made}${trailing}`)];
  // A comment on the line of the last member stays there.
  const rest = /[ \t]*(?:\/\*[^\n]*?\*\/[ \t]*)*(?:\/\/[^\r\n]*)?/y;
  rest.lastIndex = behind;
  const line = rest.exec(text)?.[0] ?? '';
  const skipped = /[\r\n]/.test(text[behind + line.length] ?? '') ? line : line.trimEnd();
  return [...own, insertion(behind + skipped.length, `${eol}${indent}${made}${trailing}`)];
}

function fillEmpty(text: string, object: Node, made: string, { isBlock, eol, indent, closing }: Style): Edit[] {
  const [open, close] = [object.offset + 1, object.offset + object.length - 1];
  const inner = text.slice(open, close);
  const kept = inner.trimEnd();
  const space = inner.slice(kept.length);
  if (!isBlock && kept === '') return [{ start: open, end: close, text: made }];
  const end = space.includes('\n') ? [] : [{ start: open + kept.length, end: close, text: `${eol}${closing}` }];
  return [insertion(open + kept.length, `${eol}${indent}${made}`), ...end];
}

/** Objects on lines of their own where members are, lists on one line. */
function written(value: JsonValue, style: Style): string {
  if (!style.isBlock || typeof value !== 'object' || value === null) return JSON.stringify(value);
  const { eol, unit, indent } = style;
  const inner = { ...style, indent: indent + unit };
  if (Array.isArray(value)) {
    const isFlat = value.every((item) => typeof item !== 'object' || item === null);
    if (isFlat) return `[${value.map((item) => JSON.stringify(item)).join(', ')}]`;
    return `[${value.map((item) => `${eol}${indent}${unit}${written(item, inner)}`).join(',')}${eol}${indent}]`;
  }
  const members = Object.entries(value).map(
    ([key, item]) => `${eol}${indent}${unit}${JSON.stringify(key)}: ${written(item, inner)}`,
  );
  return members.length === 0 ? '{}' : `{${members.join(',')}${eol}${indent}}`;
}

/** Offset of the comma behind an offset, beyond white space and comments; null where something else follows. */
function commaBehind(text: string, offset: number): number | null {
  const trivia = /(?:\s+|\/\/[^\r\n]*|\/\*[\s\S]*?\*\/)*/y;
  trivia.lastIndex = offset;
  const at = offset + (trivia.exec(text)?.[0].length ?? 0);
  return text[at] === ',' ? at : null;
}

function spacesBefore(text: string, offset: number): number {
  let start = offset;
  while (start > 0 && ' \t'.includes(text[start - 1] ?? '')) start--;
  return start;
}

function spacesBehind(text: string, offset: number): number {
  let end = offset;
  while (end < text.length && ' \t'.includes(text[end] ?? '')) end++;
  return end;
}

function placeOf({ offset, length }: Pick<Node, 'offset' | 'length'>): { start: number; end: number } {
  return { start: offset, end: offset + length };
}
