import { memo, useMemo } from 'react';
import type { Estimator } from '../../state/preferences-store.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/simulator.ts';
import { formatSaving } from '../../ui/format-number.ts';
import type { AlignedStep } from './align-runs.ts';
import styles from './film.module.css';
import type { PlayedStep } from './played-run.ts';
import { type StepTokens, stepTokens } from './run-tokens.ts';

const height = 100;

/** Tokens sent at each step as areas: with every tool in the prompt behind, as it was in front, the second run as a line. */
export function TokenLane({
  columns,
  first,
  second,
  at,
  estimator,
  onChoose,
}: {
  columns: readonly AlignedStep[];
  first: readonly PlayedStep[];
  second: readonly PlayedStep[] | null;
  at: number;
  estimator: Estimator;
  onChoose(at: number): void;
}) {
  const tokens = useMemo(() => stepTokens(first, estimator), [first, estimator]);
  const others = useMemo(() => (second ? stepTokens(second, estimator) : null), [second, estimator]);
  const column = columns[at];
  const here = column?.first == null ? undefined : tokens[column.first];
  const there = column?.second == null ? undefined : others?.[column.second];
  const saving = here ? formatSaving(here.sentSoFar, here.allToolsSoFar ?? 0) : null;
  const isMore = saving?.startsWith('+') === true;
  return (
    <div className={`${styles.lane} stack keeps`}>
      <dl className={styles.laneFigures} data-testid="lane-figures">
        <Figure
          name={strings.tokenLane.thisStep}
          tokens={here}
          what="sent"
          estimator={estimator}
          second={there}
          keyOf="sent"
        />
        <Figure name={strings.tokenLane.soFar} tokens={here} what="sentSoFar" estimator={estimator} second={there} />
        <Figure name={strings.tokenLane.withAllTools} tokens={here} what="allTools" estimator={estimator} keyOf="all" />
        <Figure name={strings.tokenLane.allToolsSoFar} tokens={here} what="allToolsSoFar" estimator={estimator} />
        {here && (
          <div title={strings.tokenLane.tokensSentSoFar}>
            <dt>{isMore ? strings.tokenLane.more : strings.tokenLane.saved}</dt>
            <dd className="mono" data-figure="saved">
              {saving?.replace(/^[−+±]/, '') ?? '–'}
            </dd>
          </div>
        )}
      </dl>
      <div className={styles.laneChart}>
        <Areas columns={columns} tokens={tokens} others={others} estimator={estimator} onChoose={onChoose} />
        <span
          className={styles.laneCursor}
          style={{ left: `${(100 * at) / columns.length}%`, width: `${100 / columns.length}%` }}
          aria-hidden
        />
      </div>
    </div>
  );
}

const sources = strings.tokenLane.sources;

function Figure({
  name,
  tokens,
  what,
  estimator,
  second,
  keyOf,
}: {
  name: string;
  tokens: StepTokens | undefined;
  what: keyof typeof sources;
  estimator: Estimator;
  second?: StepTokens | undefined;
  /** Which series of the chart this figure belongs to. */
  keyOf?: 'sent' | 'all';
}) {
  const value = tokens?.[what];
  const other = second?.[what];
  return (
    <div title={`${sources[what]} (${estimator})`}>
      <dt>
        {keyOf && <span className={styles.key} data-of={keyOf} aria-hidden />}
        {name}
      </dt>
      <dd className="mono" data-figure={what}>
        {value == null ? '–' : formatCount(value)}
      </dd>
      {other != null && (
        <dd className={`mono ${styles.secondFigure}`} data-figure={`${what}-second`}>
          {keyOf === 'sent' && <span className={styles.key} data-of="second" aria-hidden />}
          {formatCount(other)}
        </dd>
      )}
    </div>
  );
}

const Areas = memo(function Areas({
  columns,
  tokens,
  others,
  estimator,
  onChoose,
}: {
  columns: readonly AlignedStep[];
  tokens: readonly StepTokens[];
  others: readonly StepTokens[] | null;
  estimator: Estimator;
  onChoose(at: number): void;
}) {
  const at = (index: number | null, list: readonly StepTokens[] | null) => (index === null ? undefined : list?.[index]);
  const sent = columns.map(({ first }) => at(first, tokens)?.sent ?? 0);
  const all = columns.map(({ first }) => at(first, tokens)?.allTools ?? 0);
  const second = others && columns.map((column) => at(column.second, others)?.sent ?? 0);
  const maximum = Math.max(1, ...sent, ...all, ...(second ?? []));
  const y = (value: number) => height - (height * value) / maximum;
  return (
    <svg
      className={styles.laneSvg}
      viewBox={`0 0 ${Math.max(columns.length, 1)} ${height}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      <title>{strings.tokenLane.tokensStep}</title>
      <path className={styles.areaAll} d={area(all, y)} />
      <path className={styles.areaSent} d={area(sent, y)} />
      {second && <path className={styles.lineSecond} d={stairs(second, y)} vectorEffect="non-scaling-stroke" />}
      {columns.map((column, i) => {
        const here = at(column.first, tokens);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place in time
          // biome-ignore lint/a11y/noStaticElementInteractions: a picture of the film above, which the keyboard moves
          <rect key={i} className={styles.laneHit} x={i} y={0} width={1} height={height} onClick={() => onChoose(i)}>
            <title>
              {strings.tokenLane.tokensSentAllTools(
                formatCount(here?.sent ?? 0),
                here?.allTools == null ? strings.tokenLane.noneNeeded : formatCount(here.allTools),
                estimator,
              )}
            </title>
          </rect>
        );
      })}
    </svg>
  );
});

function stairs(values: readonly number[], y: (value: number) => number): string {
  return values.map((value, i) => `${i === 0 ? 'M' : 'L'}${i},${y(value)}H${i + 1}`).join('');
}

function area(values: readonly number[], y: (value: number) => number): string {
  return `${stairs(values, y)}V${height}H0Z`;
}
