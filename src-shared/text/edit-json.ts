import { findNodeAtLocation, getNodeValue, parseTree } from 'jsonc-parser';
import { insertMembers, itemRuns, removeMembers } from './bracket-edits.ts';
import type { Edit, Place } from './text-edit.ts';

/** A field of an object, and what it is to hold: a text, texts, or null for no such field. */
export interface FieldChange {
  readonly field: string;
  readonly value: string | readonly string[] | null;
}

/** The ranges of the items of the list at the top of a JSON text. */
export function jsonItems(text: string): Place[] {
  return (parseTree(text)?.children ?? []).map(placeOf);
}

/**
 * Edits that set a field of the object at a path of a JSON text, and touch nothing else; null where there is no object. A new field
 * goes behind the nearest one before it in `order`. Items of a list that stay are not touched: `same` says which do.
 */
export function jsonEdits(
  text: string,
  { at, field, value, order }: FieldChange & { readonly at: readonly number[]; readonly order: readonly string[] },
  same: (a: unknown, b: unknown) => boolean,
): Edit[] | null {
  const tree = parseTree(text);
  const object = tree && findNodeAtLocation(tree, [...at]);
  if (object?.type !== 'object') return null;
  const properties = object.children ?? [];
  const names = properties.map(({ children }) => String(children?.[0]?.value));
  const index = names.indexOf(field);
  const members = { text, open: object.offset + 1, places: properties.map(placeOf) };
  if (value === null || value.length === 0) return index < 0 ? [] : removeMembers(members.places, new Set([index]));
  if (index < 0) {
    const previous = order.slice(0, Math.max(0, order.indexOf(field))).findLast((name) => names.includes(name));
    const count = previous === undefined ? 0 : names.indexOf(previous) + 1;
    return insertMembers(members, count, [`${JSON.stringify(field)}: ${written(value)}`]);
  }
  const node = properties[index]?.children?.[1];
  if (!node) return null;
  if (typeof value === 'string' || node.type !== 'array' || !node.children?.length) {
    return [{ ...placeOf(node), text: written(value) }];
  }
  const items = { text, open: node.offset + 1, places: node.children.map(placeOf) };
  const gone = new Set<number>();
  const edits = itemRuns<unknown>({ old: getNodeValue(node), value }, same).flatMap((run) => {
    const common = Math.min(run.gone.length, run.added.length);
    for (let i = common; i < run.gone.length; i++) gone.add(run.at + i);
    const texts = run.added.map((item) => JSON.stringify(item));
    const changed = items.places.slice(run.at, run.at + common).map((place, i) => ({ ...place, text: texts[i] ?? '' }));
    return [...changed, ...insertMembers(items, run.at + common, texts.slice(common))];
  });
  return [...edits, ...removeMembers(items.places, gone)];
}

function placeOf({ offset, length }: { readonly offset: number; readonly length: number }): Place {
  return { start: offset, end: offset + length };
}

function written(value: string | readonly string[]): string {
  if (typeof value === 'string') return JSON.stringify(value);
  return `[${value.map((entry) => JSON.stringify(entry)).join(', ')}]`;
}
