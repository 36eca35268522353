import type { ConfigChange } from '#shared/domain/config-edit.ts';
import type { ChangeToMake } from '../state/undo-store.ts';
import { rememberChange } from '../state/undo-store.ts';
import type { PegboardClient } from './client.ts';
import { offerUndo } from './undo-change.ts';

/**
 * Sets and resets fields of `pegboard.yaml` as one change that Undo takes back. `notice` says it with a button; without, the
 * screen shows it by itself. `base` is the revision of the file that the changes were made for. False when the file said so already. Errors: those of `config.edit`.
 */
export async function editConfig(
  client: PegboardClient,
  workspace: string,
  edit: { readonly changes: ConfigChange[]; readonly done: string; readonly notice?: string; readonly base?: string },
): Promise<boolean> {
  const { changes, done, notice, base } = edit;
  const { undo, written } = await client.config.edit({
    changes,
    label: done.slice(0, 200),
    ...(base !== undefined && { base }),
  });
  if (undo === null) return written;
  const change = undoOfEdit(client, { workspace, done, undo });
  if (notice === undefined) rememberChange({ ...change, id: crypto.randomUUID() });
  else offerUndo(change, notice);
  return written;
}

/** An edit of `pegboard.yaml` as a change that can be taken back and made again. */
export function undoOfEdit(
  client: PegboardClient,
  { workspace, done, undo }: { workspace: string; done: string; undo: string },
): ChangeToMake {
  return {
    workspace,
    done,
    undo: async () => {
      const { undo: again } = await client.config.undo({ undo });
      return again === null ? null : undoOfEdit(client, { workspace, done, undo: again });
    },
  };
}
