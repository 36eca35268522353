import { assertNever } from '../assert-never.ts';
import type { SkillFormat } from '../domain/skill.ts';
import { readJsonValues } from './json-values.ts';
import { withLineFeeds } from './skill-texts.ts';
import type { PlacedValues, ReadValues, Unreadable } from './values.ts';
import { readYamlValues } from './yaml-values.ts';

/** One skill of a file as its text says, before anything is normalised. */
export interface RawEntry {
  readonly value: unknown;
  /** Where it is inside the values of `text`, which are `whole`. */
  readonly at: readonly number[];
  readonly whole: unknown;
  /** The part of the file that holds it, with the offset it starts at. */
  readonly text: string;
  readonly offset: number;
  /** 1-based line of the file. */
  readonly line: number;
  /** Its number in the file, from 1, counting also what cannot be read: unnamed skills are named by it. */
  readonly number: number;
}

export interface RawFile {
  readonly entries: readonly RawEntry[];
  /** Where the Markdown behind the front matter stands; null for the other formats. */
  readonly body: { readonly start: number; readonly end: number } | null;
  /** Entries that cannot be read, with why; the others are there all the same. */
  readonly problems: readonly Unreadable[];
}

/** The skills of a text with the places they stand in, in any format but SKILL.md, which has no fields of its own. */
export function readRawSkills(text: string, format: Exclude<SkillFormat, 'skill-md'>): RawFile {
  switch (format) {
    case 'md':
      return readMarkdown(text);
    case 'yaml':
      return entriesOf(readYamlValues(withLineFeeds(text)), text);
    case 'json':
      return entriesOf(readJsonValues(text), text);
    case 'jsonl':
      return readLines(text);
    default:
      return assertNever(format);
  }
}

function entriesOf(read: ReadValues, text: string): RawFile {
  if (!read.ok) return { entries: [], body: null, problems: [read.problem] };
  const { value } = read.values;
  const entries = Array.isArray(value)
    ? value.map((entry: unknown, i) => entryOf(read.values, [i], entry, text))
    : [entryOf(read.values, [], value, text)];
  return { entries, body: null, problems: [] };
}

function entryOf(values: PlacedValues, at: readonly number[], value: unknown, text: string): RawEntry {
  return { value, at, whole: values.value, text, offset: 0, line: values.placeOf(at).line, number: (at[0] ?? 0) + 1 };
}

function readLines(text: string): RawFile {
  const entries: RawEntry[] = [];
  const problems: Unreadable[] = [];
  let offset = 0;
  let number = 0;
  for (const [i, withEnd] of text.split('\n').entries()) {
    const line = withEnd.replace(/\r$/, '');
    if (line.trim() !== '') {
      number++;
      const read = readJsonValues(line, i + 1);
      if (read.ok) entries.push({ ...wholeOf(read.values), text: line, offset, line: i + 1, number });
      else problems.push(read.problem);
    }
    offset += withEnd.length + 1;
  }
  return { entries, body: null, problems };
}

function readMarkdown(text: string): RawFile {
  const start = text.indexOf('\n') + 1;
  const close = text.indexOf('\n---', Math.max(0, start - 1));
  const mark = text.slice(0, start).trim();
  if (!/^---(?:ya?ml)?$/i.test(mark.replace(/\s/g, '')) || close < 0) {
    const message = 'the file does not start with front matter';
    return {
      entries: [],
      body: null,
      problems: [{ code: 'front_matter_missing', message, place: { line: 1, column: 1 } }],
    };
  }
  const yaml = text.slice(start, close + 1);
  const newline = text.indexOf('\n', close + 1);
  const body = newline < 0 ? text.length : newline + 1;
  const content = text.slice(body);
  const lead = content.length - content.trimStart().length;
  const end = body + content.trimEnd().length;
  const read = readYamlValues(withLineFeeds(yaml), 2);
  const place = { start: Math.min(body + lead, Math.max(end, body)), end: Math.max(end, body) };
  if (!read.ok) return { entries: [], body: place, problems: [read.problem] };
  const entry = { ...wholeOf(read.values), text: yaml, offset: start, line: 1, number: 1 };
  return { entries: [entry], body: place, problems: [] };
}

function wholeOf({ value }: PlacedValues) {
  return { value, at: [], whole: value };
}
