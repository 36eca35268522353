import { diffArrays } from 'diff';
import type { ScenarioChange, ScenarioPath } from '#shared/domain/scenario-edit.ts';
import { parseYaml, yamlValues } from '#shared/text/parse-yaml.ts';
import { strings } from '../../strings/scenario.ts';
import { recordOf } from '../../ui/json-value.ts';

type Fields = Readonly<Record<string, unknown>>;

/** One turn as the form shows it. */
export interface TurnView {
  /** Path of the turn: empty where `query` and `script` stand at the top. */
  readonly path: ScenarioPath;
  readonly fields: Fields;
  readonly script: readonly unknown[];
}

/** The results of one tool, or of a glob. */
export interface ResultsView {
  readonly tool: string;
  readonly rows: readonly { readonly path: ScenarioPath; readonly value: unknown }[];
}

/** What the form shows of a scenario. */
export interface StepsView {
  readonly turns: readonly TurnView[];
  readonly hasTurns: boolean;
  readonly results: readonly ResultsView[];
  readonly expect: Fields;
  /** Fields that only the source shows. */
  readonly others: readonly string[];
}

const shown = new Set(['query', 'script', 'turns', 'results', 'expect', 'persona', 'profile']);

/** A text as steps, or why it has none. What is wrong in a step is left to the source; the steps beside it are shown. */
export function stepsOf(text: string): { readonly view: StepsView } | { readonly problem: string } {
  const read = valuesOf(text);
  if ('problem' in read) return read;
  const { values } = read;
  const hasTurns = Array.isArray(values.turns);
  const turns: TurnView[] = (hasTurns ? (values.turns as unknown[]) : [values]).map((turn, i) => {
    const fields = recordOf(turn) ?? {};
    return { path: hasTurns ? ['turns', i] : [], fields, script: Array.isArray(fields.script) ? fields.script : [] };
  });
  const results = Object.entries(recordOf(values.results) ?? {}).map(([tool, rows]): ResultsView => {
    const path = ['results', tool];
    if (!Array.isArray(rows)) return { tool, rows: [{ path, value: rows }] };
    return { tool, rows: rows.map((value, i) => ({ path: [...path, i], value })) };
  });
  const others = Object.keys(values).filter((key) => !shown.has(key));
  return { view: { turns, hasTurns, results, expect: recordOf(values.expect) ?? {}, others } };
}

function valuesOf(text: string): { readonly values: Fields } | { readonly problem: string } {
  const parsed = parseYaml(text);
  if (!parsed.ok) {
    const [{ message, place }] = parsed.problems;
    return { problem: strings.scenarioStepsView.line(place.line, message) };
  }
  const read = yamlValues(parsed);
  if (!read.ok) return { problem: read.message };
  const values = recordOf(read.value ?? {});
  return values ? { values } : { problem: strings.scenarioStepsView.textMustBeMap };
}

/**
 * Changes that were meant for one text, for another: an item that moved is found where it is now. Null where an item is gone or the
 * other text cannot be read.
 */
export function changesFor(
  changes: readonly ScenarioChange[],
  from: string,
  to: string,
): readonly ScenarioChange[] | null {
  if (from === to) return changes;
  const [before, after] = [valuesOf(from), valuesOf(to)];
  if ('problem' in before || 'problem' in after) return null;
  const moved: ScenarioChange[] = [];
  for (const change of changes) {
    if (change.act === 'turns') {
      moved.push(change);
      continue;
    }
    const path = carriedPath(change.path, before.values, after.values);
    if (path === null) return null;
    moved.push({ ...change, path });
  }
  return moved;
}

function carriedPath(path: ScenarioPath, before: unknown, after: unknown): ScenarioPath | null {
  const carried: (string | number)[] = [];
  let [from, to] = [before, after];
  for (const key of path) {
    if (typeof key === 'number') {
      const [old, now] = [Array.isArray(from) ? from : [], Array.isArray(to) ? to : []];
      const at = key >= old.length ? now.length : placesOf(now, old).indexOf(key);
      if (at < 0) return null;
      carried.push(at);
      [from, to] = [old[key], now[at]];
    } else {
      carried.push(key);
      [from, to] = [recordOf(from)?.[key], recordOf(to)?.[key]];
    }
  }
  return carried;
}

/** For each item of a list, its place in the list before; null for a new one. An item that was changed keeps its place. */
export function placesOf(now: readonly unknown[], before: readonly unknown[]): (number | null)[] {
  const places: (number | null)[] = [];
  let at = 0;
  let gone = 0;
  const texts = (list: readonly unknown[]) => list.map((item) => JSON.stringify(item) ?? '');
  for (const { added, removed, value } of diffArrays(texts(before), texts(now))) {
    if (removed) gone = value.length;
    else if (added) {
      places.push(...value.map((_, i) => (i < gone ? at + i : null)));
      at += gone;
      gone = 0;
    } else {
      at += gone;
      gone = 0;
      places.push(...value.map((_, i) => at + i));
      at += value.length;
    }
  }
  return places;
}
