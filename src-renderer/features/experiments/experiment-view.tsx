import { Button, Menu, Progress, Tabs } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ExperimentFormat, experimentFormatSchema } from '#shared/contract/experiments.ts';
import type { ExperimentReport, ExperimentRun, Trial } from '#shared/domain/experiment.ts';
import { PegboardError } from '#shared/errors.ts';
import { strings } from '../../strings/experiments.ts';
import { ConsentDialog } from '../../ui/consent-dialog.tsx';
import { consentSubjectOfError } from '../../ui/consent-subject.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { ScreenWaits } from '../../ui/screen-waits.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { SplitPanels } from '../../ui/split-panels.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { armTitle } from './arm-titles.ts';
import { reportQuery } from './experiment-queries.ts';
import { noProgress, resumeExperiment, useExperimentRuns } from './experiment-runs.ts';
import styles from './experiments.module.css';
import { askRemove, canGoOn, exportReport, isUnderWay, resume, showList, showTab, stop } from './experiments-model.ts';
import { experimentsPlaces } from './experiments-places.ts';
import { type ExperimentsView, initialView, useExperiments } from './experiments-store.ts';
import { costText, resultOf } from './metric-texts.ts';
import { LimitFields } from './new-experiment.tsx';
import { ReportSummary } from './report-summary.tsx';
import { TaskMap } from './task-map.tsx';
import { TrialPanel } from './trial-panel.tsx';

/** One experiment: how far it is while it runs, and else what it shows. */
export function ExperimentView({ path, id, run: kept }: { path: string; id: string; run: ExperimentRun | null }) {
  const progress = useExperimentRuns((runs) => runs[path] ?? noProgress);
  const isOurs = progress.stop !== null && progress.run?.id === id;
  const run = isOurs ? progress.run : kept;
  if (run === null) {
    return (
      <>
        <div className="tight-toolbar">
          <BackButton />
        </div>
        <ScreenWaits error={new PegboardError('unknown_run', strings.view.gone)}>{strings.view.loading}</ScreenWaits>
      </>
    );
  }
  const error = progress.error?.of === id ? progress.error.error : null;
  return (
    <div className="column" data-testid="experiment" data-state={run.state}>
      <Head path={path} run={run} isOurs={isOurs} isStopping={isOurs && progress.stop?.signal.aborted === true} />
      {error && <Trouble path={path} id={id} error={error} />}
      {isUnderWay(path, run) ? (
        <Running run={run} last={isOurs ? progress.last : []} isOurs={isOurs} />
      ) : (
        <Report path={path} run={run} />
      )}
    </div>
  );
}

function BackButton() {
  return (
    <Button title={strings.draft.backHint} onClick={showList}>
      {strings.draft.back}
    </Button>
  );
}

function Head({
  path,
  run,
  isOurs,
  isStopping,
}: {
  path: string;
  run: ExperimentRun;
  isOurs: boolean;
  isStopping: boolean;
}) {
  const { name, state, model, tasks, arms, repetitions, stopped_by } = run;
  const isFree = useExperimentRuns((runs) => (runs[path] ?? noProgress).stop === null);
  return (
    <div className="tight-toolbar">
      <BackButton />
      <div className={styles.head}>
        <h2 className="panel-title">
          <VisibleText text={name} lines={false} />{' '}
          <span className={styles.state} data-state={state} role="status" data-testid="experiment-state">
            {strings.words.states[state]}
          </span>
        </h2>
        <span className="dim note">
          <VisibleText text={strings.view.facts({ model, tasks, arms: arms.length, repetitions })} lines={false} />
          {state === 'stopped' && stopped_by !== null && (
            <>
              {' · '}
              <VisibleText text={stopped_by} lines={false} />
            </>
          )}
        </span>
      </div>
      <span className="bar-end">
        {isOurs ? (
          <Button title={strings.view.stopHint} disabled={isStopping} onClick={stop}>
            {isStopping ? strings.view.stopping : strings.view.stop}
          </Button>
        ) : (
          !isUnderWay(path, run) && (
            <>
              {canGoOn(run) && <ResumeMenu path={path} isFree={isFree} />}
              <ExportMenu run={run} />
              <Button title={strings.list.removeHint} onClick={askRemove}>
                {strings.list.remove}
              </Button>
            </>
          )
        )}
      </span>
    </div>
  );
}

