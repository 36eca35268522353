import type { ConfigChange, ConfigState } from '#shared/domain/config-edit.ts';
import { PegboardError } from '#shared/errors.ts';
import { type ChangeToMake, inTurn, useUndo } from '../state/undo-store.ts';
import type { PegboardClient } from './client.ts';
import { toPegboardError } from './pegboard-error.ts';
import { noteChange, offerUndo } from './undo-change.ts';

/** Fields of `pegboard.yaml` to set and reset as one change. */
export interface ConfigEdit {
  readonly changes: readonly ConfigChange[];
  /** What Undo calls it. */
  readonly done: string;
  /** What the notice says beside its Undo; without it the screen shows the change by itself. */
  readonly notice?: string;
  /** Revision of the file that the changes were made for: another one refuses them. */
  readonly base?: string;
}

/** An edit, or how it is made of what the file says when its turn comes; null for nothing to change. */
export type PlannedConfigEdit = ConfigEdit | ((state: ConfigState) => ConfigEdit | null | Promise<ConfigEdit | null>);

/** How often an edit is made anew because somebody else wrote the file meanwhile. */
const mostAttempts = 4;

/**
 * Edits `pegboard.yaml` after every edit and undo of this window that was asked for before, so that none is made of an old
 * text. Undo takes it back. False when the file said so already. Errors: those of `config.edit`.
 */
export function editConfig(client: PegboardClient, workspace: string, plan: PlannedConfigEdit): Promise<boolean> {
  return inTurn(workspace, async () => {
    refuseOther(workspace);
    if (typeof plan !== 'function') return write(client, workspace, plan);
    for (let attempt = 1; ; attempt++) {
      const state = await client.config.read();
      const edit = await plan(state);
      if (!edit || edit.changes.length === 0) return false;
      try {
        return await write(client, workspace, { base: state.revision, ...edit });
      } catch (error) {
        const isOutdated = edit.base === undefined && toPegboardError(error).code === 'config_changed';
        if (!isOutdated || attempt === mostAttempts) throw error;
      }
    }
  });
}

/** The edit was meant for a workspace that another one has taken the place of while it waited. */
function refuseOther(workspace: string): void {
  const { open } = useUndo.getState();
  if (open === null || open === workspace) return;
  throw new PegboardError('config_changed', `Another workspace is open by now; ${workspace} was not changed.`, {
    hint: 'Open that workspace, then make the change again.',
  });
}

async function write(client: PegboardClient, workspace: string, edit: ConfigEdit): Promise<boolean> {
  const { changes, done, notice, base } = edit;
  const { undo, written } = await client.config.edit({
    changes: [...changes],
    label: done.slice(0, 200),
    ...(base !== undefined && { base }),
  });
  if (undo === null) return written;
  const places = changes.map(({ path }) => ['pegboard.yaml', ...path].join('/'));
  const change = undoOfEdit(client, { workspace, done, undo, places });
  if (notice === undefined) noteChange(change);
  else offerUndo(change, notice === '' ? undefined : notice);
  return written;
}

/** An edit of `pegboard.yaml` as a change that can be taken back and made again. */
export function undoOfEdit(
  client: PegboardClient,
  { undo, ...made }: { workspace: string; done: string; undo: string; places: readonly string[] },
): ChangeToMake {
  return {
    ...made,
    undo: async () => {
      const { undo: again } = await client.config.undo({ undo });
      return again === null ? null : undoOfEdit(client, { ...made, undo: again });
    },
  };
}
