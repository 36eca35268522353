import { assertNever } from '../assert-never.ts';
import type { SkillFormat } from '../domain/skill.ts';
import { noFrontMatter, splitFrontMatter } from './front-matter.ts';
import { readJsonValues } from './json-values.ts';
import { withLineFeeds } from './skill-texts.ts';
import type { PlacedValues, ReadValues, Unreadable } from './values.ts';
import { readYamlValues } from './yaml-values.ts';

/** One skill of a file as its text says, before anything is normalised. */
export interface RawEntry {
  readonly value: unknown;
  /** Its path inside `whole`, the values of `text`. */
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
  /** The range of the Markdown after the front matter; null for the other formats. */
  readonly body: { readonly start: number; readonly end: number } | null;
  /** Entries that cannot be read, with why; the others are there all the same. */
  readonly problems: readonly Unreadable[];
}

/** The skills of a text with the places they are in, in any format but SKILL.md, which has no fields of its own. */
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
  const parts = splitFrontMatter(text);
  if (parts === null || 'problem' in parts) {
    return { entries: [], body: null, problems: [parts?.problem ?? noFrontMatter(text)] };
  }
  const yaml = text.slice(parts.yaml.start, parts.yaml.end);
  const content = text.slice(parts.body.start);
  const end = parts.body.start + content.trimEnd().length;
  const body = { start: Math.min(parts.body.start + content.length - content.trimStart().length, end), end };
  const read = readYamlValues(withLineFeeds(yaml), 2);
  if (!read.ok) return { entries: [], body, problems: [read.problem] };
  const entry = { ...wholeOf(read.values), text: yaml, offset: parts.yaml.start, line: 1, number: 1 };
  return { entries: [entry], body, problems: [] };
}

function wholeOf({ value }: PlacedValues) {
  return { value, at: [], whole: value };
}
