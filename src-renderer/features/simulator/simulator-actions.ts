import { create } from 'zustand';
import type { CallWithoutResult } from './add-result.ts';
import type { StepTab } from './simulator-store.ts';

type Act = (() => void) | null;

/** What the commands of the screen do now; null where there is nothing to do it to. */
export interface SimulatorActions {
  readonly run: Act;
  readonly cancel: Act;
  readonly approve: Act;
  readonly refuse: Act;
  readonly next: Act;
  readonly previous: Act;
  readonly first: Act;
  readonly last: Act;
  readonly nextActivation: Act;
  readonly previousActivation: Act;
  /** Opens the step's prompt beside that of the step before. */
  readonly compareStep: Act;
  readonly toggleSource: Act;
  /** Shows the steps of the scenario, or its source. */
  readonly toggleSteps: Act;
  readonly toggleInteractive: Act;
  readonly writeGolden: Act;
  readonly toggleLive: Act;
  /** Writes the run as a scenario that plays it again. */
  readonly saveRecording: Act;
  /** Writes a result for a call into the scenario, and goes there. */
  readonly addResult: ((call: CallWithoutResult) => void) | null;
  readonly newScenario: Act;
  readonly duplicate: Act;
  readonly remove: Act;
  readonly showTab: ((tab: StepTab) => void) | null;
}

export const noSimulatorActions: SimulatorActions = {
  run: null,
  cancel: null,
  approve: null,
  refuse: null,
  next: null,
  previous: null,
  first: null,
  last: null,
  nextActivation: null,
  previousActivation: null,
  compareStep: null,
  toggleSource: null,
  toggleSteps: null,
  toggleInteractive: null,
  writeGolden: null,
  toggleLive: null,
  saveRecording: null,
  addResult: null,
  newScenario: null,
  duplicate: null,
  remove: null,
  showTab: null,
};

export const useSimulatorActions = create<SimulatorActions>()(() => noSimulatorActions);
