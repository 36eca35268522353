import type { PackFileAt } from '#shared/domain/skill-editor.ts';
import { thisWindow } from '../../platform/this-window.ts';
import { offerUndo, tellError } from '../../platform/undo-change.ts';
import { type ChangeToMake, inTurn } from '../../state/undo-store.ts';
import { strings } from '../../strings/packs.ts';
import { forgetSkillFile, openSkillFile, refuseUnsaved } from './pack-acts.ts';
import { refreshPacks } from './packs-data.ts';
import { focusPacksPlace } from './packs-places.ts';

const editor = () => thisWindow().client.skillEditor;

/** Removes a file beside a SKILL.md, and offers to put it back. A notice shows a failure. */
export async function removeBeside(workspace: string, at: PackFileAt): Promise<void> {
  try {
    await inTurn(workspace, async () => offerUndo(await take(workspace, at), strings.packActs.copyIsKept));
    focusPacksPlace('tree');
  } catch (error) {
    tellError(error, strings.packActs.nothingWasDeleted);
  }
}

/** Removes the file; gives what brings it back. */
async function take(workspace: string, at: PackFileAt): Promise<ChangeToMake> {
  refuseUnsaved(workspace, at);
  const context = { workspace };
  const { undo } = await editor().removeFolderFile(at, { context });
  forgetSkillFile(workspace, at);
  await refreshPacks();
  const restore = async () => {
    await editor().restore({ undo }, { context });
    await refreshPacks();
    return { workspace, done: strings.packActs.deleted(at.file), undo: () => take(workspace, at) };
  };
  return { workspace, done: strings.packActs.deleted(at.file), undo: restore };
}

/** Makes an empty file beside a SKILL.md and opens it. Errors: those of the core. */
export async function addBeside(workspace: string, at: PackFileAt): Promise<void> {
  await editor().writeFolderFile({ ...at, text: '', expected_hash: null }, { context: { workspace } });
  await refreshPacks();
  openSkillFile(workspace, at, { focus: 'source' });
}

/** Gives a file beside a SKILL.md another path. Errors: those of the core, `file_changed` for unsaved text. */
export async function renameBeside(workspace: string, at: PackFileAt, to: string): Promise<void> {
  refuseUnsaved(workspace, at);
  await editor().renameFolderFile({ ...at, to }, { context: { workspace } });
  forgetSkillFile(workspace, at);
  await refreshPacks();
  openSkillFile(workspace, { pack: at.pack, file: to });
}
