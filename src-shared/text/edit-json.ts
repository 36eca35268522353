import { findNodeAtLocation, type JSONPath, type Node, parseTree } from 'jsonc-parser';
import { type FieldChange, listChange } from './list-change.ts';
import { type Edit, lineBreakOf, lineStart } from './text-edit.ts';

/**
 * Edits that set a field of the object at a path of a JSON text, and touch nothing else; null when there is no object.
 * `after` are the fields that a new one follows, the nearest first.
 */
export function jsonEdits(
  text: string,
  at: readonly number[],
  { field, value }: FieldChange,
  after: readonly string[],
): Edit[] | null {
  const tree = parseTree(text);
  const object = tree && findNodeAtLocation(tree, [...at] as JSONPath);
  if (object?.type !== 'object') return null;
  const properties = object.children ?? [];
  const named = (name: string) => properties.find(({ children }) => children?.[0]?.value === name);
  const property = named(field);
  const isGone = value === null || value.length === 0;
  if (!property) {
    if (isGone) return [];
    const previous = after.map(named).find((node) => node !== undefined);
    return [insertion(text, object, previous, `${JSON.stringify(field)}: ${written(value)}`)];
  }
  if (isGone) return [removal(properties, properties.indexOf(property))];
  const node = property.children?.[1];
  if (!node) return null;
  if (typeof value === 'string' || node.type !== 'array' || !node.children?.length)
    return [{ start: node.offset, end: node.offset + node.length, text: written(value) }];
  return listEdits(text, node, value);
}

function listEdits(text: string, list: Node, value: readonly string[]): Edit[] {
  const items = list.children ?? [];
  const change = listChange(
    items.map((item) => (item.type === 'string' ? item.value : undefined)),
    value,
  );
  return [
    ...change.replaced.flatMap(({ index, value: entry }) => {
      const item = items[index];
      return item ? [{ start: item.offset, end: item.offset + item.length, text: JSON.stringify(entry) }] : [];
    }),
    ...(change.added.length === 0
      ? []
      : [insertion(text, list, items[change.behind], ...change.added.map((entry) => JSON.stringify(entry)))]),
    ...removals(items, change.removed),
  ];
}

/** Members put behind one of a list or object, or in front, with the white space that its members have between them. */
function insertion(text: string, parent: Node, previous: Node | undefined, ...members: string[]): Edit {
  const [first] = parent.children ?? [];
  if (!first) return { start: parent.offset + 1, end: parent.offset + 1, text: members.join(', ') };
  const gap = text.slice(parent.offset + 1, first.offset);
  const isBlock = gap.includes('\n');
  const indent = text.slice(lineStart(text, first.offset), first.offset);
  const space = isBlock ? `${lineBreakOf(text)}${indent}` : ' ';
  if (previous) {
    const end = previous.offset + previous.length;
    return { start: end, end, text: members.map((member) => `,${space}${member}`).join('') };
  }
  return { start: first.offset, end: first.offset, text: members.map((member) => `${member},${space}`).join('') };
}

function removal(members: readonly Node[], index: number): Edit {
  const [node, next, previous] = [members[index], members[index + 1], members[index - 1]];
  const start = node?.offset ?? 0;
  if (next) return { start, end: next.offset, text: '' };
  return { start: previous ? previous.offset + previous.length : start, end: start + (node?.length ?? 0), text: '' };
}

/** Neighbours go as one stretch, so that no edit overlaps another. */
function removals(members: readonly Node[], indexes: readonly number[]): Edit[] {
  const [from, to] = [indexes[0], indexes.at(-1)];
  if (from === undefined || to === undefined) return [];
  const [first, last, next, previous] = [members[from], members[to], members[to + 1], members[from - 1]];
  if (!first || !last) return [];
  if (next) return [{ start: first.offset, end: next.offset, text: '' }];
  const start = previous ? previous.offset + previous.length : first.offset;
  return [{ start, end: last.offset + last.length, text: '' }];
}

function written(value: string | readonly string[]): string {
  if (typeof value === 'string') return JSON.stringify(value);
  return `[${value.map((entry) => JSON.stringify(entry)).join(', ')}]`;
}
