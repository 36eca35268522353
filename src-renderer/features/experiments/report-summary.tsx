import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import {
  type ArmComparison,
  type ExperimentMetric,
  type ExperimentReport,
  trialCauseSchema,
} from '#shared/domain/experiment.ts';
import { usePreferences } from '../../state/preferences-store.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/experiments.ts';
import { formatFixed } from '../../ui/format-number.ts';
import { visibleString } from '../../ui/hidden-characters.ts';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { numeric, TableHead } from '../../ui/table-head.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { armTitleIn } from './arm-titles.ts';
import styles from './experiments.module.css';
import { showTrials } from './experiments-model.ts';
import type { TrialFilter } from './experiments-store.ts';
import { differenceText, isBetterHigher, metricText, rangeText, shownMetrics, sizeText } from './metric-texts.ts';

interface SummaryProps {
  readonly path: string;
  readonly report: ExperimentReport;
}

/** What an experiment shows: in sentences, then arm by arm, as differences, and why trials failed. */
export function ReportSummary({ path, report }: SummaryProps) {
  return (
    <>
      <section aria-label={strings.report.notes} data-testid="experiment-notes">
        <h3 className="heading">{strings.report.notes}</h3>
        {report.notes.map((note) => (
          <VisibleText key={note} as="p" text={note} lines={false} />
        ))}
      </section>
      <Arms path={path} report={report} />
      {report.comparisons.length > 0 && <Differences path={path} report={report} />}
      <Causes path={path} report={report} />
    </>
  );
}

/** A figure that lists its trials; `what` names them for screen readers. */
function Figure({
  path,
  what,
  filter,
  children,
}: {
  path: string;
  what: string;
  filter: TrialFilter;
  children: string;
}) {
  return (
    <UnstyledButton
      className={styles.figure}
      aria-label={strings.report.showTrials(visibleString(what), children)}
      onClick={() => showTrials(path, filter)}
    >
      {children}
    </UnstyledButton>
  );
}

function Part({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <section className="section" aria-label={title}>
      <h3 className="heading">{title}</h3>
      {hint !== undefined && <p className="dim">{hint}</p>}
      <ScrollRegion as="div" role="group" className={styles.wide} aria-label={title}>
        {children}
      </ScrollRegion>
    </section>
  );
}

