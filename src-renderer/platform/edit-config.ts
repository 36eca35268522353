import type { ConfigChange, ConfigState } from '#shared/domain/config-edit.ts';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { openPath } from '../state/open-workspace.ts';
import { type ChangeToMake, inTurn } from '../state/undo-store.ts';
import { strings } from '../strings/platform.ts';
import { visibleString } from '../ui/hidden-characters.ts';
import { toPegboardError } from '../ui/pegboard-error.ts';
import { openWorkspace, thisWindow } from './this-window.ts';
import { noteChange, offerUndo, tellError } from './undo-change.ts';
import { takeWorkspace } from './workspace-query.ts';

/** Fields of `pegboard.yaml` to set and reset as one change. */
export interface ConfigEdit {
  readonly changes: readonly ConfigChange[];
  /** What Undo calls it. */
  readonly done: string;
  /** The text of the notice with its Undo button. Leave it out when the screen itself shows the change. */
  readonly notice?: string;
  /** Revision of the file that the changes were made for: another one refuses them. */
  readonly base?: string;
  /** Done when it is written, before the next edit has its turn: shows what the edit was about. */
  onWritten?(): void;
}

/** An edit, or how it is made of what the file says when its turn comes; null for nothing to change. */
export type PlannedConfigEdit = ConfigEdit | ((state: ConfigState) => ConfigEdit | null | Promise<ConfigEdit | null>);

/** How often an edit is made anew because somebody else wrote the file meanwhile. */
const mostAttempts = 4;

/**
 * Edits `pegboard.yaml` after every edit and undo of this window that was asked for before, so that none is made of an old
 * text. When this resolves the cache has the workspace as it is then. Undo takes it back. False when the file said so already.
 * Errors: those of `config.edit`; `workspace_changed` before anything is read of another workspace.
 */
export function editConfig(workspace: string, plan: PlannedConfigEdit): Promise<boolean> {
  return inTurn(workspace, async () => {
    if (typeof plan !== 'function') return write(workspace, plan);
    for (let attempt = 1; ; attempt++) {
      const state = await thisWindow().client.config.read(undefined, { context: { workspace } });
      const edit = await plan(state);
      if (!edit || edit.changes.length === 0) return false;
      try {
        return await write(workspace, { base: state.revision, ...edit });
      } catch (error) {
        const isOutdated = edit.base === undefined && toPegboardError(error).code === 'config_changed';
        if (!isOutdated || attempt === mostAttempts) throw error;
      }
    }
  });
}

/** The workspace as every edit and undo leaves it that was asked for before; null when another one is open by then. */
export function afterEdits(path: string): Promise<WorkspaceSummary | null> {
  return inTurn(path, async () => {
    const workspace = openWorkspace();
    return workspace?.path === path ? workspace : null;
  });
}

async function write(workspace: string, edit: ConfigEdit): Promise<boolean> {
  const { changes, done, notice, base, onWritten } = edit;
  const { undo, written } = await thisWindow().client.config.edit(
    { changes: [...changes], label: done.slice(0, 200), ...(base !== undefined && { base }) },
    { context: { workspace } },
  );
  if (undo !== null) {
    const places = changes.map(({ path }) => ['pegboard.yaml', ...path].join('/'));
    const change = undoOfEdit({ workspace, done, undo, places });
    if (notice === undefined) noteChange(change);
    else offerUndo(change, notice === '' ? undefined : notice);
  }
  if (written) await readWorkspace();
  onWritten?.();
  return written;
}

/** Reads the workspace as it was just written, so that the next act does not meet it as it was. */
export async function readWorkspace(): Promise<void> {
  const { client, queries } = thisWindow();
  try {
    const workspace = await client.workspace.current();
    if (workspace?.path === openPath()) takeWorkspace(queries, workspace);
  } catch {
    // It is written; the watch of the workspace tells of it when the connection is back.
  }
}

/** An edit of `pegboard.yaml` as a change that can be undone and redone. */
export function undoOfEdit({
  undo,
  ...made
}: {
  workspace: string;
  done: string;
  undo: string;
  places: readonly string[];
}): ChangeToMake {
  return {
    ...made,
    undo: async () => {
      const { undo: again } = await thisWindow().client.config.undo(
        { undo },
        { context: { workspace: made.workspace } },
      );
      await readWorkspace();
      return again === null ? null : undoOfEdit({ ...made, undo: again });
    },
  };
}

/** A change of `pegboard.yaml` that a screen offers as the cure of what it shows. */
export type ConfigFix = Pick<ConfigEdit, 'changes' | 'done'> & { readonly notice: string };

/** Makes such a change and offers to undo it; a notice shows a failure. */
export async function fixConfig(fix: ConfigFix): Promise<void> {
  const path = openWorkspace()?.path;
  if (path === undefined) return;
  try {
    await editConfig(path, fix);
  } catch (error) {
    tellError(error, strings.editConfig.nothingWasChanged);
  }
}

/** Why an edit was refused, for the field in which it was made; null when it was made. */
export async function refusalOf(edit: Promise<unknown>): Promise<string | null> {
  try {
    await edit;
    return null;
  } catch (error) {
    const { message, hint } = toPegboardError(error);
    return visibleString(hint === undefined ? message : `${message} ${hint}`);
  }
}
