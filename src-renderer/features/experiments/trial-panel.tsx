import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { memo, type ReactNode } from 'react';
import type { ExperimentReport, ExperimentRun, Trial } from '#shared/domain/experiment.ts';
import { usePreferences } from '../../state/preferences-store.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/experiments.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { gridRow, VirtualGrid } from '../../ui/grid-table.tsx';
import { HostileText } from '../../ui/hostile-text.tsx';
import { ScreenWaits } from '../../ui/screen-waits.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { armTitleIn } from './arm-titles.ts';
import { trialQuery, trialsQuery } from './experiment-queries.ts';
import styles from './experiments.module.css';
import { chooseTrial, compareFilms, openFilm, pressInTrials, showAllTrials } from './experiments-model.ts';
import { experimentsPlaces } from './experiments-places.ts';
import type { ExperimentsView, TrialFilter } from './experiments-store.ts';
import { costText, metricText, resultOf } from './metric-texts.ts';

interface PanelProps {
  readonly path: string;
  readonly report: ExperimentReport;
  readonly run: ExperimentRun;
  readonly view: ExperimentsView;
}

/** The trials of a figure, and the one that is chosen. */
export function TrialPanel({ path, report, run, view }: PanelProps) {
  const { filter } = view;
  const { data: trials, error } = useQuery(trialsQuery(path, run, filter));
  return (
    <section className="column" aria-label={strings.trials.title}>
      <div className="tight-toolbar">
        <h3 className="panel-title" data-testid="trial-filter">
          <VisibleText text={filterTitle(filter, report)} lines={false} />
          {trials && <span className="dim"> ({formatCount(trials.length)})</span>}
        </h3>
        {Object.keys(filter).length > 0 && (
          <span className="bar-end">
            <Button title={strings.trials.clearHint} onClick={showAllTrials}>
              {strings.trials.clear}
            </Button>
          </span>
        )}
      </div>
      {!trials ? (
        <ScreenWaits error={error}>{strings.trials.loading}</ScreenWaits>
      ) : (
        <>
          <TrialList report={report} trials={trials} chosen={view.trial} />
          <ScrollRegion className={styles.details} aria-label={strings.trials.details} data-testid="trial-details">
            {view.trial === null ? (
              <p className="dim flush">{strings.trials.select}</p>
            ) : (
              <TrialDetails path={path} report={report} run={run} number={view.trial} />
            )}
          </ScrollRegion>
        </>
      )}
    </section>
  );
}

/** The name of a task; its path where the report has none. */
const taskName = ({ tasks }: ExperimentReport, path: string) => tasks.find(({ task }) => task === path)?.name ?? path;

function filterTitle({ arm, task, cause, success, uncounted }: TrialFilter, report: ExperimentReport): string {
  const parts = [
    ...(arm === undefined ? [] : [armTitleIn(report, arm)]),
    ...(task === undefined ? [] : [taskName(report, task)]),
    ...(cause === undefined ? [] : [strings.words.causes[cause]]),
    ...(success === true ? [strings.trials.solved] : []),
    ...(uncounted === true ? [strings.report.notCounted] : []),
  ];
  return parts.length === 0 ? strings.trials.all : parts.join(', ');
}

const columns = [
  { title: strings.trials.number, width: 52 },
  { title: strings.trials.task },
  { title: strings.trials.arm, width: '20%' },
  { title: strings.trials.result, width: '32%' },
];

function TrialList({
  report,
  trials,
  chosen,
}: {
  report: ExperimentReport;
  trials: readonly Trial[];
  chosen: number | null;
}) {
  const at = trials.findIndex(({ number }) => number === chosen);
  return (
    <VirtualGrid
      id={experimentsPlaces.trials}
      className={styles.trials}
      aria-label={strings.trials.shown(trials.length)}
      data-testid="experiment-trials"
      columns={columns}
      rows={trials}
      at={at}
      followed={chosen}
      onKey={(key, page) => {
        if (key !== 'Enter') return pressInTrials(key, page);
        openFilm();
        return true;
      }}
      onPress={({ number }) => chooseTrial(number)}
      onDoubleClick={openFilm}
      foot={trials.length === 0 && <p className="dim pad-8-12">{strings.trials.none}</p>}
    >
      {(trial, index) => (
        <Row
          key={trial.number}
          trial={trial}
          name={taskName(report, trial.task)}
          arm={armTitleIn(report, trial.arm)}
          index={index}
          isCurrent={index === at}
        />
      )}
    </VirtualGrid>
  );
}

const Row = memo(function Row({
  trial,
  name,
  arm,
  index,
  isCurrent,
}: {
  trial: Trial;
  name: string;
  /** The title of its arm. */
  arm: string;
  index: number;
  isCurrent: boolean;
}) {
  const { text, tone } = resultOf(trial);
  return (
    <tr {...gridRow(experimentsPlaces.trials, index, isCurrent)} data-testid="trial-row" data-result={tone}>
      <td className="numbers dim">{formatCount(trial.number)}</td>
      <VisibleText as="td" text={name} lines={false} title={name} />
      <td title={arm}>{arm}</td>
      <td className={styles.result} data-tone={tone}>
        {text}
      </td>
    </tr>
  );
});

