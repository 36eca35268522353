import { create } from 'zustand';
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
  readonly toggleSource: Act;
  readonly toggleInteractive: Act;
  readonly writeGolden: Act;
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
  toggleSource: null,
  toggleInteractive: null,
  writeGolden: null,
  newScenario: null,
  duplicate: null,
  remove: null,
  showTab: null,
};

export const useSimulatorActions = create<SimulatorActions>()(() => noSimulatorActions);
