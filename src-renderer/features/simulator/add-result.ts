import { firstMatchingGlob } from '#shared/domain/glob.ts';
import type { ScenarioChange, ScenarioPath } from '#shared/domain/scenario-edit.ts';
import { parseYaml, yamlValues } from '#shared/text/parse-yaml.ts';
import { recordOf } from '../../ui/json-value.ts';

/** A call that a scenario has no result for. */
export interface CallWithoutResult {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

type Json = Extract<ScenarioChange, { act: 'set' }>['value'];

/**
 * The change that gives a call a result, and where its value will stand. Where the tool has results that do not fit, directly or by a
 * glob, one for these arguments goes behind them, so that every other call is answered as before. Null while the text cannot be read.
 */
export function resultToAdd(
  text: string,
  { tool, args }: CallWithoutResult,
): { readonly change: ScenarioChange; readonly value: ScenarioPath } | null {
  const parsed = parseYaml(text);
  const read = parsed.ok ? yamlValues(parsed) : null;
  if (!read?.ok) return null;
  const results = recordOf(recordOf(read.value)?.results) ?? {};
  const key = Object.hasOwn(results, tool) ? tool : (firstMatchingGlob(Object.keys(results), tool) ?? tool);
  if (!Object.hasOwn(results, key) || results[key] === null) {
    const path = ['results', key];
    return { change: { act: 'set', path, value: { value: {} } }, value: [...path, 'value'] };
  }
  const rows = results[key];
  const path = ['results', key, Array.isArray(rows) ? rows.length : 1];
  const row: Json = Object.keys(args).length === 0 ? { value: {} } : { when: args as Json, value: {} };
  return { change: { act: 'insert', path, value: row }, value: [...path, 'value'] };
}

/** Where the value at a path stands in a text, by offsets; null where there is none. */
export function rangeOf(text: string, path: ScenarioPath): { readonly start: number; readonly end: number } | null {
  const parsed = parseYaml(text);
  const node = parsed.ok ? parsed.document.getIn([...path], true) : null;
  const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : null;
  return Array.isArray(range) ? { start: Number(range[0]), end: Number(range[1]) } : null;
}
