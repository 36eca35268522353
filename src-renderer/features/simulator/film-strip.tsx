import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useRef } from 'react';
import { lacksResult } from '#shared/domain/missing-result.ts';
import type { Estimator } from '../../state/preferences-store.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/simulator.ts';
import { visibleString } from '../../ui/hidden-characters.ts';
import { ListOption } from '../../ui/list-box.tsx';
import { ToolName } from '../../ui/tool-name.tsx';
import type { AlignedStep } from './align-runs.ts';
import styles from './film.module.css';
import { isActivation, type PlayedStep } from './played-run.ts';
import { simulatorPlaces } from './simulator-places.ts';
import stepStyles from './step.module.css';
import { calledName, observationSource, outcomeOf, sourceWords, stepLabel, stepNumber } from './step-labels.ts';

/** Width of a picture with its gap, pixels. */
const frameWidth = 158;

const differences = strings.filmStrip.differences;

/** The run as a film: one picture a step, in two rows where two runs stand side by side. Only those near the window exist. */
export function FilmStrip({
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
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => frameWidth,
    overscan: 6,
    paddingStart: 8,
    paddingEnd: 8,
    scrollPaddingStart: frameWidth,
    scrollPaddingEnd: frameWidth,
  });
  useEffect(() => {
    if (at < columns.length) virtualizer.scrollToIndex(at, { align: 'auto' });
  }, [at, columns.length, virtualizer]);
  return (
    <div
      ref={scroller}
      id={simulatorPlaces.film}
      className={styles.film}
      role="listbox"
      tabIndex={0}
      aria-label={strings.filmStrip.steps}
      aria-orientation="horizontal"
      aria-activedescendant={columns.length > 0 ? `film-${at}` : undefined}
      data-rows={second ? 2 : 1}
      data-testid="film"
    >
      <div className={styles.reel} style={{ width: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const column = columns[index];
          if (!column) return null;
          const { differs } = column;
          return (
            <ListOption
              key={index}
              id={`film-${index}`}
              className={styles.frame}
              isChosen={index === at}
              aria-posinset={index + 1}
              aria-setsize={columns.length}
              data-differs={differs ?? undefined}
              title={differs ? strings.filmStrip.runsDiverge(differences[differs]) : undefined}
              style={{ transform: `translateX(${start}px)`, width: frameWidth - 6 }}
              onClick={() => onChoose(index)}
            >
              <Picture step={column.first === null ? null : first[column.first]} estimator={estimator} />
              {second && <Picture step={column.second === null ? null : second[column.second]} estimator={estimator} />}
              {differs && (
                <span className={styles.differs}>
                  <span aria-hidden>≠</span>
                  <span className="visually-hidden">{differences[differs]}</span>
                </span>
              )}
            </ListOption>
          );
        })}
      </div>
    </div>
  );
}

const Picture = memo(function Picture({
  step: played,
  estimator,
}: {
  step: PlayedStep | null | undefined;
  estimator: Estimator;
}) {
  if (!played) return <div className={styles.noPicture}>{strings.filmStrip.noStep}</div>;
  const { step, live } = played;
  const outcome = step ? outcomeOf(step) : null;
  const source = step ? observationSource(step, live) : 'none';
  const activates = isActivation(step);
  const tokens = step && (
    <span className="mono" title={strings.filmStrip.tokensSentStepPrompt(estimator)}>
      {formatCount(step.tokens[estimator])}
    </span>
  );
  // These words need the whole line.
  const isLong = step !== null && lacksResult(step);
  return (
    <div className={styles.picture} data-testid="picture" data-label={stepLabel(played)}>
      <div className={styles.pictureHead}>
        <span className="mono">{stepNumber(played)}</span>
        {isLong && tokens}
        {activates && (
          <span
            className={styles.activated}
            title={strings.filmStrip.activated(visibleString(step?.activated ?? strings.filmStrip.byTheSearch))}
          >
            <span aria-hidden>▲</span>
            <span className="visually-hidden">{strings.filmStrip.activatedTool}</span>
          </span>
        )}
        {source !== 'none' && (
          <span className={stepStyles.source} data-source={source} title={sourceWords[source].title}>
            {sourceWords[source].text}
          </span>
        )}
      </div>
      <div className="cut">
        <ToolName name={calledName(played)} />
      </div>
      <div className={styles.pictureFoot}>
        <span className={stepStyles.outcome} data-tone={outcome?.tone}>
          {outcome?.text ?? strings.filmStrip.replying}
        </span>
        {!isLong && tokens}
      </div>
    </div>
  );
});
