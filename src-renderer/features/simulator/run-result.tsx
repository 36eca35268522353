import { Button } from '@mantine/core';
import { runSummary } from '#shared/domain/run-summary.ts';
import type { GoldenLine, RecordedRun, Simulation } from '#shared/domain/simulation.ts';
import type { Estimator } from '../../state/preferences-store.ts';
import { FindingList } from '../../ui/finding-list.tsx';
import { formatCount, formatPlural, formatSaving } from '../../ui/format-number.ts';
import { HostileText } from '../../ui/hostile-text.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import type { Run } from './run.ts';
import { saveRecording, writeGolden } from './simulator-model.ts';
import { useStage } from './stage.ts';
import styles from './step.module.css';
import { Events, Section } from './step-facts.tsx';

/** Lines of a changed trace that are shown. */
const shownChanges = 200;

/** What came of a run: expectations, the golden trace, totals, findings. */
export function RunResult({ run, estimator }: { run: Run; estimator: Estimator }) {
  const { simulation } = run;
  if (!simulation) return <p className={styles.note}>Known when the run is over.</p>;
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
        <Section title="Findings">
          <FindingList findings={findings} label="Findings of the run" />
        </Section>
      )}
      <Events events={events.slice(0, events.length - told)} title="Events before the first step" />
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
    <Section title="Expectations">
      {expectations.length === 0 && <p className="dim">The scenario expects nothing: add expect to it.</p>}
      <ul className={`plain-list ${styles.expectations}`} data-testid="expectations">
        {expectations.map(({ expectation, passed, message }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: expectations follow each other, and may repeat
          <li key={i} data-passed={passed}>
            <b>{passed ? '✓ pass' : '✗ FAIL'}</b>
            <span className="mono">{expectation}</span>
            <VisibleText as="span" text={message} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function GoldenTrace({ run: { golden, played } }: { run: Run }) {
  const canWrite = useStage()?.canWriteGolden === true;
  if (!golden) {
    return (
      <Section title="Golden trace">
        <p className="dim">
          {played.live
            ? 'Not compared: a live model never says the same twice.'
            : played.profile === null
              ? 'Not compared: somebody answered in this run, and it is that of the scripts alone.'
              : 'Not compared: the golden trace belongs to the scenario’s own profile.'}
        </p>
      </Section>
    );
  }
  const { state, changes } = golden;
  const words = {
    none: 'There is none yet. Written once, later runs are compared with it, here and by pegboard simulate.',
    same: 'The run is its golden trace, line by line.',
    changed: `The run is not its golden trace: ${formatPlural(changes.length, 'line')} differ.`,
    written: 'Written: later runs are compared with this one.',
  };
  return (
    <Section title="Golden trace">
      <p data-testid="golden" data-state={state}>
        {words[state]}
      </p>
      {(state === 'none' || state === 'changed') && (
        <Button disabled={!canWrite} onClick={writeGolden} title="Write the golden trace (G)">
          {state === 'none' ? 'Write the golden trace' : 'Accept this run'}
        </Button>
      )}
      <Changes changes={changes} />
    </Section>
  );
}

/** A run with a live model or real tools, as a scenario that needs neither. */
function RecordingSection({ recording: { changes } }: { recording: RecordedRun }) {
  return (
    <Section title="Recording">
      <p data-testid="recording" data-state={changes.length === 0 ? 'same' : 'changed'}>
        {changes.length === 0
          ? 'Played again without a model and without servers, the trace is the same, line by line.'
          : `Played again without a model and without servers, ${formatPlural(changes.length, 'line')} of the trace differ.`}
      </p>
      <Button onClick={saveRecording} title="Save the run as a scenario (S)">
        Save as a scenario…
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
        <p className="dim">… and {formatPlural(changes.length - shownChanges, 'line')} more</p>
      )}
    </>
  );
}

function Totals({ simulation: { tokens, turns, cache }, estimator }: { simulation: Simulation; estimator: Estimator }) {
  const { all_tools, deferred } = tokens[estimator];
  return (
    <Section title={`Tokens (${estimator})`}>
      <table className={`plain-table ${styles.table}`} data-testid="run-tokens">
        <tbody>
          <tr title="Sum over all steps of what was sent">
            <th scope="row">Sent</th>
            <td data-numeric className="mono" data-figure="deferred">
              {formatCount(deferred)}
            </td>
          </tr>
          <tr title="The same calls with every permitted tool in the prompt, and no searches">
            <th scope="row">With all tools</th>
            <td data-numeric className="mono" data-figure="all_tools">
              {formatCount(all_tools)}
            </td>
          </tr>
          <tr title="What was sent, against all tools">
            <th scope="row">Change</th>
            <td data-numeric className="mono">
              {formatSaving(deferred, all_tools) ?? '–'}
            </td>
          </tr>
          {turns.map(({ turn, run_type }) => (
            <tr key={turn} title="A: no discovery call; B: one; C: two or more">
              <th scope="row">Turn {turn}</th>
              <td data-numeric>
                type {run_type.type}, {formatPlural(run_type.discovery_calls, 'discovery call')}
              </td>
            </tr>
          ))}
          {cache.map(({ layout, sent, broken_steps, tokens_after }) => (
            <tr
              key={layout}
              title="Tokens after the first difference, over all steps but the first: what no cache can hold"
            >
              <th scope="row">
                Read anew, <span className="mono">{layout}</span>
                {sent ? ' (sent so)' : ''}
              </th>
              <td data-numeric className="mono">
                {formatCount(tokens_after[estimator])}
                {broken_steps > 0 && ` · ${formatPlural(broken_steps, 'break')}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
