import { editConfig, type PlannedConfigEdit } from '../../platform/edit-config.ts';
import { toPegboardError } from '../../platform/pegboard-error.ts';
import { thisWindow } from '../../platform/this-window.ts';
import { visibleString } from '../../ui/hidden-characters.ts';

/** Edits `pegboard.yaml` and reads it again, so that what was typed can go. What is wrong in words, or null. */
export async function saveConfig(workspace: string, plan: PlannedConfigEdit): Promise<string | null> {
  const { queries } = thisWindow();
  try {
    await editConfig(workspace, plan);
    await queries.invalidateQueries({ queryKey: ['config', workspace] });
    return null;
  } catch (error) {
    const { message, hint } = toPegboardError(error);
    return visibleString(hint === undefined ? message : `${message} ${hint}`);
  }
}
