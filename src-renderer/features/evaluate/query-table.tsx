import { memo, useMemo } from 'react';
import { evalEngineFacts } from '#shared/domain/engine-facts.ts';
import type { EvalEngineName } from '#shared/domain/eval-set.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/evaluate.ts';
import { cutText } from '../../ui/cut-text.ts';
import { gridRow, VirtualGrid } from '../../ui/grid-table.tsx';
import { visibleString } from '../../ui/hidden-characters.ts';
import { ToolName } from '../../ui/tool-name.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './evaluate.module.css';
import { explainCurrent, pressInQueries } from './evaluate-acts.ts';
import { evaluatePlaces, focusEvaluatePlace } from './evaluate-places.ts';
import type { EvaluateRow } from './evaluate-rows.ts';
import { RankCell } from './rank-mark.tsx';

const shownCharacters = 300;

/** The column of the run that is compared with. */
const beforeTitle = strings.queryTable.before;

/** With this many engines or more, the table has no room for the column *Got instead*. The details show it. */
const mostWithInstead = 4;

function columnsOf(engines: readonly EvalEngineName[], comparedWith: string | null) {
  const ranks = engines.map((engine) => ({
    title: evalEngineFacts[engine].title,
    width: 76,
    hint: strings.queryTable.rankOfExpectedTool,
  }));
  // The names of tools have the room that further ranks do not take.
  const isWide = ranks.length <= 1 && comparedWith === null;
  return [
    { title: strings.queryTable.query },
    { title: strings.queryTable.expectedTool, width: isWide ? '27%' : '24%' },
    ...(ranks.length > 0 ? ranks : [{ title: strings.queryTable.rank, width: 76 }]),
    ...(comparedWith === null
      ? []
      : [{ title: beforeTitle, width: 76, hint: strings.queryTable.rankWithSelectedEngine(comparedWith) }]),
    ...(engines.length < mostWithInstead
      ? [{ title: strings.queryTable.gotInstead, width: isWide ? '26%' : '20%' }]
      : []),
  ];
}

/**
 * The golden queries with their ranks under each engine, as a heat map; only rows near the window exist. It has the focus as a whole:
 * ↑ ↓ PageUp PageDown Home End move, ← → choose the engine, Enter and a double click explain the query in the playground, Escape
 * goes to the filter.
 */
export function QueryTable({
  rows,
  current,
  engines,
  shown,
  comparedWith,
  onSelect,
  onShow,
}: {
  rows: readonly EvaluateRow[];
  current: string | null;
  /** Those that were measured; none before a run. */
  engines: readonly EvalEngineName[];
  /** The engine whose ranks are sorted, filtered and compared. */
  shown: EvalEngineName | null;
  /** The baseline of the run under that engine, in words; null when there is none. */
  comparedWith: string | null;
  onSelect(key: string): void;
  onShow(engine: EvalEngineName): void;
}) {
  const columns = useMemo(() => columnsOf(engines, comparedWith), [engines, comparedWith]);
  const at = rows.findIndex(({ key }) => key === current);
  const onKey = (key: string, page: number) => {
    if (key === 'Enter') explainCurrent();
    else if (key === 'Escape') focusEvaluatePlace('filter');
    else if (key === 'ArrowLeft' || key === 'ArrowRight') {
      const next = engines[engines.indexOf(shown ?? 'pegboard') + (key === 'ArrowLeft' ? -1 : 1)];
      if (next) onShow(next);
    } else return pressInQueries(key, page);
    return true;
  };
  return (
    <VirtualGrid
      id={evaluatePlaces.table}
      className={styles.queries}
      aria-label={strings.queryTable.goldenQueriesShown(formatCount(rows.length))}
      columns={columns}
      rows={rows}
      at={at}
      followed={at}
      data-testid="golden-table"
      onKey={onKey}
      onPress={({ key }) => onSelect(key)}
      onDoubleClick={explainCurrent}
      foot={rows.length === 0 && <p className={styles.none}>{strings.queryTable.noQueryMatchesShow}</p>}
    >
      {(row, index) => (
        <Row
          key={row.key}
          row={row}
          index={index}
          isCurrent={index === at}
          engines={engines}
          shown={shown}
          isCompared={comparedWith !== null}
          onShow={onShow}
        />
      )}
    </VirtualGrid>
  );
}

const Row = memo(function Row({
  row,
  index,
  isCurrent,
  engines,
  shown,
  isCompared,
  onShow,
}: {
  row: EvaluateRow;
  index: number;
  isCurrent: boolean;
  engines: readonly EvalEngineName[];
  shown: EvalEngineName | null;
  isCompared: boolean;
  onShow(engine: EvalEngineName): void;
}) {
  const { golden, result, places, change, before } = row;
  const query = cutText(golden.query, shownCharacters);
  return (
    <tr {...gridRow(evaluatePlaces.table, index, isCurrent)} data-testid="golden-row" data-query={query}>
      <VisibleText as="td" title={visibleString(query)} text={query} lines={false} />
      <td>
        <RightTools relevant={golden.relevant} />
      </td>
      {engines.length === 0 && <td />}
      {engines.map((engine) => (
        <RankCell
          key={engine}
          label={evalEngineFacts[engine].title}
          ranks={result?.engines[engine]?.ranks ?? null}
          change={engine === shown ? (change?.change ?? null) : null}
          isShown={engine === shown && engines.length > 1}
          onChoose={() => onShow(engine)}
        />
      ))}
      {isCompared && <RankCell label={beforeTitle} ranks={before} />}
      {engines.length < mostWithInstead && (
        <td className="dim">{places?.instead[0] !== undefined && <ToolName name={places.instead[0]} />}</td>
      )}
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
