import { counted } from '#shared/counted.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { spellHiddenCharacters } from '#shared/hidden-characters.ts';
import { asRecord } from '../json/json-walk.ts';

/** Longest arguments that a person is shown before a call, characters. */
const shownArguments = 2_000;
/** Where nothing else fits: most arguments that are shown, and the longest text of each, characters. */
const mostArguments = 40;
const longestValue = 300;

/** How much of an argument is shown. */
interface Shown {
  /** Characters of a text. */
  readonly text: number;
  /** Entries of a list, fields of an object. */
  readonly entries: number;
  /** Levels of lists and objects. */
  readonly depth: number;
}

/** From all to little: the first whose arguments fit is taken. */
const everything: Shown = { text: Number.POSITIVE_INFINITY, entries: Number.POSITIVE_INFINITY, depth: 50 };
const little: Shown = { text: 40, entries: 5, depth: 4 };
const steps = [everything, { text: 800, entries: 50, depth: 20 }, { text: 200, entries: 20, depth: 10 }, little];

/**
 * The question to a person about a call. Each value is shortened by itself, and says how much of it is missing, so that no value pushes
 * another one out of sight. Hidden characters are spelled out. `change` is a sentence about the approval of the tool.
 */
export function confirmQuestion(tool: CatalogTool, args: Record<string, unknown>, change: string | null): string {
  const name = spellHiddenCharacters(tool.name);
  return `${change === null ? 'Run' : `${name} ${change} Run`} ${name}? Arguments: ${argumentsText(tool, args)}`;
}

function argumentsText({ input_schema }: CatalogTool, args: Record<string, unknown>): string {
  // What the tool declares comes first: a model may add any number of other fields.
  const declared = Object.keys(asRecord(input_schema?.properties) ?? {}).filter((key) => Object.hasOwn(args, key));
  const keys = [...new Set([...declared, ...Object.keys(args)])];
  for (const shown of steps) {
    const text = joined(keys.map((key) => fieldText(key, args[key], shown)));
    if (text.length <= shownArguments) return text;
  }
  const fields = keys.slice(0, mostArguments).map((key) => shortened(fieldText(key, args[key], little), longestValue));
  return joined([...fields, ...missing(keys.length - fields.length, 'argument')]);
}

function fieldText(key: string, value: unknown, shown: Shown): string {
  return `${quoted(key, shown.text)}:${valueText(value, shown)}`;
}

function valueText(value: unknown, shown: Shown): string {
  if (typeof value === 'string') return quoted(value, shown.text);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (shown.depth === 0) return '…(more levels)';
  const { entries } = shown;
  const inner = { ...shown, depth: shown.depth - 1 };
  if (Array.isArray(value)) {
    const items = value.slice(0, entries).map((item) => valueText(item, inner));
    return `[${[...items, ...missing(value.length - items.length, 'entry', 'entries')].join(',')}]`;
  }
  const all = Object.entries(value);
  const fields = all.slice(0, entries).map(([key, item]) => fieldText(key, item, inner));
  return joined([...fields, ...missing(all.length - fields.length, 'field')]);
}

/** A text as JSON, of a long one both ends: the quotation marks tell what is its own. */
function quoted(text: string, most: number): string {
  const left = text.length - most;
  if (left <= 0) return plain(text);
  const tail = Math.floor(most / 4);
  return `${plain(text.slice(0, most - tail))}…(${counted(left, 'character')} not shown)…${plain(text.slice(text.length - tail))}`;
}

function plain(text: string): string {
  return spellHiddenCharacters(JSON.stringify(text));
}

function shortened(text: string, most: number): string {
  const left = text.length - most;
  return left <= 0 ? text : `${text.slice(0, most)}…(${counted(left, 'character')} not shown)`;
}

function missing(count: number, noun: string, many?: string): string[] {
  return count > 0 ? [`…(${counted(count, noun, many)} not shown)`] : [];
}

function joined(fields: readonly string[]): string {
  return `{${fields.join(',')}}`;
}
