import type { ReactNode } from 'react';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/team-gateway.ts';
import { exactTime, relativeTime } from '../../ui/relative-time.ts';
import { numeric, TableHead } from '../../ui/table-head.tsx';
import { useNow } from '../../ui/use-now.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './team-gateway.module.css';

/** A cell: text of the server, a number, a moment, or something drawn. Null is empty. */
export type Cell = string | number | null | { readonly moment: string | null } | { readonly drawn: ReactNode };

interface StateTableProps<Row> {
  readonly id: string;
  readonly heading: string;
  readonly hint?: string;
  /** It has many columns, so it takes the whole width. */
  readonly isWide?: boolean;
  /** Why the list is not there, or old. */
  readonly problem?: string | null;
  readonly list: { readonly items: readonly Row[]; readonly more: number };
  readonly head: readonly string[];
  /** Columns with numbers, by their place. */
  readonly numbers?: readonly number[];
  cells(row: Row): readonly Cell[];
}

/** One list of the state. */
export function StateTable<Row>(props: StateTableProps<Row>) {
  const { id, heading, hint, isWide = false, problem = null, list, head, numbers = [], cells } = props;
  const { items, more } = list;
  const rows: ReactNode[] = [];
  for (const item of items) rows.push(<StateRow key={rows.length} cells={cells(item)} numbers={numbers} />);
  const columns = head.map((text, at) => (numbers.includes(at) ? numeric(text) : text));
  return (
    <section
      className={isWide ? `${styles.part} whole` : styles.part}
      aria-label={heading}
      data-testid={`team-gateway-${id}`}
    >
      <h2 className="heading">{heading}</h2>
      {hint !== undefined && <p className="dim note flush">{hint}</p>}
      {problem !== null && (
        <p className="is-warning flush breaks" data-problem>
          <VisibleText text={strings.table.problem(problem)} lines={false} />
        </p>
      )}
      {rows.length > 0 ? (
        <table className={`${styles.table} plain-table numbers`} aria-label={heading}>
          <TableHead columns={columns} />
          <tbody>{rows}</tbody>
        </table>
      ) : (
        problem === null && <p className="dim flush">{strings.table.none}</p>
      )}
      {more > 0 && <p className="dim note flush">{strings.table.more(more)}</p>}
    </section>
  );
}

function StateRow({ cells, numbers }: { cells: readonly Cell[]; numbers: readonly number[] }) {
  const drawn: ReactNode[] = [];
  for (const cell of cells) {
    const at = drawn.length;
    const content = <CellContent cell={cell} />;
    drawn.push(
      at === 0 ? (
        <th key={at} scope="row" data-numeric={numbers.includes(at) || undefined}>
          {content}
        </th>
      ) : (
        <td key={at} data-numeric={numbers.includes(at) || undefined}>
          {content}
        </td>
      ),
    );
  }
  return <tr>{drawn}</tr>;
}

function CellContent({ cell }: { cell: Cell }) {
  if (cell === null) return null;
  if (typeof cell === 'number') return formatCount(cell);
  if (typeof cell === 'string') return <VisibleText text={cell} lines={false} />;
  if ('drawn' in cell) return cell.drawn;
  return cell.moment !== null && <Moment at={cell.moment} />;
}

/** How long ago a moment was; exactly when, on hover. */
export function Moment({ at }: { at: string }) {
  const now = useNow();
  return (
    <time dateTime={at} title={exactTime(at)} className="one-line">
      {relativeTime(at, now)}
    </time>
  );
}
