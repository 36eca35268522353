import { parseTree } from 'jsonc-parser';
import { isNode, isSeq, parseDocument } from 'yaml';
import { canonicalJson } from '../canonical-json.ts';
import type { SkillFormat } from '../domain/skill.ts';
import { PegboardError } from '../errors.ts';
import { endOfLine } from './list-change.ts';
import { readRawSkills } from './skill-values.ts';
import { lineStart } from './text-edit.ts';

/** The text of a file of several skills without one of them, every other byte as it was. Error: `skill_not_editable`. */
export function removeEntry(text: string, format: Exclude<SkillFormat, 'skill-md'>, index: number): string {
  const before = readRawSkills(text, format);
  const place = placeOf(text, format, index);
  const next = place === null ? text : text.slice(0, place.start) + text.slice(place.end);
  const values = (of: typeof before) => of.entries.map(({ value }) => value);
  const after = readRawSkills(next, format);
  if (
    place !== null &&
    after.problems.length === before.problems.length &&
    canonicalJson(values(after)) === canonicalJson(values(before).toSpliced(index, 1))
  )
    return next;
  throw new PegboardError(
    'skill_not_editable',
    'The skill stands in its file in a way that only its author can change.',
    {
      hint: 'Take it out of the text by hand.',
    },
  );
}

interface Stretch {
  readonly start: number;
  readonly end: number;
}

function placeOf(text: string, format: Exclude<SkillFormat, 'skill-md'>, index: number): Stretch | null {
  const entry = readRawSkills(text, format).entries[index];
  if (!entry) return null;
  if (format === 'jsonl') return withLineEnd(text, entry.offset, entry.offset + entry.text.length);
  if (format === 'json') {
    const members = parseTree(text)?.children ?? [];
    return between(
      members.map(({ offset, length }) => ({ start: offset, end: offset + length })),
      index,
    );
  }
  const list = parseDocument(text, { version: '1.2', uniqueKeys: false, logLevel: 'silent' }).contents;
  if (!isSeq(list)) return null;
  const items = list.items.map((item) => {
    const [start = 0, end = 0] = isNode(item) && item.range ? item.range : [];
    return { start, end: start + text.slice(start, end).trimEnd().length };
  });
  if (list.flow) return between(items, index);
  const item = items[index];
  return item ? withLineEnd(text, lineStart(text, text.lastIndexOf('-', item.start - 1)), item.end) : null;
}

/** A member of a list in brackets, with the comma that belongs to it. */
function between(members: readonly Stretch[], index: number): Stretch | null {
  const [member, next, previous] = [members[index], members[index + 1], members[index - 1]];
  if (!member) return null;
  return next ? { start: member.start, end: next.start } : { start: previous?.end ?? member.start, end: member.end };
}

function withLineEnd(text: string, start: number, last: number): Stretch {
  const newline = text.indexOf('\n', endOfLine(text, last));
  return { start, end: newline < 0 ? text.length : newline + 1 };
}
