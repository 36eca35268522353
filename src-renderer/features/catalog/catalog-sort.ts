import type { CatalogView, ColumnId } from './catalog-store.ts';

/** Columns whose greatest values are asked for first. */
const descendingFirst: ReadonlySet<ColumnId> = new Set(['tokens', 'problems']);

/** The order after a click on a column's head: that column, or the same one turned around. */
export function nextSort(sort: CatalogView['sort'], column: ColumnId): CatalogView['sort'] {
  if (sort.column === column) return { column, descending: !sort.descending };
  return { column, descending: descendingFirst.has(column) };
}
