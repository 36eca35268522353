import { FlexRender, type Row } from '@tanstack/react-table';
import { memo } from 'react';
import type { features } from './catalog-columns.tsx';
import type { CatalogRow } from './catalog-rows.ts';
import styles from './catalog-table.module.css';

interface CatalogTableRowProps {
  readonly id: string;
  readonly row: Row<typeof features, CatalogRow>;
  readonly index: number;
  /** The columns that are shown: other ones draw the row again. */
  readonly columnsKey: string;
  readonly isCurrent: boolean;
  readonly isSelected: boolean;
}

/** One tool in the table. */
export const CatalogTableRow = memo(function CatalogTableRow({
  id,
  row,
  index,
  isCurrent,
  isSelected,
}: CatalogTableRowProps) {
  return (
    <tr
      id={id}
      className={styles.row}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-current={isCurrent || undefined}
      data-testid="tool-row"
      data-tool={row.id}
      data-index={index}
    >
      {row.getVisibleCells().map((cell) => (
        <td key={cell.id} data-column={cell.column.id}>
          <FlexRender cell={cell} />
        </td>
      ))}
    </tr>
  );
});
