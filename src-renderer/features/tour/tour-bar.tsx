import { Button, CloseButton } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { UseReport } from '#shared/domain/use-report.ts';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { usePromptTotals } from '../../platform/prompt-sizes.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { useNavigation } from '../../state/navigation-store.ts';
import { usePlayground } from '../../state/playground-store.ts';
import { usePreferences } from '../../state/preferences-store.ts';
import { useUndo } from '../../state/undo-store.ts';
import { useWhyNotStore } from '../../state/why-not-store.ts';
import { strings } from '../../strings/tour.ts';
import { fill } from '../../ui/fill.tsx';
import { useExportStore } from '../export/export-store.ts';
import { useCanWriteExport } from '../export/use-export.ts';
import { useSimulatorRuns } from '../simulator/simulator-runs.ts';
import { useSimulatorStore } from '../simulator/simulator-store.ts';
import { useStage } from '../simulator/stage.ts';
import { reportQuery } from '../use/use-model.ts';
import styles from './tour.module.css';
import { type TourFacts, tourSteps } from './tour-steps.ts';
import { useTour } from './tour-store.ts';

/** The guided tour: offered once, on the demo, and then a strip that leads from screen to screen (R19.28). */
export function TourBar() {
  const workspace = useWorkspace();
  const { state } = useTour();
  if (!workspace || state === 'closed') return null;
  if (state === 'offered') return workspace.is_demo ? <Offer /> : null;
  return <Step workspace={workspace} />;
}

function Offer() {
  const { start, close } = useTour();
  return (
    <aside className={`${styles.bar} wrapping whole`} aria-label={strings.tourBar.guidedTour}>
      <p className={styles.text}>
        {fill(strings.tourBar.takeFiveMinutes, { newHere: <strong>{strings.tourBar.newHere}</strong> })}
      </p>
      <div className="row keeps bar-end">
        <Button variant="filled" onClick={start}>
          {strings.tourBar.takeTour}
        </Button>
        <Button onClick={close}>{strings.tourBar.notNow}</Button>
      </div>
    </aside>
  );
}

function Step({ workspace }: { workspace: WorkspaceSummary }) {
  const { step: stored, goTo, close } = useTour();
  const at = Math.min(stored, tourSteps.length - 1);
  const step = tourSteps[at] ?? tourSteps[0];
  const facts = useTourFacts(workspace);
  const feature = useNavigation((state) => state.feature);
  const isHere = feature === step.feature;
  useTourTarget(isHere ? step.target : undefined);
  // Each step opens its screen once; whoever then looks elsewhere is not pulled back.
  useEffect(() => {
    useNavigation.getState().goTo(step.feature);
    step.enter?.(workspace.path);
  }, [step, workspace.path]);
  const isDone = step.isDone?.(facts) ?? false;
  const isLast = at === tourSteps.length - 1;
  return (
    <aside
      className={`${styles.bar} wrapping whole`}
      aria-label={strings.tourBar.guidedTour}
      data-testid="tour"
      data-step={step.id}
    >
      <div className={styles.text} aria-live="polite">
        <div className={`${styles.title} row`}>
          <span className="dim numbers">{strings.tourBar.of(at + 1, tourSteps.length)}</span>
          <strong>{step.title}</strong>
          {isDone && (
            <span className={styles.done}>
              <IconCheck size={14} aria-hidden /> {strings.tourBar.done}
            </span>
          )}
        </div>
        <p className={styles.words}>{step.text(facts)}</p>
      </div>
      <div className="row keeps bar-end">
        {!isHere && (
          <Button onClick={() => useNavigation.getState().goTo(step.feature)}>{strings.tourBar.goThere}</Button>
        )}
        {isHere && step.act && !isDone && (
          <Button disabled={!(step.act.isReady?.(facts) ?? true)} onClick={() => step.act?.run()}>
            {step.act.label}
          </Button>
        )}
        <Button disabled={at === 0} onClick={() => goTo(at - 1)}>
          {strings.tourBar.back}
        </Button>
        <Button variant="filled" onClick={() => (isLast ? close() : goTo(at + 1))}>
          {isLast ? strings.tourBar.finish : strings.tourBar.next}
        </Button>
        <CloseButton aria-label={strings.tourBar.leaveTour} onClick={close} />
      </div>
    </aside>
  );
}

/** Draws a frame around what a step of the tour is about, for as long as it is shown, wherever on the screen it appears. */
function useTourTarget(selector: string | undefined): void {
  useEffect(() => {
    if (selector === undefined) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      `${selector} { outline: 2px solid var(--pb-accent) !important; outline-offset: -2px !important; }`,
    );
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    };
  }, [selector]);
}

/** The user's progress as the tour sees it. */
function useTourFacts(workspace: WorkspaceSummary): TourFacts {
  const prompt = usePromptTotals();
  const query = usePlayground((state) => state.query);
  const playgroundTab = usePlayground((state) => state.tab);
  const asked = useWhyNotStore((state) => state.asked);
  const hasChanged = useUndo(({ undos }) => undos.some((change) => change.workspace === workspace.path));
  const estimator = usePreferences((state) => state.estimator);
  const first = useSimulatorRuns(({ runs }) => runs[workspace.path]?.first ?? null);
  const tokens = first?.simulation?.tokens[estimator] ?? null;
  const at = useSimulatorStore(({ views }) => views[workspace.path]?.at ?? 0);
  const { data: report } = useQuery(reportQuery(workspace, {}));
  const written = useExportStore((state) => state.written[workspace.path] ?? null);
  const stage = useStage();
  const run = stage?.file != null;
  const jump = stage?.activations.some((place) => place > stage.at) === true;
  const write = useCanWriteExport(workspace);
  return {
    workspace,
    prompt,
    query,
    playgroundTab,
    asked,
    use: report && report.events > 0 ? usedOf(report) : null,
    hasChanged,
    run:
      first && tokens
        ? { title: first.played.title, sent: tokens.deferred, allTools: tokens.all_tools, estimator }
        : null,
    can: { run, jump, write },
    at,
    exported: written ? { target: written.done.target, files: written.done.files.length } : null,
  };
}

const usedOf = ({ carried: { used, tools, days, never } }: UseReport) => ({
  used,
  tools,
  days,
  idle: never.filter(({ always }) => always).length,
});
