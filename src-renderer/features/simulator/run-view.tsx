import { Button, Loader } from '@mantine/core';
import { usePreferences } from '../../state/preferences-store.ts';
import { strings } from '../../strings/simulator.ts';
import { ConsentDialog } from '../../ui/consent-dialog.tsx';
import { consentSubjectOfError } from '../../ui/consent-subject.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { SplitPanels } from '../../ui/split-panels.tsx';
import { FilmStrip } from './film-strip.tsx';
import { PauseBar } from './pause-bar.tsx';
import { PromptView } from './prompt-view.tsx';
import type { Run } from './run.ts';
import styles from './simulator.module.css';
import { changeView } from './simulator-model.ts';
import { cancel, play, type RunSide } from './simulator-runs.ts';
import type { Stage } from './stage.ts';
import { StepColumn } from './step-column.tsx';
import { TokenLane } from './token-lane.tsx';

/** The film of a run, or of two, its lane of tokens, and the step that is looked at. */
export function RunView({ stage, first }: { stage: Stage; first: Run }) {
  const estimator = usePreferences((state) => state.estimator);
  const { second, columns, at } = stage;
  const shared = {
    columns,
    first: first.steps,
    second: second?.steps ?? null,
    at,
    estimator,
    onChoose: goToStep,
  };
  return (
    <div className="column narrow">
      <Trouble side="first" run={first} />
      {second && !isSameTrouble(first, second) && <Trouble side="second" run={second} />}
      {columns.length === 0 && first.status === 'running' && (
        <div className="tall centered">
          <Loader size="sm" aria-label={strings.runView.startingRun} />
        </div>
      )}
      {columns.length > 0 && (
        <>
          <FilmStrip {...shared} />
          <TokenLane {...shared} />
          <div className="rest">
            <ShownStep stage={stage} first={first} />
          </div>
        </>
      )}
    </div>
  );
}

/** The step that is looked at: its prompt beside it, or the steps of two runs beside each other. */
function ShownStep({ stage: { second, columns, at, view }, first }: { stage: Stage; first: Run }) {
  const column = columns[at];
  const estimator = usePreferences((state) => state.estimator);
  const shared = { tab: view.tab, estimator };
  if (second) {
    const runs = [
      <StepColumn
        key="first"
        {...shared}
        run={first}
        index={column?.first ?? null}
        hasPrompt={false}
        label={strings.runView.firstRun}
      />,
      <StepColumn
        key="second"
        {...shared}
        run={second}
        index={column?.second ?? null}
        hasPrompt={false}
        isSecond
        label={strings.runView.secondRun}
      />,
    ];
    return (
      <SplitPanels
        name="simulator-pair"
        label={strings.runView.resizeSteps}
        orientation="horizontal"
        panels={runs.map((content) => ({ defaultSize: 50, min: '220px', content }))}
      />
    );
  }
  const step = column?.first == null ? null : (first.steps[column.first] ?? null);
  const before = column?.first == null ? null : (first.steps[column.first - 1] ?? null);
  const prompt = (
    <ScrollRegion className={styles.promptPane} aria-label={strings.runView.promptStep}>
      {step && <PromptView prompt={step.prompt} before={before?.prompt ?? null} estimator={estimator} />}
    </ScrollRegion>
  );
  const facts = <StepColumn {...shared} run={first} index={column?.first ?? null} hasPrompt label={null} />;
  return (
    <SplitPanels
      name="simulator-step"
      label={strings.runView.resizePromptStep}
      orientation="horizontal"
      panels={[
        { defaultSize: 46, min: '200px', content: prompt },
        { defaultSize: 54, min: '220px', content: facts },
      ]}
    />
  );
}

const goToStep = (at: number) => changeView({ at });

/** Whether both failed in the same words, to which there is nothing to agree: told once. */
function isSameTrouble({ error: one }: Run, { error: other }: Run): boolean {
  if (!one || !other || consentSubjectOfError(other) || other.code === 'confirmation_required') return false;
  return one.code === other.code && one.message === other.message;
}

/** What keeps a run from going on: a pause, a consent that is missing, an error. */
function Trouble({ side, run }: { side: RunSide; run: Run }) {
  const { pause, error, played } = run;
  const subject = error ? consentSubjectOfError(error) : null;
  const source =
    typeof error?.data === 'object' && error.data !== null && 'source' in error.data ? error.data.source : '';
  const again = (agreed: { consent?: boolean; confirmed?: boolean }) => void play(side, played, agreed);
  return (
    <>
      {pause && <PauseBar pause={pause} />}
      {error && !subject && (
        <div className={styles.notice}>
          <ErrorNotice error={error}>
            {error.code === 'confirmation_required' && (
              <Button mt={8} onClick={() => again({ consent: true, confirmed: true })}>
                {strings.runView.agreeRunAgain}
              </Button>
            )}
          </ErrorNotice>
        </div>
      )}
      <ConsentDialog
        subject={subject}
        source={String(source)}
        onAgree={() => again({ consent: true })}
        onCancel={() => cancel(played.workspace, side)}
      />
    </>
  );
}
