import { sideEffectsRank } from '#shared/domain/tool.ts';
import { remembered } from '../../state/remembered.ts';
import type { CatalogRow } from './catalog-rows.ts';
import type { CatalogView, ColumnId } from './catalog-store.ts';

/** Columns whose greatest values are asked for first. */
const descendingFirst: ReadonlySet<ColumnId> = new Set(['tokens', 'problems']);

/** The order after a click on a column's head: that column, or the same one turned around. */
export function nextSort(sort: CatalogView['sort'], column: ColumnId): CatalogView['sort'] {
  if (sort.column === column) return { column, descending: !sort.descending };
  return { column, descending: descendingFirst.has(column) };
}

/** The sort key of a column. */
const valueIn: Readonly<Record<ColumnId, (row: CatalogRow) => string | number>> = {
  name: ({ tool }) => tool.name,
  namespace: ({ tool }) => tool.namespace ?? '',
  mode: ({ tool }) => tool.mode,
  effects: ({ tool }) => sideEffectsRank(tool.side_effects),
  tokens: ({ tokens }) => tokens ?? -1,
  source: ({ tool }) => tool.source,
  problems: ({ errors, warnings, problems }) => errors * 1_000_000 + warnings * 1000 + problems.length,
  reason: ({ tool }) => tool.mode_reason.detail,
};

/** By code units and as numbers: comparing by language would take seconds at 10,000 rows. */
function ascending(left: string | number, right: string | number): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** The rows in the order of the table, their names, and each by its name. Rows of one value keep their order. */
export const sortedRows = remembered(
  ({ rows, sort: { column, descending } }: { rows: readonly CatalogRow[]; sort: CatalogView['sort'] }) => {
    const value = valueIn[column];
    const sign = descending ? -1 : 1;
    const sorted = rows.toSorted((left, right) => sign * ascending(value(left), value(right)));
    return {
      rows: sorted,
      order: sorted.map(({ tool }) => tool.name),
      byName: new Map(sorted.map((row) => [row.tool.name, row])),
    };
  },
);
