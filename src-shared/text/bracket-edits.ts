import { diffArrays } from 'diff';
import { columnOf, type Edit, insertion, lineBreakOf, type Place } from './text-edit.ts';

/** The content of two brackets or braces, with commas between the entries. */
export interface Members {
  readonly text: string;
  /** Behind the bracket that opens. */
  readonly open: number;
  readonly places: readonly Place[];
}

/** New members behind the first `count` ones, with the white space that the members have between them. */
export function insertMembers({ text, open, places }: Members, count: number, written: readonly string[]): Edit[] {
  const [first, before, next] = [places[0], places[count - 1], places[count]];
  if (written.length === 0) return [];
  if (!first) return [insertion(open, written.join(', '))];
  const isBlock = text.slice(open, first.start).includes('\n');
  const space = isBlock ? `${lineBreakOf(text)}${columnOf(text, first.start)}` : ' ';
  if (!before) return [insertion(first.start, written.map((member) => `${member},${space}`).join(''))];
  const comma = next ? null : /^\s*,/.exec(text.slice(before.end));
  if (comma) return [insertion(before.end + comma[0].length, written.join(`,${space}`))];
  return [insertion(before.end, written.map((member) => `,${space}${member}`).join(''))];
}

/** The members without some: each goes with the comma on the side of a member that stays. */
export function removeMembers(places: readonly Place[], gone: ReadonlySet<number>): Edit[] {
  const lastKept = places.findLastIndex((_, i) => !gone.has(i));
  return [...gone].map((i) => {
    const { start, end } = places[i] ?? { start: 0, end: 0 };
    if (i < lastKept) return { start, end: places[i + 1]?.start ?? end, text: '' };
    return { start: places[i - 1]?.end ?? start, end, text: '' };
  });
}

/** How the items of a list become others: each run of items that go and of those that come in their place. */
export interface ItemRun<Item> {
  /** Index of the first item that goes, in the list before. */
  readonly at: number;
  readonly gone: readonly Item[];
  readonly added: readonly Item[];
}

/** The runs that make one list of another, in their order. */
export function itemRuns<Item>(
  { old, value }: { readonly old: readonly Item[]; readonly value: readonly Item[] },
  same: (a: Item, b: Item) => boolean,
): ItemRun<Item>[] {
  const runs: ItemRun<Item>[] = [];
  let at = 0;
  let gone: readonly Item[] = [];
  const end = (added: readonly Item[]) => {
    if (gone.length > 0 || added.length > 0) runs.push({ at, gone, added });
    at += gone.length;
    gone = [];
  };
  for (const { added, removed, value: items } of diffArrays([...old], [...value], { comparator: same })) {
    // Removed text is listed before the text that replaces it.
    if (removed) gone = items;
    else if (added) end(items);
    else {
      end([]);
      at += items.length;
    }
  }
  end([]);
  return runs;
}
