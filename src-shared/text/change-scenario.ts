import { type ScenarioChange, type ScenarioPath, scenarioChangeSchema } from '../domain/scenario-edit.ts';
import { PegboardError } from '../errors.ts';
import { editYaml } from './edit-yaml.ts';
import { fieldsAsItem, movedItem, renamedField } from './move-yaml.ts';
import { parseYaml, says, yamlValues } from './parse-yaml.ts';
import { readScenario, scenarioOf } from './read-scenario.ts';
import type { JsonValue } from './write-value.ts';

type Values = { [key: string]: JsonValue };

/**
 * The text of a scenario with changes made, one after the other. Only what changes is touched; what moves takes its comments
 * with it. Errors: `scenario_syntax`, `scenario_invalid` where a change fits nothing or only the text can say it.
 */
export function changeScenario(text: string, changes: readonly ScenarioChange[], path: string): string {
  return changes.reduce((before, change) => {
    const values = valuesOf(before, path);
    const next = structuredClone(values);
    if (!scenarioChangeSchema.safeParse(change).success || !apply(next, change)) throw noSuchPlace(change, path);
    const edited = asText(before, change);
    if (edited !== null && says(edited, next)) return edited;
    const written = editYaml(before, next);
    if (written === null) throw onlyByText(change, path);
    return written;
  }, text);
}

/** A change that only moves items, as an edit of the text; null for a change of values. */
function asText(text: string, change: ScenarioChange): string | null {
  if (change.act === 'move') return movedItem(text, change.path, change.to);
  if (change.act === 'rename') return renamedField(text, change.path, change.to);
  return change.act === 'turns' ? fieldsAsItem(text, ['query', 'script'], 'turns') : null;
}

function valuesOf(text: string, path: string): Values {
  const { findings } = readScenario(text, path);
  const isUnread = findings.some(({ code }) => code === 'scenario_syntax');
  const parsed = parseYaml(text);
  const read = parsed.ok && !isUnread ? yamlValues(parsed) : null;
  if (!read?.ok) {
    scenarioOf({ scenario: null, findings });
    throw new PegboardError('scenario_invalid', `${path}: the text cannot be read.`, { data: { file: path } });
  }
  const values = read.value ?? {};
  if (typeof values === 'object' && !Array.isArray(values)) return values as Values;
  throw new PegboardError(
    'scenario_invalid',
    `${path}: a scenario is a map of fields; the text contains something else.`,
    {
      hint: 'Begin with a field, such as "name: Triage".',
      data: { file: path },
    },
  );
}

/** Makes a change of the values; false where it fits nothing. */
function apply(values: Values, change: ScenarioChange): boolean {
  if (change.act === 'turns') return intoTurns(values);
  const key = change.path.at(-1);
  const holder = holderOf(values, change);
  if (holder === null || key === undefined) return false;
  if (Array.isArray(holder)) return typeof key === 'number' && applyToList(holder, key, change);
  const name = String(key);
  if (change.act === 'set') holder[name] = change.value;
  else if (change.act === 'remove') delete holder[name];
  else if (change.act === 'rename') return renameKey(holder, name, change.to);
  else return false;
  return true;
}

function applyToList(list: JsonValue[], at: number, change: Exclude<ScenarioChange, { act: 'turns' }>): boolean {
  if (change.act === 'insert') list.splice(Math.min(at, list.length), 0, change.value);
  else if (at >= list.length) return false;
  else if (change.act === 'set') list[at] = change.value;
  else if (change.act === 'remove') list.splice(at, 1);
  else if (change.act !== 'move' || change.to >= list.length) return false;
  else list.splice(change.to, 0, ...list.splice(at, 1));
  return true;
}

/**
 * The parent of the last part of a path. It is created when it is missing and a value is to be set; null when it cannot
 * be created.
 */
function holderOf(
  values: Values,
  { act, path }: Exclude<ScenarioChange, { act: 'turns' }>,
): JsonValue[] | Values | null {
  const adds = act === 'set' || act === 'insert';
  let at: JsonValue[] | Values = values;
  for (const [i, key] of path.slice(0, -1).entries()) {
    const wantsList = typeof path[i + 1] === 'number';
    let inner: JsonValue | undefined = Array.isArray(at) ? at[Number(key)] : ownOf(at, String(key));
    if (inner === undefined || inner === null) {
      if (!adds || (Array.isArray(at) && Number(key) > at.length)) return null;
      inner = wantsList ? [] : {};
    } else if (wantsList && act === 'insert' && i === path.length - 2 && !Array.isArray(inner)) inner = [inner];
    if (typeof inner !== 'object' || Array.isArray(inner) !== wantsList) return null;
    if (Array.isArray(at)) at[Number(key)] = inner;
    else at[String(key)] = inner;
    at = inner;
  }
  return at;
}

function ownOf(values: Values, key: string): JsonValue | undefined {
  return Object.hasOwn(values, key) ? values[key] : undefined;
}

/** The same fields in the same order, one with another name. */
function renameKey(values: Values, key: string, to: string): boolean {
  if (!Object.hasOwn(values, key) || Object.hasOwn(values, to)) return false;
  const entries = Object.entries(values);
  for (const [name] of entries) delete values[name];
  for (const [name, value] of entries) values[name === key ? to : name] = value;
  return true;
}

function intoTurns(values: Values): boolean {
  if (Object.hasOwn(values, 'turns')) return false;
  const { query, script } = values;
  delete values.query;
  delete values.script;
  values.turns = [{ ...(query === undefined ? {} : { query }), ...(script === undefined ? {} : { script }) }];
  return true;
}

function wordsOf(path: ScenarioPath): string {
  return path.join('.');
}

function placeOf(change: ScenarioChange): string {
  return change.act === 'turns' ? 'turns' : wordsOf(change.path);
}

function noSuchPlace(change: ScenarioChange, path: string): PegboardError {
  return new PegboardError('scenario_invalid', `${path}: ${placeOf(change)} cannot be changed like this.`, {
    hint: 'The text may have changed meanwhile. Look at it and try again.',
    data: { file: path },
  });
}

function onlyByText(change: ScenarioChange, path: string): PegboardError {
  const where = placeOf(change);
  return new PegboardError('scenario_invalid', `${path}: ${where} uses YAML that Pegboard cannot edit by steps.`, {
    hint: 'Change it in the source.',
    data: { file: path },
  });
}
