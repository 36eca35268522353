import { Button } from '@mantine/core';
import { runSummary } from '#shared/domain/run-summary.ts';
import type { ExpectationResult, GoldenLine, RecordedRun, Simulation } from '#shared/domain/simulation.ts';
import type { Estimator } from '../../state/preferences-store.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/simulator.ts';
import { fill } from '../../ui/fill.tsx';
import { FindingList } from '../../ui/finding-list.tsx';
import { formatSaving } from '../../ui/format-number.ts';
import { HostileText } from '../../ui/hostile-text.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import type { Run } from './run.ts';
import { saveRecording, writeGolden } from './simulator-model.ts';
import { useStage } from './stage.ts';
import styles from './step.module.css';
import { Events, Section } from './step-facts.tsx';

/** Lines of a changed trace that are shown. */
const shownChanges = 200;

/** The result of a run: expectations, the golden trace, totals, findings. */
export function RunResult({ run, estimator }: { run: Run; estimator: Estimator }) {
  const { simulation } = run;
  if (!simulation) return <p className={styles.note}>{strings.runResult.availableWhenRunEnds}</p>;
  const { expectations, findings, events, traces } = simulation;
  const told = traces.reduce((sum, trace) => sum + trace.events.length, 0);
  return (
    <>
      {expectations.some(({ passed }) => !passed) ? (
        <>
          <Expectations expectations={expectations} />
          <Ending simulation={simulation} />
        </>
      ) : (
        <>
          <Ending simulation={simulation} />
          <Expectations expectations={expectations} />
        </>
      )}
      {run.recording && <RecordingSection recording={run.recording} />}
      <GoldenTrace run={run} />
      <Totals simulation={simulation} estimator={estimator} />
      {findings.length > 0 && (
        <Section title={strings.runResult.findings}>
          <FindingList findings={findings} label={strings.runResult.findingsRun} />
        </Section>
      )}
      <Events events={events.slice(0, events.length - told)} title={strings.runResult.eventsBeforeFirstStep} />
    </>
  );
}

/** How the run ended, and its answer. */
function Ending({ simulation }: { simulation: Simulation }) {
  const { answer, reason, traces } = simulation;
  const problem = traces.at(-1)?.problem ?? null;
  const { text, tone } = runSummary(simulation);
  return (
    <Section title={text} tone={tone}>
      {problem !== null && reason !== 'answer' && <VisibleText as="p" text={problem} />}
      {answer !== null && <HostileText text={answer} limit={2000} />}
    </Section>
  );
}

function Expectations({ expectations }: Pick<Simulation, 'expectations'>) {
  return (
    <Section title={strings.runResult.expectations}>
      {expectations.length === 0 && <p className="dim">{strings.runResult.scenarioHasNoExpectations}</p>}
      <ExpectationList expectations={expectations} />
    </Section>
  );
}

/** Expectations of a run or a task, each with its outcome. */
export function ExpectationList({ expectations }: { expectations: readonly ExpectationResult[] }) {
  return (
    <ul className={`plain-list ${styles.expectations}`} data-testid="expectations">
      {expectations.map(({ expectation, passed, message }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: expectations follow each other, and may repeat
        <li key={i} data-passed={passed}>
          <b>{passed ? strings.runResult.pass : strings.runResult.fail}</b>
          <span className="mono">{expectation}</span>
          <VisibleText as="span" text={message} />
        </li>
      ))}
    </ul>
  );
}

