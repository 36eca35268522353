import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { create } from 'zustand';
import type { EntryTokens } from '#shared/domain/tool-detail.ts';
import { usePreferences } from '../../../state/preferences-store.ts';
import { cutText } from '../../../ui/cut-text.ts';
import { formatCount } from '../../../ui/format-number.ts';
import { visibleString } from '../../../ui/hidden-characters.ts';
import { VisibleText } from '../../../ui/visible-text.tsx';
import { dearestFirst, type PartRow, partName, partRows } from './part-rows.ts';
import styles from './part-tokens.module.css';

/** Parts that are drawn in the bar at most. */
const drawnParts = 60;

const useOrder = create<{ readonly isByTokens: boolean }>()(() => ({ isByTokens: true }));

/** What a tool's entry in the prompt costs, part by part: a bar and its figures, which add up. The dear ones are marked. */
export function PartTokens({ entry, shownParts = 6 }: { entry: EntryTokens; shownParts?: number }) {
  const estimator = usePreferences((state) => state.estimator);
  const isByTokens = useOrder((state) => state.isByTokens);
  const [isWhole, setWhole] = useState(false);
  const rows = useMemo(() => partRows(entry, estimator), [entry, estimator]);
  const sorted = useMemo(() => (isByTokens ? dearestFirst(rows) : rows), [rows, isByTokens]);
  const shown = isWhole || sorted.length <= shownParts + 1 ? sorted : sorted.slice(0, shownParts);
  const rest = sorted.slice(shown.length).reduce((sum, { tokens }) => sum + tokens, 0);
  return (
    <>
      <Bar rows={rows} />
      <table className={`${styles.parts} numbers plain-table above-4`} data-testid="part-tokens">
        <thead>
          <tr>
            <th scope="col">
              <SortButton isOn={!isByTokens} onClick={() => useOrder.setState({ isByTokens: false })}>
                Part, as written
              </SortButton>
            </th>
            <th scope="col" aria-sort={isByTokens ? 'descending' : 'none'}>
              <SortButton isOn={isByTokens} onClick={() => useOrder.setState({ isByTokens: true })}>
                Tokens ({estimator})
              </SortButton>
            </th>
            <th scope="col">Share</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <Part key={row.key} row={row} />
          ))}
          {shown.length < sorted.length && (
            <tr>
              <td>
                <Button size="compact-xs" onClick={() => setWhole(true)}>
                  Show {formatCount(sorted.length - shown.length)} more
                </Button>
              </td>
              <td className="mono">{formatCount(rest)}</td>
              <td />
            </tr>
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">in the prompt</th>
            <td className="mono" data-testid="part-tokens-whole">
              {formatCount(entry.whole[estimator])}
            </td>
            <td />
          </tr>
        </tfoot>
      </table>
    </>
  );
}

function Bar({ rows }: { rows: readonly PartRow[] }) {
  const drawn = rows.slice(0, drawnParts);
  const beyond = rows.slice(drawnParts).reduce((sum, { tokens }) => sum + tokens, 0);
  return (
    <div className={styles.bar} aria-hidden>
      {drawn.map((row) => (
        <span
          key={row.key}
          data-part={row.part}
          data-marked={row.isMarked || undefined}
          style={{ flexGrow: row.tokens }}
          title={`${partName(row)}${typeof row.of === 'string' ? ` ${visibleString(cutText(row.of, 60))}` : ''}: ${formatCount(row.tokens)}`}
        />
      ))}
      {beyond > 0 && <span data-part="joins" style={{ flexGrow: beyond }} />}
    </div>
  );
}

function Part({ row }: { row: PartRow }) {
  return (
    <tr data-marked={row.isMarked || undefined} data-part={row.part}>
      <td>
        <i className={styles.key} data-part={row.part} aria-hidden />{' '}
        {typeof row.of === 'string' ? (
          <>
            <span className="visually-hidden">argument </span>
            <span className="mono">
              <VisibleText text={cutText(row.of, 100)} lines={false} />
            </span>
          </>
        ) : (
          partName(row)
        )}
      </td>
      <td className="mono">{formatCount(row.tokens)}</td>
      <td className="mono">
        {row.isMarked && (
          <span className="is-warning" title="A large part of what the tool costs">
            <span aria-hidden>▲ </span>
            <span className="visually-hidden">large: </span>
          </span>
        )}
        {Math.round(row.share * 100)} %
      </td>
    </tr>
  );
}

function SortButton({ isOn, onClick, children }: { isOn: boolean; onClick(): void; children: React.ReactNode }) {
  return (
    <button type="button" className={styles.sort} aria-pressed={isOn} onClick={onClick}>
      {children}
      <span aria-hidden>{isOn ? ' ↓' : ''}</span>
    </button>
  );
}
