import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CompareColumn, CompareResponse } from '#shared/domain/engine-comparison.ts';
import { engineFacts } from '#shared/domain/engine-facts.ts';
import { useNavigation } from '../../state/navigation-store.ts';
import { usePlayground } from '../../state/playground-store.ts';
import { strings } from '../../strings/compare.ts';
import { formatCount } from '../../strings/count.ts';
import { cutText } from '../../ui/cut-text.ts';
import { EngineName } from '../../ui/engine-name.tsx';
import { fill } from '../../ui/fill.tsx';
import { formatFixed, formatScore } from '../../ui/format-number.ts';
import { visibleString } from '../../ui/hidden-characters.ts';
import { ListBox } from '../../ui/list-box.tsx';
import { ToolName } from '../../ui/tool-name.tsx';
import styles from './compare.module.css';
import { columnId, focusColumn } from './compare-places.ts';

/**
 * One list for each engine. ← and → go to the list beside, Enter shows Pegboard's own results, which explain the tool.
 * The chosen tool is marked in every list.
 */
export function EngineColumns({
  response,
  isStale,
  onLeave,
}: {
  response: CompareResponse;
  isStale: boolean;
  /** Moves the focus to the query. */
  onLeave(): void;
}) {
  const chosen = usePlayground((state) => state.selected);
  const isThere = response.columns.some(({ hits }) => hits.some(({ name }) => name === chosen));
  const selected = isThere ? chosen : (response.columns.find(({ hits }) => hits.length > 0)?.hits[0]?.name ?? null);
  return (
    <div className={styles.columns} data-stale={isStale || undefined}>
      {response.columns.map((column, index) => (
        <EngineColumn key={column.engine} {...{ response, column, index, selected, isStale, onLeave }} />
      ))}
    </div>
  );
}

interface ColumnProps {
  readonly response: CompareResponse;
  readonly column: CompareColumn;
  readonly index: number;
  readonly selected: string | null;
  readonly isStale: boolean;
  onLeave(): void;
}

function EngineColumn({ response, column, index, selected, isStale, onLeave }: ColumnProps) {
  const { engine, hits, matches, elapsed_ms } = column;
  const { title, emulates, ranks } = engineFacts[engine];
  const at = hits.findIndex(({ name }) => name === selected);
  const right = new Set(response.relevant);

  const moveTo = (neighbour: number) => {
    const to = response.columns[neighbour];
    if (to) focusColumn(to.engine);
  };
  const keys = {
    ...(at <= 0 && { ArrowUp: onLeave }),
    ArrowRight: () => moveTo(index + 1),
    ArrowLeft: () => moveTo(index - 1),
    Enter: () => explain(selected),
    Escape: onLeave,
  };

  return (
    <section className={styles.column} aria-label={title} data-testid="compare-column" data-engine={engine}>
      <header className={styles.columnHead} data-emulated={emulates !== null || undefined}>
        <h2 className={styles.columnTitle} title={ranks}>
          <EngineName engine={engine} />
        </h2>
        <span className="keeps dim note mono" title={strings.engineColumns.matchingToolsTime}>
          {strings.engineColumns.ms(formatCount(matches), formatFixed(elapsed_ms, 1))}
        </span>
      </header>
      <ListBox
        id={columnId(engine)}
        className={styles.list}
        aria-label={strings.engineColumns.resultsOf(title)}
        aria-busy={isStale}
        items={hits}
        at={at}
        keyOf={({ name }) => name}
        onMove={(to) => {
          const hit = hits[to(at, hits.length)];
          if (hit) usePlayground.getState().select(hit.name);
        }}
        keys={keys}
        option={({ name }) => ({
          className: `${styles.row} row gap-8`,
          'data-testid': 'compare-hit',
          'data-tool': name,
          onDoubleClick: () => explain(name),
        })}
      >
        {({ name, score }, i) => (
          <>
            <span className={`${styles.rank} mono`}>{i + 1}</span>
            <span className="grows narrow cut" title={visibleString(cutText(name, 500))}>
              <ToolName name={name} />
            </span>
            {right.has(name) && (
              <span
                className={styles.right}
                title={strings.engineColumns.expectedResultOfGolden}
                data-testid="compare-right"
              >
                <IconCheck size={13} aria-hidden />{' '}
                <span className={styles.rightText}>{strings.engineColumns.expected}</span>
              </span>
            )}
            <span className="keeps at-right mono" title={strings.engineColumns.rawScoreCompare(score)}>
              {Number.isInteger(score) ? formatCount(score) : formatScore(score)}
            </span>
          </>
        )}
      </ListBox>
      <Missing {...{ response, column, selected, at }} />
    </section>
  );
}

/** Why a list is empty, and where the chosen tool and the right ones are when they are not here. */
function Missing({
  response,
  column,
  selected,
  at,
}: Omit<ColumnProps, 'index' | 'isStale' | 'onLeave'> & { readonly at: number }) {
  const { hits, note } = column;
  const missingRight = response.relevant.filter((name) => !hits.some((hit) => hit.name === name));
  const chosen = selected !== null && at < 0 && hits.length > 0 ? [selected] : [];
  return (
    <div className={styles.missing}>
      {hits.length === 0 && <p>{strings.engineColumns.noResults}</p>}
      {note !== null && <p className="dim">{note}</p>}
      {[...new Set([...chosen, ...missingRight])].map((name) => (
        <p key={name} data-testid="compare-missing">
          {absenceText(column, <ToolName name={name} />, missingRight.includes(name))}
        </p>
      ))}
    </div>
  );
}

/** Shows Pegboard's own results with a tool of this query, where every part of its score is shown. */
function explain(tool: string | null): void {
  usePlayground.getState().set({ searchType: 'fts' });
  usePlayground.getState().select(tool);
  useNavigation.getState().goTo('playground');
}

/** Why a column does not show a tool. */
function absenceText(
  { hits, matches }: Pick<CompareColumn, 'hits' | 'matches'>,
  tool: ReactNode,
  isExpected: boolean,
): ReactNode {
  if (matches <= hits.length)
    return fill(isExpected ? strings.engineColumns.expectedNotFound : strings.engineColumns.notFound, { tool });
  return fill(isExpected ? strings.engineColumns.expectedNotAmongFirst : strings.engineColumns.notAmongFirst, {
    tool,
    hits: hits.length,
    matches: formatCount(matches),
  });
}
