import type { ScenarioText } from '#shared/contract/planner.ts';
import type { CreateScenarioInput } from '#shared/contract/scenarios.ts';
import { thisWindow } from '../../platform/this-window.ts';
import { offerUndo, tellError } from '../../platform/undo-change.ts';
import { type ChangeToMake, inTurn } from '../../state/undo-store.ts';
import { strings } from '../../strings/scenario.ts';
import { freshScenarios } from './scenario-files.ts';
import { useSimulatorStore } from './simulator-store.ts';

/** Makes a scenario, shows it, and offers to take that back. Throws what is wrong with the name, for the dialog to show. */
export async function createScenario(workspace: string, input: CreateScenarioInput): Promise<void> {
  await inTurn(workspace, async () => {
    const made = await thisWindow().client.scenarios.create(input, { context: { workspace } });
    offerUndo(undoOfMaking({ workspace, made, done: strings.scenarioActs.created(made.path) }));
    await show(workspace, made.path);
  });
}

/** Removes a scenario and offers to take that back; a notice shows a failure. */
export async function removeScenario(workspace: string, path: string, hash: string): Promise<void> {
  try {
    await inTurn(workspace, async () => {
      const { client } = thisWindow();
      const gone = await client.scenarios.remove({ path, expected_hash: hash }, { context: { workspace } });
      offerUndo(undoOfRemoval({ workspace, gone, done: strings.scenarioActs.deleted(path) }));
      await show(workspace, null);
    });
  } catch (error) {
    tellError(error, strings.scenarioActs.wasNotDeleted(path));
  }
}

/** Shows a scenario in the list as it is now, so that the next act does not meet it as it was. */
async function show(workspace: string, path: string | null): Promise<void> {
  await freshScenarios(workspace).catch(() => undefined);
  useSimulatorStore.getState().change(workspace, { path });
}

type Undoable = Pick<ChangeToMake, 'workspace' | 'done'>;

function undoOfMaking({ made, ...how }: Undoable & { readonly made: ScenarioText }): ChangeToMake {
  return {
    ...how,
    undo: async () => {
      const gone = await thisWindow().client.scenarios.remove({ path: made.path, expected_hash: made.hash });
      await show(how.workspace, null);
      return undoOfRemoval({ gone, ...how });
    },
  };
}

function undoOfRemoval({ gone, ...how }: Undoable & { readonly gone: ScenarioText }): ChangeToMake {
  return {
    ...how,
    undo: async () => {
      const { path, text } = gone;
      const made = await thisWindow().client.scenarios.save({ path, text, expected_hash: null });
      await show(how.workspace, path);
      return undoOfMaking({ made, ...how });
    },
  };
}