/** Why a trial ended as it did: its judgement, its figures, its requests, and the way to its film. */
function TrialDetails({
  path,
  report,
  run,
  number,
}: {
  path: string;
  report: ExperimentReport;
  run: ExperimentRun;
  number: number;
}) {
  const { data, error } = useQuery(trialQuery(path, run, number));
  if (error) return <ErrorNotice error={error} />;
  if (!data) return <p className="dim flush">{strings.trials.loading}</p>;
  const { trial, hasFilm, requests } = data;
  const { text, tone } = resultOf(trial);
  const [first = ''] = run.arms;
  return (
    <>
      <h4 className="panel-title">
        <VisibleText text={`${taskName(report, trial.task)}, ${armTitleIn(report, trial.arm)}`} lines={false} />
      </h4>
      <p className="dim flush">
        {strings.trials.heading(trial.number, trial.repetition, run.repetitions)}
        {trial.habit !== null && ` · ${strings.trials.habit(strings.words.habits[trial.habit])}`}
      </p>
      <p className={`${styles.result} strong`} data-tone={tone} data-testid="trial-result">
        {text}
      </p>
      {trial.problem !== null && <VisibleText as="p" text={trial.problem} lines={false} />}
      {hasFilm ? (
        <div className="button-row">
          <Button variant="filled" title={strings.trials.filmHint} onClick={openFilm}>
            {strings.trials.film}
          </Button>
          {trial.arm !== first && (
            <Button title={strings.trials.compareHint} onClick={compareFilms}>
              {strings.trials.compare(armTitleIn(report, first))}
            </Button>
          )}
        </div>
      ) : (
        <p className="dim">{strings.trials.noFilm}</p>
      )}
      {trial.expectations.length > 0 && (
        <>
          <h5 className={`heading ${styles.below}`}>{strings.trials.judgement}</h5>
          <ul className="spaced-list" data-testid="trial-judgement">
            {trial.expectations.map(({ expectation, passed, message }) => (
              <li key={`${expectation} ${message}`} className={styles.result} data-tone={passed ? 'good' : 'bad'}>
                <span aria-hidden>{passed ? '✓ ' : '✗ '}</span>
                <span className="visually-hidden">{passed ? strings.trials.passed : strings.trials.failed} </span>
                <VisibleText text={passed ? expectation : `${expectation}: ${message}`} lines={false} />
              </li>
            ))}
          </ul>
        </>
      )}
      {hasFilm && <Facts trial={trial} />}
      {requests.length > 0 && <Requests key={number} requests={requests} />}
    </>
  );
}

function Facts({ trial: { steps, tokens, cost_usd, ms, wrong_tools } }: { trial: Trial }) {
  const estimator = usePreferences((state) => state.estimator);
  const { reported } = tokens;
  const rows: readonly (readonly [string, string])[] = [
    [strings.trials.facts.steps, formatCount(steps)],
    [strings.trials.facts.sent, formatCount(tokens.sent[estimator])],
    [strings.trials.facts.searches, formatCount(tokens.searches[estimator])],
    [strings.trials.facts.cacheable, formatCount(tokens.cacheable[estimator])],
    [strings.trials.facts.received, formatCount(tokens.received[estimator])],
    ...(reported === null
      ? []
      : ([
          [
            strings.trials.facts.reported,
            strings.trials.reported(
              formatCount(reported.input),
              formatCount(reported.cached),
              formatCount(reported.output),
            ),
          ],
        ] as const)),
    ...(cost_usd === null ? [] : ([[strings.trials.facts.cost, costText(cost_usd)]] as const)),
    [strings.trials.facts.time, metricText('ms', ms)],
    [strings.trials.facts.wrongTools, formatCount(wrong_tools)],
  ];
  return (
    <dl className={`facts numbers ${styles.facts}`}>
      {rows.map(([name, value]) => (
        <Fact key={name} name={name}>
          {value}
        </Fact>
      ))}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** Characters of a message that are laid out unasked. */
const shownCharacters = 1200;

function Requests({
  requests,
}: {
  requests: readonly {
    readonly messages: readonly { readonly role: string; readonly content: string }[];
    readonly reply: string;
  }[];
}) {
  return (
    <>
      <h5 className={`heading ${styles.below}`}>{strings.trials.requests(requests.length)}</h5>
      {requests.map(({ messages, reply }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a request is its place in the trial
        <details key={i} data-testid="trial-request">
          <summary className="more-summary">{strings.trials.request(i + 1, messages.length)}</summary>
          <ol className={`plain-list ${styles.messages}`}>
            {[...messages, { role: strings.trials.reply, content: reply }].map(({ role, content }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a message is its place in the request
              <li key={at}>
                <span className="dim">{role}</span>
                <HostileText as="span" className="mono" text={content} limit={shownCharacters} />
              </li>
            ))}
          </ol>
        </details>
      ))}
    </>
  );
}
