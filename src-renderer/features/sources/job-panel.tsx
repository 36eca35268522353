import { Alert, Button, Loader } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ImportPlan } from '#shared/domain/import-plan.ts';
import type { PegboardError } from '#shared/errors.ts';
import { useAddSource } from '../../state/add-source-store.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/sources.ts';
import { CopyTextButton } from '../../ui/copy-text-button.tsx';
import { errorFacts, forScreen } from '../../ui/error-facts.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { HostileText } from '../../ui/hostile-text.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { SignInLink } from '../../ui/sign-in-link.tsx';
import { useNow } from '../../ui/use-now.ts';
import { ImportPlanView } from '../import/import-plan-view.tsx';
import { elapsedSeconds, isUnderWay, type JobStep, stepWords } from './job-step.ts';
import { applyJob, cancelJob, retryJob, type SourceJob, signInForJob } from './source-jobs.ts';
import styles from './sources.module.css';

/** What is under way for a source, and what the user can do about it. */
export function JobPanel({ job }: { job: SourceJob }) {
  const { step } = job;
  return (
    <section
      className={styles.job}
      aria-label={strings.jobPanel.importLabel}
      aria-live="polite"
      data-testid="source-job"
      data-step={step.kind}
    >
      {isUnderWay(step) && <Progress job={job} />}
      {isUnderWay(step) && job.stderr !== '' && <Stderr title={strings.jobPanel.errorOutputStderr} text={job.stderr} />}
      {step.kind === 'signing_in' && step.url !== null && <SignInLink url={step.url} />}
      {step.kind === 'consent' && <div>{stepWords(step)}</div>}
      {step.kind === 'failed' && <Failure job={job} error={step.error} />}
      {step.kind === 'failed' && step.plan && <ImportPlanView plan={step.plan} isOfOne />}
      {step.kind === 'review' && (
        <>
          {step.isNew && (
            <Alert color="yellow" variant="outline" icon={<IconAlertTriangle size={18} />}>
              {strings.jobPanel.sourceChangedAgain}
            </Alert>
          )}
          <ImportPlanView plan={step.planned.plan} isOfOne />
          <div className="button-row">
            <Button
              variant={isAlarming(step.planned.plan) ? 'default' : 'filled'}
              disabled={step.planned.plan.conflicts.length > 0}
              onClick={() => applyJob(job.id)}
            >
              {strings.jobPanel.apply}
            </Button>
            <Button onClick={() => cancelJob(job.id)}>{strings.jobPanel.discard}</Button>
          </div>
        </>
      )}
      {isUnderWay(step) && (
        <div className="button-row">
          <Button onClick={() => cancelJob(job.id)}>{strings.jobPanel.cancel}</Button>
        </div>
      )}
    </section>
  );
}

/** Whether the review will call a text of the plan suspicious. */
function isAlarming({ judged = [] }: ImportPlan): boolean {
  return judged.some(({ change }) => change === 'suspicious');
}

/** The way from the command to the written list, and where it stands. */
function Progress({ job: { step, start } }: { job: SourceJob }) {
  if (step.kind === 'signing_in') {
    return (
      <ol className={styles.steps}>
        <Line state="now" text={stepWords(step)} />
      </ol>
    );
  }
  const at = { connected: 1, listing: 2, applying: 3 }[step.kind as string] ?? 0;
  const lines = [
    at === 0 ? startWords(step) : strings.jobPanel.connected,
    step.kind === 'connected' ? strings.jobPanel.speaksMcp(step.protocol) : strings.jobPanel.negotiateProtocol,
    step.kind === 'listing' ? strings.jobPanel.listingToolsSoFar(step.tools) : strings.jobPanel.listTools,
    at === 3 ? strings.jobPanel.planningWriting : strings.jobPanel.plan,
  ];
  return (
    <ol className={styles.steps}>
      {lines.map((text, index) => (
        <Line key={text} state={index < at ? 'done' : index === at ? 'now' : 'later'} text={text}>
          {index === 0 && at === 0 && start && <Elapsed {...start} />}
        </Line>
      ))}
    </ol>
  );
}

function startWords(step: JobStep): string {
  if (step.kind !== 'opening') return strings.jobPanel.connecting;
  return step.downloading ? strings.jobPanel.downloadingStarting : strings.jobPanel.starting;
}

/** How long a start has taken. It is not read aloud each second. */
function Elapsed({ at, limitMs }: NonNullable<SourceJob['start']>) {
  const seconds = elapsedSeconds(useNow(1000) - at, limitMs);
  return (
    <span role="timer" className="dim numbers" data-testid="job-elapsed">
      {strings.jobPanel.elapsed(formatCount(seconds), formatCount(Math.round(limitMs / 1000)))}
    </span>
  );
}

function Line({ state, text, children }: { state: 'done' | 'now' | 'later'; text: string; children?: ReactNode }) {
  return (
    <li data-state={state}>
      {state === 'now' ? <Loader size={11} aria-hidden /> : <span aria-hidden>{state === 'done' ? '✓' : '·'}</span>}
      <span>
        {text} {children}
      </span>
    </li>
  );
}

/** The end of what a server wrote. */
function Stderr({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <h3 className="heading">{title}</h3>
      <ScrollRegion as="div" className={`${styles.output} mono`} role="log" aria-label={title} data-testid="job-stderr">
        <HostileText text={text} limit={4000} />
      </ScrollRegion>
    </div>
  );
}

/** For servers that fetch themselves first. */
const longWaitMs = 300_000;

function Failure({ job, error }: { job: SourceJob; error: PegboardError }) {
  const edit = useAddSource((state) => state.edit);
  const { stderr, variables, offersSignIn } = errorFacts(error);
  return (
    <>
      <ErrorNotice error={forScreen(error)}>
        {variables.map((name) => (
          <ExportHint key={name} name={name} />
        ))}
      </ErrorNotice>
      {stderr !== null && <Stderr title={strings.jobPanel.whatWroteStderr} text={stderr} />}
      <div className="button-row">
        {offersSignIn && (
          <Button variant="filled" onClick={() => void signInForJob(job.id)}>
            {strings.jobPanel.sign}
          </Button>
        )}
        <Button {...(offersSignIn ? {} : { variant: 'filled' })} onClick={() => retryJob(job.id)}>
          {error.code === 'consent_required' ? strings.jobPanel.askAgain : strings.jobPanel.retry}
        </Button>
        {error.code === 'server_timeout' && (
          <Button onClick={() => retryJob(job.id, longWaitMs)}>{strings.jobPanel.retryWith5Minutes}</Button>
        )}
        {job.connection !== null && <Button onClick={() => edit(job)}>{strings.jobPanel.edit}</Button>}
        <Button onClick={() => cancelJob(job.id)}>{strings.jobPanel.dismiss}</Button>
      </div>
    </>
  );
}

/** How to set a variable where Pegboard runs. */
export function ExportHint({ name }: { name: string }) {
  return (
    <span className={styles.export}>
      <code className="mono">{`export ${name}=…`}</code>
      <CopyTextButton text={`export ${name}=`} label={strings.jobPanel.copyExport(name)} isSmall />
    </span>
  );
}
