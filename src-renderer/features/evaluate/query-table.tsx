import { memo } from 'react';
import { cutText } from '../../ui/cut-text.ts';
import { formatCount } from '../../ui/format-number.ts';
import { gridRow, VirtualGrid } from '../../ui/grid-table.tsx';
import { visibleString } from '../../ui/hidden-characters.ts';
import { ToolName } from '../../ui/tool-name.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './evaluate.module.css';
import { explainCurrent, pressInQueries } from './evaluate-acts.ts';
import { evaluatePlaces, focusEvaluatePlace } from './evaluate-places.ts';
import { type EvaluateRow, ranksText } from './evaluate-rows.ts';
import { RankMark } from './rank-mark.tsx';

const shownCharacters = 300;

const columns = [
  { title: 'Query' },
  { title: 'Right tool', width: '27%' },
  {
    title: 'Rank',
    width: 96,
    hint: 'Rank of the right tool; – behind the tenth. Before an arrow: in the run compared with',
  },
  { title: 'Got instead', width: '24%' },
] as const;

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
  const onKey = (key: string, page: number) => {
    if (key === 'Enter') explainCurrent();
    else if (key === 'Escape') focusEvaluatePlace('filter');
    else return pressInQueries(key, page);
    return true;
  };
  return (
    <VirtualGrid
      id={evaluatePlaces.table}
      className={styles.queries}
      aria-label={`Golden queries, ${formatCount(rows.length)} shown`}
      columns={columns}
      rows={rows}
      keyOf={({ key }) => key}
      at={at}
      followed={at}
      data-testid="golden-table"
      onKey={onKey}
      onPress={({ key }) => onSelect(key)}
      onDoubleClick={explainCurrent}
      foot={rows.length === 0 && <p className={styles.none}>No query matches. Show all, or clear the text.</p>}
    >
      {(row, index) => <Row key={row.key} row={row} index={index} isCurrent={index === at} hasRun={hasRun} />}
    </VirtualGrid>
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