/** Resumes at once, or with other limits. */
function ResumeMenu({ isFree }: { path: string; isFree: boolean }) {
  const [limits, setLimits] = useState({});
  const isLimited = Object.keys(limits).length > 0;
  return (
    <>
      <Button
        variant="filled"
        disabled={!isFree}
        title={strings.view.resumeHint}
        onClick={() => resume(isLimited ? limits : undefined)}
      >
        {strings.view.resume}
      </Button>
      <Menu closeOnItemClick={false} position="bottom-end" width={300} trapFocus>
        <Menu.Target>
          <Button rightSection={<IconChevronDown size={14} />}>{strings.view.resumeLimits}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <div className={`${styles.fields} pad-8-12`}>
            <LimitFields limits={limits} onChange={setLimits} />
          </div>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

function ExportMenu({ run }: { run: ExperimentRun }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button rightSection={<IconChevronDown size={14} />}>{strings.view.export}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {experimentFormatSchema.options.map((format: ExperimentFormat) => (
          <Menu.Item key={format} onClick={() => void exportReport(run, format)}>
            {strings.view.formats[format]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Why it ended early; what may start only by consent asks for it. */
function Trouble({ path, id, error }: { path: string; id: string; error: PegboardError }) {
  const subject = consentSubjectOfError(error);
  const source =
    typeof error.data === 'object' && error.data !== null && 'source' in error.data ? error.data.source : '';
  const forget = () =>
    useExperimentRuns.setState(({ [path]: progress }) => ({ [path]: { ...noProgress, ...progress, error: null } }));
  return (
    <>
      {!subject && (
        <div className="pad-8-12">
          <ErrorNotice error={error} />
        </div>
      )}
      <ConsentDialog
        subject={subject}
        source={String(source)}
        onAgree={() => void resumeExperiment(path, id, { consent: true })}
        onCancel={forget}
      />
    </>
  );
}

function Running({ run, last, isOurs }: { run: ExperimentRun; last: readonly Trial[]; isOurs: boolean }) {
  const { trials, requests, cost_usd } = run;
  const done = trials.done + trials.failed;
  return (
    <section
      className={`scrolling-rest ${styles.running}`}
      aria-label={strings.view.progress}
      data-testid="experiment-progress"
    >
      <Progress
        value={trials.all === 0 ? 0 : (done / trials.all) * 100}
        size={6}
        transitionDuration={0}
        aria-label={strings.view.progress}
      />
      <p className="numbers flush" role="status">
        {strings.view.trialsOf(done, trials.all)} · {strings.view.requests(requests)}
        {cost_usd !== null && ` · ${costText(cost_usd)}`}
        {trials.failed > 0 && <span className="is-warning"> · {strings.view.failedTrials(trials.failed)}</span>}
      </p>
      <p className="dim flush">{isOurs ? strings.view.reportLater : strings.view.elsewhere}</p>
      {last.length > 0 && (
        <>
          <h3 className="heading">{strings.view.lastTrials}</h3>
          <ol className={`plain-list ${styles.last}`}>
            {last.map((trial) => {
              const { text, tone } = resultOf(trial);
              return (
                <li key={trial.number}>
                  <span className="dim numbers">{trial.number}</span>
                  <VisibleText className="cut" as="span" text={trial.task} lines={false} />
                  <span title={trial.arm}>{armTitle(trial.arm)}</span>
                  <span className={styles.result} data-tone={tone}>
                    {text}
                  </span>
                </li>
              );
            })}
          </ol>
        </>
      )}
    </section>
  );
}

function Report({ path, run }: { path: string; run: ExperimentRun }) {
  const view = useExperiments((state) => state.views[path] ?? initialView);
  const { data: report, error } = useQuery(reportQuery(path, run));
  if (!report) return <ScreenWaits error={error}>{strings.view.loading}</ScreenWaits>;
  return (
    <div className="rest">
      <SplitPanels
        name="experiment"
        label={strings.view.resize}
        orientation="horizontal"
        panels={[
          { defaultSize: 67, min: '420px', content: <ReportTabs path={path} report={report} view={view} /> },
          { defaultSize: 33, min: '300px', content: <TrialPanel path={path} report={report} run={run} view={view} /> },
        ]}
      />
    </div>
  );
}

function ReportTabs({ path, report, view }: { path: string; report: ExperimentReport; view: ExperimentsView }) {
  return (
    <Tabs
      value={view.tab}
      onChange={(value) => showTab(value === 'tasks' ? 'tasks' : 'summary')}
      keepMounted={false}
      classNames={{ root: 'column', list: 'tab-list', tab: 'tab', panel: 'rest' }}
    >
      <Tabs.List aria-label={strings.view.report}>
        <Tabs.Tab value="summary" title={`${strings.view.tabs.summary} (S)`}>
          {strings.view.tabs.summary}
        </Tabs.Tab>
        <Tabs.Tab value="tasks" title={`${strings.view.tabs.tasks} (K)`}>
          {strings.view.tabs.tasks}
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="summary">
        <ScrollRegion
          id={experimentsPlaces.figures}
          className={`tall scrolls ${styles.figures}`}
          aria-label={strings.view.report}
          data-testid="experiment-report"
          data-screen-focus
        >
          <ReportSummary path={path} report={report} />
        </ScrollRegion>
      </Tabs.Panel>
      <Tabs.Panel value="tasks">
        <TaskMap path={path} report={report} cell={view.cell} />
      </Tabs.Panel>
    </Tabs>
  );
}
