import { applyEdits, modify } from 'jsonc-parser';
import type { RelevantGroups } from '../metrics.ts';

/** A new line of a golden file. */
export function goldenLine(query: string, relevant: RelevantGroups): string {
  return JSON.stringify({ query, ...answersOf(relevant) });
}

/** A line with another query or other right answers: its other keys, their order and the spaces around them stay. */
export function withGolden(line: string, { query, relevant }: { query: string; relevant: RelevantGroups }): string {
  const before = JSON.parse(line) as Readonly<Record<string, unknown>>;
  const isGrouped = before.relevant_groups !== undefined;
  const answers = isGrouped ? { relevant_groups: relevant } : answersOf(relevant);
  const wanted: Readonly<Record<string, unknown>> = {
    ...(before.query === query ? {} : { query }),
    ...answers,
    ...(!isGrouped && 'relevant_groups' in answers ? { relevant: undefined } : {}),
  };
  return Object.entries(wanted).reduce((text, [key, value]) => withValue(text, key, before[key], value), line);
}

/** Tools that are all wanted are `relevant`; only equally right ones need groups. */
function answersOf(relevant: RelevantGroups): Record<string, unknown> {
  const areSingle = relevant.every((group) => group.length === 1);
  return areSingle ? { relevant: relevant.map(([name]) => name) } : { relevant_groups: relevant };
}

function withValue(text: string, key: string, before: unknown, value: unknown): string {
  if (Array.isArray(before) && Array.isArray(value) && startsWith(value, before)) {
    return value.slice(before.length).reduce<string>((appended, item, i) => {
      const edits = modify(appended, [key, before.length + i], item, { isArrayInsertion: true });
      return applyEdits(appended, edits);
    }, text);
  }
  return applyEdits(text, modify(text, [key], value, {}));
}

function startsWith(values: readonly unknown[], beginning: readonly unknown[]): boolean {
  return beginning.every((value, i) => JSON.stringify(value) === JSON.stringify(values[i]));
}
