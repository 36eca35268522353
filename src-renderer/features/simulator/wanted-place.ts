import { create } from 'zustand';
import type { ScenarioPath } from '#shared/domain/scenario-edit.ts';

/** A value of the scenario that the author is to go on with: the cursor goes there as soon as it is on screen. */
export const useWantedPlace = create<{ readonly path: ScenarioPath | null }>()(() => ({ path: null }));
