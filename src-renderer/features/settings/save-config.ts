import { editConfig, type PlannedConfigEdit, refusalOf } from '../../platform/edit-config.ts';
import { openRevision, openWorkspace, thisWindow } from '../../platform/this-window.ts';
import { configQuery } from './use-config.ts';

/** Edits `pegboard.yaml` and reads it again, so that what was typed can go. What is wrong in words, or null. */
export async function saveConfig(workspace: string, plan: PlannedConfigEdit): Promise<string | null> {
  const refused = await refusalOf(editConfig(workspace, plan));
  if (refused === null) await thisWindow().queries.prefetchQuery(configQuery(openRevision(openWorkspace())));
  return refused;
}