function GoldenTrace({ run: { golden, played } }: { run: Run }) {
  const canWrite = useStage()?.canWriteGolden === true;
  if (!golden) {
    return (
      <Section title={strings.runResult.goldenTrace}>
        <p className="dim">
          {played.live
            ? strings.runResult.notComparedLiveModel
            : played.profile === null
              ? strings.runResult.notComparedSomeoneAnswered
              : strings.runResult.notComparedGoldenTrace}
        </p>
      </Section>
    );
  }
  const { state, changes } = golden;
  const words = {
    none: strings.runResult.noneYetOnceYou,
    same: strings.runResult.runMatchesItsGolden,
    changed: strings.runResult.runDiffers(changes.length),
    written: strings.runResult.writtenLaterRuns,
  };
  return (
    <Section title={strings.runResult.goldenTrace}>
      <p data-testid="golden" data-state={state}>
        {words[state]}
      </p>
      {(state === 'none' || state === 'changed') && (
        <Button disabled={!canWrite} onClick={writeGolden} title={strings.runResult.writeGoldenTraceG}>
          {state === 'none' ? strings.runResult.writeGoldenTrace : strings.runResult.acceptRun}
        </Button>
      )}
      <Changes changes={changes} />
    </Section>
  );
}

/** A run with a live model or real tools, as a scenario that needs neither. */
function RecordingSection({ recording: { changes } }: { recording: RecordedRun }) {
  return (
    <Section title={strings.runResult.recording}>
      <p data-testid="recording" data-state={changes.length === 0 ? 'same' : 'changed'}>
        {changes.length === 0
          ? strings.runResult.scenarioRepeatsThisRun
          : strings.runResult.withoutModelAndWithout(changes.length)}
      </p>
      <Button onClick={saveRecording} title={strings.runResult.saveRunScenarioS}>
        {strings.runResult.saveScenario}
      </Button>
      <Changes changes={changes} />
    </Section>
  );
}

function Changes({ changes }: { changes: readonly GoldenLine[] }) {
  if (changes.length === 0) return null;
  return (
    <>
      <ol className={`plain-list ${styles.golden} mono`}>
        {changes.slice(0, shownChanges).map(({ kind, line, text }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a diff may repeat
          <li key={i} data-kind={kind}>
            <span className="dim">{line}</span>
            <span>{kind === 'added' ? '+' : '−'}</span>
            <HostileText text={text} limit={300} />
          </li>
        ))}
      </ol>
      {changes.length > shownChanges && (
        <p className="dim">{strings.runResult.linesMore(changes.length - shownChanges)}</p>
      )}
    </>
  );
}

function Totals({ simulation: { tokens, turns, cache }, estimator }: { simulation: Simulation; estimator: Estimator }) {
  const { all_tools, deferred } = tokens[estimator];
  return (
    <Section title={strings.runResult.tokens(estimator)}>
      <table className={`plain-table ${styles.table}`} data-testid="run-tokens">
        <tbody>
          <tr title={strings.runResult.sumOfTokensSent}>
            <th scope="row">{strings.runResult.sent}</th>
            <td data-numeric className="mono" data-figure="deferred">
              {formatCount(deferred)}
            </td>
          </tr>
          <tr title={strings.runResult.sameCallsWithEvery}>
            <th scope="row">{strings.runResult.allTools}</th>
            <td data-numeric className="mono" data-figure="all_tools">
              {formatCount(all_tools)}
            </td>
          </tr>
          <tr title={strings.runResult.sentTokensCompared}>
            <th scope="row">{strings.runResult.change}</th>
            <td data-numeric className="mono">
              {formatSaving(deferred, all_tools) ?? '–'}
            </td>
          </tr>
          {turns.map(({ turn, run_type }) => (
            <tr key={turn} title={strings.runResult.noDiscoveryCallB}>
              <th scope="row">{strings.runResult.turn(turn)}</th>
              <td data-numeric>{strings.runResult.type(run_type.type, run_type.discovery_calls)}</td>
            </tr>
          ))}
          {cache.map(({ layout, sent, broken_steps, tokens_after }) => (
            <tr key={layout} title={strings.runResult.tokensAfterFirstDifference}>
              <th scope="row">
                {fill(sent ? strings.runResult.readAgainInUse : strings.runResult.readAgain, {
                  layout: <span className="mono">{layout}</span>,
                })}
              </th>
              <td data-numeric className="mono">
                {formatCount(tokens_after[estimator])}
                {broken_steps > 0 && ` · ${strings.runResult.breaks(broken_steps)}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
