import type { Estimator } from '../../state/preferences-store.ts';
import { strings } from '../../strings/catalog.ts';
import type { ColumnId, ColumnWidths } from './catalog-store.ts';

/** A column of the table; `row-cells.ts` has its cells. */
export interface Column {
  readonly id: ColumnId;
  readonly title: string;
  /** Width of the column in pixels; the name takes what is left. */
  readonly width: number | undefined;
}

const described: readonly Column[] = [
  { id: 'name', title: strings.catalogColumns.name, width: undefined },
  { id: 'namespace', title: strings.catalogColumns.namespace, width: 92 },
  { id: 'mode', title: strings.catalogColumns.mode, width: 54 },
  { id: 'effects', title: strings.catalogColumns.effects, width: 64 },
  { id: 'tokens', title: strings.catalogColumns.tokens, width: 130 },
  { id: 'source', title: strings.catalogColumns.source, width: 74 },
  { id: 'problems', title: strings.catalogColumns.problems, width: 76 },
  { id: 'reason', title: strings.catalogColumns.modeDecided, width: 114 },
];

const firstWidths = new Map(described.map(({ id, width }) => [id, width]));

/** The minimum width of the column that takes the rest: the name, or the last column when the name has a width of its own. */
const least = { name: 160, last: 60 };

/**
 * Widths of the shown columns in pixels, and what the table needs for all of them. One column has none and takes what is left: the
 * name, and the last one when the user gave the name a width.
 */
export function layoutOf(
  shown: readonly ColumnId[],
  given: ColumnWidths,
): { readonly widths: readonly (number | undefined)[]; readonly least: number } {
  const isNameFree = given.name === undefined || shown.length < 2;
  const free = isNameFree ? 0 : shown.length - 1;
  const widths = shown.map((id, at) => (at === free ? undefined : (given[id] ?? firstWidths.get(id))));
  const needed = isNameFree ? least.name : (given[shown[free] ?? 'name'] ?? least.last);
  return { widths, least: widths.reduce((sum: number, width) => sum + (width ?? needed), 0) };
}

/** The columns that are not hidden, in their order. */
export function shownColumns(hidden: readonly ColumnId[]): readonly Column[] {
  return described.filter(({ id }) => !hidden.includes(id));
}

/** Every column with its title, for the head and the menu that chooses them: that of tokens names who counted. */
export function columnTitles(estimator: Estimator): readonly { readonly id: ColumnId; readonly title: string }[] {
  return described.map(({ id, title }) => ({ id, title: id === 'tokens' ? `${title} (${estimator})` : title }));
}
