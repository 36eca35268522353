import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { create } from 'zustand';
import type { EntryPart, EntryTokens } from '#shared/domain/tool-detail.ts';
import { type Estimator, usePreferences } from '../../../state/preferences-store.ts';
import { strings } from '../../../strings/catalog.ts';
import { formatCount } from '../../../strings/count.ts';
import { cutText } from '../../../ui/cut-text.ts';
import { visibleString } from '../../../ui/hidden-characters.ts';
import { VisibleText } from '../../../ui/visible-text.tsx';
import styles from './part-tokens.module.css';

/** From this share of the whole on, and this many tokens, a part is marked as what makes the tool expensive. */
const markedShare = 0.2;
const markedTokens = 20;

/** A part of a tool's entry as the screen lists it. */
interface PartRow {
  /** Unique among the parts of a tool. */
  readonly key: string;
  readonly part: EntryPart['part'];
  readonly of: EntryPart['of'];
  readonly tokens: number;
  /** Share of the whole entry, 0 to 1. */
  readonly share: number;
  readonly isMarked: boolean;
}

/** The parts in the order in which they are written, by one estimator: their tokens add up to the whole. */
function partRows({ whole, parts }: EntryTokens, estimator: Estimator): PartRow[] {
  const all = whole[estimator];
  return parts.map(({ part, of, tokens }) => {
    const own = tokens[estimator];
    const share = all === 0 ? 0 : own / all;
    const isMarked = part !== 'joins' && share >= markedShare && own >= markedTokens;
    return { key: JSON.stringify([part, of]), part, of, tokens: own, share, isMarked };
  });
}

/** Dearest first; equals as they are written. */
function dearestFirst(rows: readonly PartRow[]): PartRow[] {
  return rows.toSorted((a, b) => b.tokens - a.tokens);
}

const names: Readonly<Record<EntryPart['part'], string>> = {
  name: 'name',
  description: strings.partTokens.description,
  side_effects: strings.partTokens.sideEffects,
  argument: strings.partTokens.argument,
  schema: strings.partTokens.restSchema,
  output_schema: strings.partTokens.outputSchema,
  example: strings.partTokens.example,
  joins: strings.partTokens.labels,
};

const hues: Readonly<Record<EntryPart['part'], string>> = {
  name: 'name',
  description: 'description',
  side_effects: 'plain',
  argument: 'arguments',
  schema: 'tier',
  output_schema: 'tier',
  example: 'tags',
  joins: 'plain',
};

/** The name of a part; an argument's own name follows it. */
function partName({ part, of }: Pick<PartRow, 'part' | 'of'>): string {
  if (part === 'argument' && of === null) return strings.partTokens.otherArguments;
  return part === 'example' && typeof of === 'number' ? strings.partTokens.example2(of + 1) : names[part];
}

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
                {strings.partTokens.partOfDefinition}
              </SortButton>
            </th>
            <th scope="col" aria-sort={isByTokens ? 'descending' : 'none'}>
              <SortButton isOn={isByTokens} onClick={() => useOrder.setState({ isByTokens: true })}>
                {strings.partTokens.tokens(estimator)}
              </SortButton>
            </th>
            <th scope="col">{strings.partTokens.share}</th>
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
                  {strings.partTokens.showMore(formatCount(sorted.length - shown.length))}
                </Button>
              </td>
              <td className="mono">{formatCount(rest)}</td>
              <td />
            </tr>
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{strings.partTokens.prompt}</th>
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
          data-hue={hues[row.part]}
          data-marked={row.isMarked || undefined}
          style={{ flexGrow: row.tokens }}
          title={`${partName(row)}${typeof row.of === 'string' ? ` ${visibleString(cutText(row.of, 60))}` : ''}: ${formatCount(row.tokens)}`}
        />
      ))}
      {beyond > 0 && <span data-hue={hues.joins} style={{ flexGrow: beyond }} />}
    </div>
  );
}

function Part({ row }: { row: PartRow }) {
  return (
    <tr data-marked={row.isMarked || undefined} data-part={row.part}>
      <td>
        <i className={styles.key} data-hue={hues[row.part]} aria-hidden />{' '}
        {typeof row.of === 'string' ? (
          <>
            <span className="visually-hidden">{strings.partTokens.argument} </span>
            <VisibleText as="span" className="mono" text={cutText(row.of, 100)} lines={false} />
          </>
        ) : (
          partName(row)
        )}
      </td>
      <td className="mono">{formatCount(row.tokens)}</td>
      <td className="mono">
        {row.isMarked && (
          <span className="is-warning" title={strings.partTokens.largePartOfTools}>
            <span aria-hidden>▲ </span>
            <span className="visually-hidden">{strings.partTokens.large} </span>
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
