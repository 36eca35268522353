import { Button, Select, Switch } from '@mantine/core';
import { IconPlayerPlayFilled, IconPlayerStopFilled } from '@tabler/icons-react';
import { callsFailed, type RunSummary, runSummary } from '#shared/domain/run-summary.ts';
import type { Simulation } from '#shared/domain/simulation.ts';
import { type Estimator, usePreferences } from '../../state/preferences-store.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/simulator.ts';
import { type Described, describedOptions } from '../../ui/described-options.tsx';
import { formatSaving } from '../../ui/format-number.ts';
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
          title={strings.simulatorToolbar.runScenarioCtrlEnter}
          data-testid="simulator-run"
        >
          {strings.simulatorToolbar.run}
        </Button>
      ) : (
        <Button
          leftSection={<IconPlayerStopFilled size={13} />}
          onClick={cancelRuns}
          title={strings.simulatorToolbar.cancelRunX}
          data-testid="simulator-cancel"
        >
          {strings.simulatorToolbar.cancel}
        </Button>
      )}
      <Select
        id={simulatorPlaces.profile}
        aria-label={strings.simulatorToolbar.profile}
        title={strings.simulatorToolbar.profileOfRunP}
        w={180}
        data={[{ value: none, label: strings.simulatorToolbar.asSetInScenario }, ...options]}
        value={view.profile ?? none}
        onChange={(profile) => choose({ profile: profile || null })}
        {...described}
      />
      <span className="dim">{strings.simulatorToolbar.compareWith}</span>
      <Select
        id={simulatorPlaces.second}
        aria-label={strings.simulatorToolbar.secondProfileCompare}
        title={strings.simulatorToolbar.runScenarioWithSecond}
        w={160}
        data={[{ value: none, label: strings.simulatorToolbar.nothing }, ...options]}
        value={view.second ?? none}
        onChange={(next) => choose({ second: next || null })}
        {...described}
      />
      <Switch
        label={strings.simulatorToolbar.pauseApproval}
        title={strings.simulatorToolbar.askYouWhenRun}
        size="xs"
        checked={view.interactive}
        onChange={toggleInteractive}
      />
      <Switch
        label={strings.simulatorToolbar.liveModel}
        title={strings.simulatorToolbar.toUseModelThatScenario}
        size="xs"
        checked={view.live}
        onChange={toggleLive}
      />
      <Outcome first={first} second={second} isEdited={isEdited} estimator={estimator} />
      <Button aria-pressed={view.showsSource} onClick={toggleSource} title={strings.simulatorToolbar.showHideScenarioH}>
        {view.showsSource ? strings.simulatorToolbar.hideScenario : strings.simulatorToolbar.showScenario}
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
      {first?.golden?.state === 'changed' && <b data-tone="bad">{strings.simulatorToolbar.goldenTraceDiffers}</b>}
      {simulation && (
        <span className="mono" title={strings.simulatorToolbar.tokensSentOverAll(estimator)} data-testid="run-total">
          {tokensText(simulation.tokens[estimator], second?.simulation?.tokens[estimator] ?? null)}
        </span>
      )}
      {isEdited && simulation && <span className="dim">{strings.simulatorToolbar.editedSinceThen}</span>}
    </span>
  );
}

type SentTokens = Simulation['tokens'][Estimator];

/** What a run sent, beside the second run, or beside all tools where there is one run. */
function tokensText({ deferred, all_tools }: SentTokens, second: SentTokens | null): string {
  const sent = formatCount(deferred);
  return second === null
    ? strings.simulatorToolbar.tokensAndChange(sent, formatSaving(deferred, all_tools) ?? '–')
    : strings.simulatorToolbar.tokensComparedWith(
        sent,
        formatCount(second.deferred),
        formatSaving(deferred, second.deferred) ?? '–',
      );
}

function stateWords(run: Run | null): { state: string; text: string; tone?: 'good' | 'bad' | 'waits' } {
  if (!run) return { state: 'none', text: '' };
  if (run.pause) return { state: 'paused', text: strings.simulatorToolbar.waitsYou, tone: 'waits' };
  if (run.status === 'running')
    return {
      state: 'running',
      text:
        run.steps.length === 0 ? strings.simulatorToolbar.starting : strings.simulatorToolbar.step(run.steps.length),
    };
  if (run.status === 'cancelled') return { state: 'cancelled', text: strings.simulatorToolbar.cancelled };
  const { simulation } = run;
  if (!simulation) return { state: 'failed', text: strings.simulatorToolbar.notRunYet, tone: 'bad' };
  const failed = simulation.expectations.filter(({ passed }) => !passed).length;
  if (failed > 0) return { state: 'failed', text: strings.simulatorToolbar.expectationsFailed(failed), tone: 'bad' };
  const { length } = simulation.expectations;
  if (length > 0) return { state: 'passed', text: `✓ ${strings.simulatorToolbar.expectations(length)}`, tone: 'good' };
  const { text, tone } = runSummary(simulation);
  return { state: 'passed', text, tone };
}

/** How the run ended, when the expectations come first and the run has more to report. */
function endingWords({ expectations, ...ended }: Simulation): { text: string; tone: RunSummary['tone'] } | null {
  const summary = runSummary(ended);
  if (expectations.length === 0 || summary.tone === 'good') return null;
  const isExpected = expectations.every(({ passed }) => passed) && ended.reason === 'answer';
  return isExpected ? { text: callsFailed(summary), tone: summary.tone } : summary;
}
