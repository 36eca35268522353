import { type KeyboardEvent, memo, useEffect } from 'react';
import { cutText } from '../../ui/cut-text.ts';
import { formatCount } from '../../ui/format-number.ts';
import { GridTable, gridRow } from '../../ui/grid-table.tsx';
import { visibleString } from '../../ui/hidden-characters.ts';
import { ToolName } from '../../ui/tool-name.tsx';
import { useVirtualRows } from '../../ui/virtual-rows.ts';
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
  return (
    <GridTable
      id={evaluatePlaces.table}
      className={styles.queries}
      scroller={scroller}
      aria-label={`Golden queries, ${formatCount(rows.length)} shown`}
      count={rows.length}
      at={items.some(({ index }) => index === at) ? at : -1}
      data-testid="golden-table"
      onKeyDown={onKeyDown}
      onPress={(index) => {
        const row = rows[index];
        if (row) onSelect(row.key);
      }}
      onDoubleClick={() => explainCurrent()}
      foot={rows.length === 0 && <p className={styles.none}>No query matches. Show all, or clear the text.</p>}
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
          <th scope="col" title="Rank of the right tool; – behind the tenth. Before an arrow: in the run compared with">
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
    </GridTable>
  );
}

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
    <tr {...gridRow(evaluatePlaces.table, index, isCurrent)} data-testid="golden-row" data-query={query}>
      <VisibleText as="td" title={visibleString(query)} text={query} lines={false} />
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
