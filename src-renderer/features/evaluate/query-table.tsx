import { Table } from '@mantine/core';
import { type KeyboardEvent, type MouseEvent, memo, useEffect } from 'react';
import { cutText } from '../../ui/cut-text.ts';
import { formatCount } from '../../ui/format-number.ts';
import { visibleString } from '../../ui/hidden-characters.ts';
import { ToolName } from '../../ui/tool-name.tsx';
import { rowUnder, useVirtualRows } from '../../ui/virtual-rows.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './evaluate.module.css';
import { explainCurrent, pressInQueries } from './evaluate-acts.ts';
import { evaluatePlaces, focusEvaluatePlace } from './evaluate-places.ts';
import { type EvaluateRow, ranksText } from './evaluate-rows.ts';
import { RankMark } from './rank-mark.tsx';

const shownCharacters = 300;

/**
 * The golden queries, of which only those near the window exist. It has the focus as a whole: ↑ ↓ PageUp PageDown Home End
 * move, Enter and a double click explain the query in the playground, Escape goes to the filter.
 */
export function QueryTable({
  rows,
  current,
  hasRun,
  onSelect,
}: {
  rows: readonly EvaluateRow[];
  current: string | null;
  hasRun: boolean;
  onSelect(key: string): void;
}) {
  const at = rows.findIndex(({ key }) => key === current);
  const keyOf = (index: number) => rows[index]?.key;
  const { scroller, virtualizer, items, before, after, page } = useVirtualRows({
    count: rows.length,
    keyOf,
    hasHead: true,
  });

  // Back from the playground, or under another filter: the current row is in sight.
  useEffect(() => {
    if (at >= 0) virtualizer.scrollToIndex(at, { align: 'auto' });
  }, [at, virtualizer]);

  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter') explainCurrent();
    else if (event.key === 'Escape') focusEvaluatePlace('filter');
    else if (!pressInQueries(event.key, page())) return;
    event.preventDefault();
  };
  const onClick = (event: MouseEvent<HTMLTableElement>) => {
    const row = rows[rowUnder(event) ?? -1];
    if (!row) return;
    event.currentTarget.focus({ preventScroll: true });
    onSelect(row.key);
  };

  return (
    <div ref={scroller} className={styles.scroller}>
      <Table
        unstyled
        id={evaluatePlaces.table}
        className={styles.queries}
        role="grid"
        tabIndex={0}
        aria-label={`Golden queries, ${formatCount(rows.length)} shown`}
        aria-rowcount={rows.length + 1}
        aria-activedescendant={items.some(({ index }) => index === at) ? rowId(at) : undefined}
        data-testid="golden-table"
        data-screen-focus
        onKeyDown={onKeyDown}
        onClick={onClick}
        onDoubleClick={() => explainCurrent()}
      >
        <colgroup>
          <col />
          <col style={{ width: '27%' }} />
          <col style={{ width: 96 }} />
          <col style={{ width: '24%' }} />
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">Query</th>
            <th scope="col">Right tool</th>
            <th
              scope="col"
              title="Rank of the right tool; – behind the tenth. Before an arrow: in the run compared with"
            >
              Rank
            </th>
            <th scope="col">Came instead</th>
          </tr>
        </thead>
        <tbody>
          {before > 0 && <tr aria-hidden style={{ height: before }} />}
          {items.map(({ index }) => {
            const row = rows[index];
            return row ? <Row key={row.key} row={row} index={index} isCurrent={index === at} hasRun={hasRun} /> : null;
          })}
          {after > 0 && <tr aria-hidden style={{ height: after }} />}
        </tbody>
      </Table>
      {rows.length === 0 && <p className={styles.none}>No query matches. Show all, or clear the text.</p>}
    </div>
  );
}

const rowId = (index: number) => `golden-row-${index}`;

const Row = memo(function Row({
  row,
  index,
  isCurrent,
  hasRun,
}: {
  row: EvaluateRow;
  index: number;
  isCurrent: boolean;
  hasRun: boolean;
}) {
  const { golden, places, change } = row;
  const query = cutText(golden.query, shownCharacters);
  return (
    <tr
      id={rowId(index)}
      aria-rowindex={index + 2}
      aria-selected={isCurrent}
      data-current={isCurrent || undefined}
      data-index={index}
      data-testid="golden-row"
      data-query={query}
    >
      <td title={visibleString(query)}>
        <VisibleText text={query} lines={false} />
      </td>
      <td>
        <RightTools relevant={golden.relevant} />
      </td>
      <td className="mono">
        {change && <span className="dim">{ranksText(change.before)} → </span>}
        {places ? <RankMark ranks={places.ranks} change={change?.change ?? null} /> : <NoRank hasRun={hasRun} />}
      </td>
      <td className="dim">{places?.instead[0] !== undefined && <ToolName name={places.instead[0]} />}</td>
    </tr>
  );
});

function RightTools({ relevant }: { relevant: EvaluateRow['golden']['relevant'] }) {
  const [first] = relevant;
  const more = relevant.flat().length - 1;
  return (
    <>
      <ToolName name={first?.[0] ?? ''} />
      {more > 0 && <span className="dim"> +{more}</span>}
    </>
  );
}

function NoRank({ hasRun }: { hasRun: boolean }) {
  return <span className="dim">{hasRun ? 'not run' : ''}</span>;
}
