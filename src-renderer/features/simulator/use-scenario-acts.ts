import { useMemo } from 'react';
import type { ScenarioText } from '#shared/contract/planner.ts';
import type { CreateScenarioInput } from '#shared/contract/scenarios.ts';
import { type PegboardClient, useClient } from '../../platform/client.ts';
import { offerUndo, tellError } from '../../platform/undo-change.ts';
import { type ChangeToMake, inTurn } from '../../state/undo-store.ts';

/** Making and removing scenarios, each of which can be taken back. */
export function useScenarioActs(workspace: string, onShow: (path: string | null) => void) {
  const client = useClient();
  return useMemo(
    () => ({
      /** Throws what is wrong with the name, for the dialog to show. */
      create: async (input: CreateScenarioInput) => {
        await inTurn(workspace, async () => {
          const made = await client.scenarios.create(input, { context: { workspace } });
          offerUndo(undoOfMaking(client, { workspace, made, done: `Made ${made.path}`, onShow }));
          onShow(made.path);
        });
      },
      remove: async (path: string, hash: string) => {
        try {
          await inTurn(workspace, async () => {
            const gone = await client.scenarios.remove({ path, expected_hash: hash }, { context: { workspace } });
            offerUndo(undoOfRemoval(client, { workspace, gone, done: `Deleted ${path}`, onShow }));
            onShow(null);
          });
        } catch (error) {
          tellError(error, `${path} was not deleted`);
        }
      },
    }),
    [client, workspace, onShow],
  );
}

interface Undoable {
  readonly workspace: string;
  readonly done: string;
  readonly onShow: (path: string | null) => void;
}

function undoOfMaking(
  client: PegboardClient,
  { made, ...how }: Undoable & { readonly made: ScenarioText },
): ChangeToMake {
  return {
    ...how,
    undo: async () => {
      const gone = await client.scenarios.remove({ path: made.path, expected_hash: made.hash });
      how.onShow(null);
      return undoOfRemoval(client, { gone, ...how });
    },
  };
}

function undoOfRemoval(
  client: PegboardClient,
  { gone, ...how }: Undoable & { readonly gone: ScenarioText },
): ChangeToMake {
  return {
    ...how,
    undo: async () => {
      const made = await client.scenarios.save({ path: gone.path, text: gone.text, expected_hash: null });
      how.onShow(made.path);
      return undoOfMaking(client, { made, ...how });
    },
  };
}