function Arms({ path, report }: SummaryProps) {
  const metrics = shownMetrics(
    report,
    usePreferences((state) => state.estimator),
  );
  const hasLost = report.arms.some(({ not_counted }) => not_counted > 0);
  return (
    <Part title={strings.report.arms} hint={strings.report.armsHint}>
      <table className={`${styles.table} numbers`} data-testid="experiment-arm-figures">
        <TableHead
          columns={[
            strings.report.arm,
            numeric(strings.report.trials),
            ...(hasLost ? [numeric(strings.report.notCounted, { title: strings.report.notCountedHint })] : []),
            ...metrics.map((metric) => numeric(strings.words.metrics[metric])),
          ]}
        />
        <tbody>
          {report.arms.map(({ arm, trials, not_counted, metrics: figures }) => (
            <tr key={arm} data-arm={arm}>
              <th scope="row" title={arm}>
                {armTitleIn(report, arm)}
              </th>
              <td data-numeric>
                <Figure path={path} what={armTitleIn(report, arm)} filter={{ arm }}>
                  {formatCount(trials)}
                </Figure>
              </td>
              {hasLost && (
                <td data-numeric>
                  <Figure
                    path={path}
                    what={`${armTitleIn(report, arm)}, ${strings.report.notCounted}`}
                    filter={{ arm, uncounted: true }}
                  >
                    {formatCount(not_counted)}
                  </Figure>
                </td>
              )}
              {metrics.map((metric) => {
                const estimate = figures[metric];
                if (!estimate)
                  return (
                    <td key={metric} data-numeric>
                      {strings.report.none}
                    </td>
                  );
                const filter = metric === 'success' ? { arm, success: true } : { arm };
                return (
                  <td key={metric} data-numeric data-metric={metric}>
                    <Figure
                      path={path}
                      what={`${armTitleIn(report, arm)}, ${strings.words.metrics[metric]}`}
                      filter={filter}
                    >
                      {metricText(metric, estimate.mean)}
                    </Figure>
                    <span className={styles.range}>
                      {rangeText(metricText(metric, estimate.low), metricText(metric, estimate.high))}
                    </span>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Part>
  );
}

/** Each difference as a range around no difference, beside its figures: the picture is a column of its table. */
function Differences({ path, report }: SummaryProps) {
  const metrics = shownMetrics(
    report,
    usePreferences((state) => state.estimator),
  );
  const baseline = report.comparisons[0]?.baseline ?? '';
  const confidence = `${formatFixed(report.experiment.confidence * 100, 0)} %`;
  return (
    <Part
      title={strings.report.differences}
      hint={strings.report.differencesHint(armTitleIn(report, baseline), confidence)}
    >
      <table className={`${styles.table} numbers`} data-testid="experiment-differences">
        <TableHead
          columns={[
            strings.report.arm,
            { text: strings.report.picture, className: styles.pictureCell },
            numeric(strings.report.difference),
            numeric(strings.report.interval),
            numeric(strings.report.p, { title: strings.report.pHint }),
            strings.report.verdict,
            numeric(strings.report.detectable, { title: strings.report.detectableHint }),
            numeric(strings.report.more, { title: strings.report.moreHint }),
          ]}
        />
        {metrics.map((metric) => {
          const rows = report.comparisons.filter((one) => one.metric === metric);
          const most = Math.max(...rows.flatMap(({ difference: { low, high } }) => [Math.abs(low), Math.abs(high)]));
          return (
            rows.length > 0 && (
              <tbody key={metric} data-metric={metric}>
                <tr>
                  <th scope="rowgroup" colSpan={8} className={styles.group}>
                    {strings.words.metrics[metric]}
                  </th>
                </tr>
                {rows.map((row) => (
                  <DifferenceRow key={row.arm} path={path} row={row} title={armTitleIn(report, row.arm)} most={most} />
                ))}
              </tbody>
            )
          );
        })}
      </table>
    </Part>
  );
}

function DifferenceRow({ path, row, title, most }: { path: string; row: ArmComparison; title: string; most: number }) {
  const { arm, metric, difference, p, verdict, detectable, more_tasks } = row;
  const { mean, low, high } = difference;
  const text = (value: number) => differenceText(metric, value);
  return (
    <tr data-arm={arm} data-verdict={verdict}>
      <th scope="row" title={arm}>
        {title}
      </th>
      <td className={styles.pictureCell}>
        <Forest {...{ mean, low, high, most }} tone={toneOf(metric, verdict)} />
      </td>
      <td data-numeric>
        <Figure path={path} what={`${title}, ${strings.words.metrics[metric]}`} filter={{ arm }}>
          {text(mean)}
        </Figure>
      </td>
      <td data-numeric>{rangeText(text(low), text(high))}</td>
      <td data-numeric>{p < 0.001 ? '< 0.001' : formatFixed(p, 3)}</td>
      <td className={styles.result} data-tone={toneOf(metric, verdict)}>
        {verdict === 'higher' && <span aria-hidden>{'▲ '}</span>}
        {verdict === 'lower' && <span aria-hidden>{'▼ '}</span>}
        {strings.words.verdicts[verdict]}
      </td>
      <td data-numeric>{detectable === null ? strings.report.none : sizeText(metric, detectable)}</td>
      <td data-numeric>{more_tasks === null ? strings.report.none : formatCount(more_tasks)}</td>
    </tr>
  );
}

function toneOf(metric: ExperimentMetric, verdict: ArmComparison['verdict']): 'good' | 'bad' | 'none' {
  if (verdict !== 'higher' && verdict !== 'lower') return 'none';
  return (verdict === 'higher') === isBetterHigher(metric) ? 'good' : 'bad';
}

/** A range on an axis whose middle is no difference. The figures stand beside it. */
function Forest({
  mean,
  low,
  high,
  most,
  tone,
}: {
  mean: number;
  low: number;
  high: number;
  /** The end of the axis, either way. */
  most: number;
  tone: 'good' | 'bad' | 'none';
}) {
  const place = (value: number) => (most === 0 ? 50 : 50 + (value / most) * 48);
  return (
    <span className={styles.forest} aria-hidden>
      <span
        className={styles.forestRange}
        data-tone={tone}
        style={{ left: `${place(low)}%`, width: `${Math.max(place(high) - place(low), 0.5)}%` }}
      />
      <span className={styles.forestMean} style={{ left: `${place(mean)}%` }} />
    </span>
  );
}

/** Failed trials by cause: a bar and a figure for each arm. */
function Causes({ path, report }: SummaryProps) {
  const { arms } = report;
  const causes = trialCauseSchema.options.filter((cause) => arms.some((arm) => arm.causes[cause]));
  const most = Math.max(1, ...arms.flatMap((arm) => causes.map((cause) => arm.causes[cause] ?? 0)));
  if (causes.length === 0) return <Part title={strings.report.causes}>{strings.report.noFailures}</Part>;
  return (
    <Part title={strings.report.causes}>
      <table className={`${styles.table} numbers`} data-testid="experiment-causes">
        <TableHead columns={[strings.report.cause, ...arms.map(({ arm }) => armTitleIn(report, arm))]} />
        <tbody>
          {causes.map((cause) => (
            <tr key={cause} data-cause={cause}>
              <th scope="row">{strings.words.causes[cause]}</th>
              {arms.map(({ arm, causes: counts }) => {
                const count = counts[cause] ?? 0;
                return (
                  <td key={arm} data-arm={arm}>
                    <span className={styles.bar}>
                      <span className={styles.barFigure}>
                        {count === 0 ? (
                          <span className="dim">{formatCount(0)}</span>
                        ) : (
                          <Figure
                            path={path}
                            what={`${armTitleIn(report, arm)}, ${strings.words.causes[cause]}`}
                            filter={{ arm, cause }}
                          >
                            {formatCount(count)}
                          </Figure>
                        )}
                      </span>
                      <span className={styles.barTrack} aria-hidden>
                        <span data-hue="vector" style={{ width: `${(count / most) * 100}%` }} />
                      </span>
                    </span>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Part>
  );
}
