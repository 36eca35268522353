import { Button, Select, Switch } from '@mantine/core';
import { IconPlayerPlayFilled, IconPlayerStopFilled } from '@tabler/icons-react';
import { callsFailed, type RunSummary, runSummary } from '#shared/domain/run-summary.ts';
import type { Simulation } from '#shared/domain/simulation.ts';
import { type Estimator, usePreferences } from '../../state/preferences-store.ts';
import { type Described, describedOptions } from '../../ui/described-options.tsx';
import { formatCount, formatPlural, formatSaving } from '../../ui/format-number.ts';
import { visibleString } from '../../ui/hidden-characters.ts';
import type { Run } from './run.ts';
import styles from './simulator.module.css';
import { cancelRuns, changeView, runScenario, toggleInteractive, toggleLive, toggleSource } from './simulator-model.ts';
import { focusSimulatorPlace, simulatorPlaces } from './simulator-places.ts';
import type { SimulatorView } from './simulator-store.ts';
import type { Stage } from './stage.ts';

const none = '';

/** What is played and how: profile, second profile, pauses; run, or cancel; what came of it. */
export function SimulatorToolbar({
  stage: { view, first, second, isRunning },
  profiles,
  isEdited,
}: {
  stage: Stage;
  profiles: readonly Described[];
  /** The text is another than the one that was played. */
  isEdited: boolean;
}) {
  const estimator = usePreferences((state) => state.estimator);
  const options = profiles.map(({ name }) => ({ value: name, label: visibleString(name) }));
  const described = describedOptions(profiles);
  const choose = (change: Partial<SimulatorView>) => {
    changeView(change);
    // On with the keyboard: the letters of the commands do nothing in a field.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    focusSimulatorPlace('film');
  };
  return (
    <div className="tight-toolbar">
      {!isRunning ? (
        <Button
          variant="filled"
          leftSection={<IconPlayerPlayFilled size={13} />}
          onClick={runScenario}
          title="Run the scenario (Ctrl Enter)"
          data-testid="simulator-run"
        >
          Run
        </Button>
      ) : (
        <Button
          leftSection={<IconPlayerStopFilled size={13} />}
          onClick={cancelRuns}
          title="Cancel the run (X)"
          data-testid="simulator-cancel"
        >
          Cancel
        </Button>
      )}
      <Select
        id={simulatorPlaces.profile}
        aria-label="Profile"
        title="The profile that the scenario runs under (P)"
        w={180}
        data={[{ value: none, label: 'As the scenario says' }, ...options]}
        value={view.profile ?? none}
        onChange={(profile) => choose({ profile: profile || null })}
        {...described}
      />
      <span className="dim">against</span>
      <Select
        id={simulatorPlaces.second}
        aria-label="Second profile, to compare with"
        title="The same scenario under a second profile, side by side (C)"
        w={160}
        data={[{ value: none, label: 'nothing' }, ...options]}
        value={view.second ?? none}
        onChange={(next) => choose({ second: next || null })}
        {...described}
      />
      <Switch
        label="Pause for approval"
        title="Where the scenario does not say how a paused run goes on, you are asked; else it ends there (I)"
        size="xs"
        checked={view.interactive}
        onChange={toggleInteractive}
      />
      <Switch
        label="Live model"
        title="The model that the scenario names under `model` plays in place of its scripts; its key comes from the environment (M)"
        size="xs"
        checked={view.live}
        onChange={toggleLive}
      />
      <Outcome first={first} second={second} isEdited={isEdited} estimator={estimator} />
      <Button aria-pressed={view.showsSource} onClick={toggleSource} title="Show or hide the scenario (H)">
        {view.showsSource ? 'Hide scenario' : 'Show scenario'}
      </Button>
    </div>
  );
}

function Outcome({
  first,
  second,
  isEdited,
  estimator,
}: {
  first: Run | null;
  second: Run | null;
  isEdited: boolean;
  estimator: Estimator;
}) {
  const simulation = first?.simulation ?? null;
  const words = stateWords(first);
  const ending = simulation && first?.status === 'done' ? endingWords(simulation) : null;
  return (
    <span className={styles.result} role="status" data-testid="run-state" data-state={words.state}>
      <b data-tone={words.tone}>{words.text}</b>
      {ending && (
        <b data-tone={ending.tone} data-testid="run-ending">
          {ending.text}
        </b>
      )}
      {first?.golden?.state === 'changed' && <b data-tone="bad">golden trace differs</b>}
      {simulation && (
        <span
          className="mono"
          title={`Tokens sent over all steps (${estimator}), against the same calls with every permitted tool in the prompt`}
          data-testid="run-total"
        >
          {formatCount(simulation.tokens[estimator].deferred)} tokens
          {second?.simulation ? (
            <>
              {' '}
              against {formatCount(second.simulation.tokens[estimator].deferred)} (
              {formatSaving(simulation.tokens[estimator].deferred, second.simulation.tokens[estimator].deferred)})
            </>
          ) : (
            <> ({formatSaving(simulation.tokens[estimator].deferred, simulation.tokens[estimator].all_tools) ?? '–'})</>
          )}
        </span>
      )}
      {isEdited && simulation && <span className="dim">edited since</span>}
    </span>
  );
}

function stateWords(run: Run | null): { state: string; text: string; tone?: 'good' | 'bad' | 'waits' } {
  if (!run) return { state: 'none', text: '' };
  if (run.pause) return { state: 'paused', text: 'waits for you', tone: 'waits' };
  if (run.status === 'running')
    return { state: 'running', text: run.steps.length === 0 ? 'starting…' : `step ${run.steps.length}…` };
  if (run.status === 'cancelled') return { state: 'cancelled', text: 'cancelled' };
  const { simulation } = run;
  if (!simulation) return { state: 'failed', text: 'not played', tone: 'bad' };
  const failed = simulation.expectations.filter(({ passed }) => !passed).length;
  if (failed > 0) return { state: 'failed', text: `✗ ${formatPlural(failed, 'expectation')} failed`, tone: 'bad' };
  const { length } = simulation.expectations;
  if (length > 0) return { state: 'passed', text: `✓ ${formatPlural(length, 'expectation')}`, tone: 'good' };
  const { text, tone } = runSummary(simulation);
  return { state: 'passed', text, tone };
}

/** How the run ended, where the expectations are told first and the run has more to say. */
function endingWords({ expectations, ...ended }: Simulation): { text: string; tone: RunSummary['tone'] } | null {
  const summary = runSummary(ended);
  if (expectations.length === 0 || summary.tone === 'good') return null;
  const isExpected = expectations.every(({ passed }) => passed) && ended.reason === 'answer';
  return isExpected ? { text: callsFailed(summary), tone: summary.tone } : summary;
}
