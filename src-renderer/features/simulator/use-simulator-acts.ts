import { useEffect } from 'react';
import { useClient } from '../../platform/client.ts';
import { tellError } from '../../platform/undo-change.ts';
import { type ComparedSteps, stepsToCompare } from './compare-step.ts';
import { useColumns } from './run-view.tsx';
import { noSimulatorActions, useSimulatorActions } from './simulator-actions.ts';
import { focusSimulatorPlace } from './simulator-places.ts';
import { cancel, type Run } from './simulator-runs.ts';
import type { SimulatorView } from './simulator-store.ts';

/** What the keys of the screen do now. */
export function useSimulatorActs({
  first,
  second,
  view,
  ready,
  start,
  setWanted,
  onChange,
  onCompare,
}: {
  first: Run | null;
  second: Run | null;
  view: SimulatorView;
  ready: boolean;
  start(write: boolean): void;
  setWanted(wanted: boolean): void;
  onChange(view: Partial<SimulatorView>): void;
  onCompare(steps: ComparedSteps): void;
}): void {
  const client = useClient();
  const columns = useColumns(first, second);
  const last = columns.length - 1;
  const at = Math.min(view.at, Math.max(last, 0));
  const isRunning = first?.status === 'running' || second?.status === 'running';
  const pause = first?.pause ?? second?.pause ?? null;
  const pausedAt = pause === null ? null : last;

  useEffect(() => {
    if (pausedAt !== null) onChange({ at: pausedAt });
  }, [pausedAt, onChange]);

  useEffect(() => {
    const activations = columns.flatMap(({ first: i }, place) => {
      const step = i === null ? null : first?.steps[i]?.step;
      return step?.activated != null || (step?.discovered?.length ?? 0) > 0 ? [place] : [];
    });
    const compared = stepsToCompare(columns[at], first, second);
    const go = (to: number | undefined) => (to === undefined || to === at ? null : () => onChange({ at: to }));
    const word = (approved: boolean) =>
      pause?.approval
        ? () => client.planner.resume({ token: pause.token, approved }).catch((error) => tellError(error))
        : null;
    useSimulatorActions.setState({
      run: ready ? () => start(false) : () => setWanted(true),
      writeGolden: ready && view.profile === null && !view.live && !isRunning ? () => start(true) : null,
      cancel: isRunning
        ? () => {
            for (const side of [first, second]) {
              if (side) cancel(side.played.workspace, side === first ? 'first' : 'second');
            }
          }
        : null,
      approve: word(true),
      refuse: word(false),
      next: go(at < last ? at + 1 : undefined),
      previous: go(at > 0 ? at - 1 : undefined),
      first: go(last > 0 ? 0 : undefined),
      last: go(last > 0 ? last : undefined),
      nextActivation: go(activations.find((place) => place > at)),
      previousActivation: go(activations.findLast((place) => place < at)),
      compareStep: compared && (() => onCompare(compared)),
      toggleSource: () => onChange({ showsSource: !view.showsSource }),
      toggleSteps: () => onChange({ showsSource: true, editsAs: view.editsAs === 'steps' ? 'source' : 'steps' }),
      toggleInteractive: () => onChange({ interactive: !view.interactive }),
      toggleLive: () => onChange({ live: !view.live }),
      showTab: first
        ? (tab) => {
            onChange({ tab });
            if (!document.activeElement?.closest('[role=tablist]')) return;
            focusSimulatorPlace('step');
          }
        : null,
    });
  }, [client, columns, first, second, view, ready, start, setWanted, onChange, onCompare, at, last, isRunning, pause]);

  useEffect(
    () => () => {
      const { newScenario, duplicate, remove, saveRecording, addResult } = useSimulatorActions.getState();
      useSimulatorActions.setState({
        ...noSimulatorActions,
        newScenario,
        duplicate,
        remove,
        saveRecording,
        addResult,
      });
    },
    [],
  );
}
