import { UnstyledButton } from '@mantine/core';
import { usePreferences } from '../../state/preferences-store.ts';
import { sortBy } from './catalog-acts.ts';
import { columnTitles, columnWidths } from './catalog-columns.tsx';
import type { CatalogView, ColumnId } from './catalog-store.ts';
import styles from './catalog-table.module.css';

/** The head of the table: stays in sight, sorts. */
export function CatalogTableHead({ columns, sort }: { columns: readonly ColumnId[]; sort: CatalogView['sort'] }) {
  const estimator = usePreferences((state) => state.estimator);
  const titles = new Map(columnTitles(estimator).map(({ id, title }) => [id, title]));
  return (
    <>
      <colgroup>
        {columns.map((id) => (
          <col key={id} style={{ width: columnWidths.get(id) }} />
        ))}
      </colgroup>
      <thead className={styles.head}>
        <tr aria-rowindex={1}>
          {columns.map((id) => {
            const isSorted = sort.column === id;
            return (
              <th
                key={id}
                scope="col"
                data-column={id}
                aria-sort={isSorted ? (sort.descending ? 'descending' : 'ascending') : 'none'}
              >
                <UnstyledButton className={`${styles.sortButton} row table-head`} onClick={() => sortBy(id)}>
                  {titles.get(id)}
                  <span aria-hidden className={styles.direction}>
                    {isSorted ? (sort.descending ? '↓' : '↑') : ''}
                  </span>
                </UnstyledButton>
              </th>
            );
          })}
        </tr>
      </thead>
    </>
  );
}
