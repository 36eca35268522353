import { Tabs } from '@mantine/core';
import type { Estimator } from '../../state/preferences-store.ts';
import { strings } from '../../strings/simulator.ts';
import { visibleString } from '../../ui/hidden-characters.ts';
import { ToolName } from '../../ui/tool-name.tsx';
import type { PlayedStep } from './played-run.ts';
import { PromptView } from './prompt-view.tsx';
import { profileOfRun, type Run } from './run.ts';
import { RunResult } from './run-result.tsx';
import { changeView } from './simulator-model.ts';
import { simulatorPlaces } from './simulator-places.ts';
import { type StepTab, stepTabs } from './simulator-store.ts';
import styles from './step.module.css';
import { StepFacts } from './step-facts.tsx';
import { calledName, stepNumber } from './step-labels.ts';
import { CachePanel, MemoryPanel, SentMessages, VisibleTools } from './step-panels.tsx';

const titles: Readonly<Record<StepTab, string>> = strings.stepColumn.titles;

/** One step of one run, and the run's result. `hasPrompt`: the prompt stands beside it already, and needs no tab. */
export function StepColumn({
  run,
  index,
  tab,
  hasPrompt,
  isSecond = false,
  label,
  estimator,
}: {
  run: Run;
  index: number | null;
  tab: StepTab;
  hasPrompt: boolean;
  isSecond?: boolean;
  /** Which run it is, where there are two. */
  label: string | null;
  estimator: Estimator;
}) {
  const played = index === null ? null : (run.steps[index] ?? null);
  const shown = hasPrompt && tab === 'prompt' ? 'step' : tab;
  return (
    <section
      id={isSecond ? undefined : simulatorPlaces.step}
      className="column"
      aria-label={label === null ? strings.stepColumn.step : strings.stepColumn.stepOf(label)}
      data-testid={isSecond ? 'step-second' : 'step'}
    >
      {label !== null && (
        <p className={styles.runName} data-testid="run-name">
          <b>{visibleString(profileOfRun(run.played))}</b>, {label}
        </p>
      )}
      <Tabs
        value={shown}
        onChange={(value) => changeView({ tab: stepTabs.find((one) => one === value) ?? 'step' })}
        keepMounted={false}
        classNames={{ root: 'rest-column', list: 'keeps', tab: styles.tab, panel: styles.panel }}
      >
        <Tabs.List aria-label={label === null ? strings.stepColumn.step : strings.stepColumn.stepOf(label)}>
          {stepTabs
            .filter((one) => !(hasPrompt && one === 'prompt'))
            .map((one) => (
              <Tabs.Tab key={one} value={one} title={`${titles[one]} (${stepTabs.indexOf(one) + 1})`}>
                {titles[one]}
              </Tabs.Tab>
            ))}
        </Tabs.List>
        <Tabs.Panel value={shown} tabIndex={0}>
          {shown === 'run' ? (
            <RunResult run={run} estimator={estimator} />
          ) : played === null ? (
            <p className={styles.note}>{strings.stepColumn.thisRun}</p>
          ) : (
            <>
              <h2 className={styles.stepTitle} data-testid="step-title">
                <span className="mono">{stepNumber(played)}</span> <ToolName name={calledName(played)} />
              </h2>
              <Panel
                run={run}
                played={played}
                before={run.steps[(index ?? 0) - 1] ?? null}
                tab={shown}
                estimator={estimator}
              />
            </>
          )}
        </Tabs.Panel>
      </Tabs>
    </section>
  );
}

function Panel({
  run,
  played,
  before,
  tab,
  estimator,
}: {
  run: Run;
  played: PlayedStep;
  before: PlayedStep | null;
  tab: Exclude<StepTab, 'run'>;
  estimator: Estimator;
}) {
  switch (tab) {
    case 'step':
      return <StepFacts played={played} />;
    case 'prompt':
      return <PromptView prompt={played.prompt} before={before?.prompt ?? null} estimator={estimator} />;
    case 'tools':
      return <VisibleTools played={played} before={before} />;
    case 'messages':
      return <SentMessages played={played} />;
    case 'memory': {
      const turn = played.simulated?.turn ?? null;
      const memory = run.simulation?.turns.findLast((one) => one.turn === turn)?.memory ?? null;
      return <MemoryPanel memory={memory} turn={turn} />;
    }
    case 'cache':
      return <CachePanel played={played} estimator={estimator} />;
  }
}
