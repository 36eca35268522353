import { stringify } from 'yaml';
import type { JsonMap, JsonValue } from './json-value.ts';

/** Whether a value is a map. */
export const isJsonMap = (value: JsonValue | undefined): value is JsonMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value on one line, in brackets or braces. */
export function asFlow(value: JsonValue): string {
  if (typeof value === 'string') return flowText(value);
  if (Array.isArray(value)) return `[${value.map(asFlow).join(', ')}]`;
  if (!isJsonMap(value)) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, inner]) => `${flowText(key)}: ${asFlow(inner)}`)
    .join(', ')}}`;
}

/** A text inside brackets: bare where nothing in it could be read as something else. */
export function flowText(value: string): string {
  const bare = /^[\p{L}_][\p{L}\p{N} ._/-]*$/u.test(value) && !value.endsWith(' ');
  return bare && stringify(value, { lineWidth: 0 }).trimEnd() === value ? value : JSON.stringify(value);
}

/** The fields of a map, each line at an indent. */
export function keysAsLines(value: JsonMap, indent: string): string[] {
  if (Object.keys(value).length === 0) return [];
  return stringify(value, { lineWidth: 0 })
    .trimEnd()
    .split('\n')
    .map((line) => (line === '' ? '' : `${indent}${line}`));
}

/** An item of a list behind its dash, each line at an indent. */
export function itemAsLines(value: JsonValue, indent: string): string[] {
  return stringify([value], { lineWidth: 0 })
    .trimEnd()
    .split('\n')
    .map((line) => (line === '' ? '' : `${indent}${line}`));
}
