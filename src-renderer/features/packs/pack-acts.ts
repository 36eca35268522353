import type { ConfigChange, ConfigState } from '#shared/domain/config-edit.ts';
import type { SkillFormat } from '#shared/domain/skill.ts';
import type { PackFileAt } from '#shared/domain/skill-editor.ts';
import { PegboardError } from '#shared/errors.ts';
import { editorPath } from '../../documents/document-editor.tsx';
import { isDirty } from '../../documents/document-state.ts';
import { documentAt, releaseDocument } from '../../documents/document-store.ts';
import { draftKey } from '../../documents/draft-journal.ts';
import { forgetTab, openTab, rowKey } from '../../documents/tab-store.ts';
import { editConfig } from '../../platform/edit-config.ts';
import { thisWindow } from '../../platform/this-window.ts';
import { offerUndo, tellError } from '../../platform/undo-change.ts';
import { type ChangeToMake, inTurn } from '../../state/undo-store.ts';
import { strings } from '../../strings/packs.ts';
import { forgetEditorText } from '../../ui/editor/code-editor.tsx';
import { toPegboardError } from '../../ui/pegboard-error.ts';
import { documentId, documentTitle, packsScreen } from './pack-document.ts';
import { refreshPacks } from './packs-data.ts';
import { focusNewPlace, focusPacksPlace, type packsPlaces } from './packs-places.ts';
import { chooseSkill, usePacksStore } from './packs-store.ts';

const editor = () => thisWindow().client.skillEditor;
const keyOf = (workspace: string, at: PackFileAt) => draftKey({ workspace, id: documentId(at) });

/** Shows a file, and there a skill, and puts the focus there. */
export function openSkillFile(
  workspace: string,
  at: PackFileAt,
  { index, focus }: { readonly index?: number; readonly focus?: keyof typeof packsPlaces } = {},
): void {
  const id = documentId(at);
  openTab(rowKey(workspace, packsScreen), { id, title: documentTitle(at.file) });
  if (index !== undefined) chooseSkill(workspace, id, index);
  usePacksStore.getState().change(workspace, { current: `${at.pack}/${at.file}` });
  if (focus) focusNewPlace(focus);
}

/** Closes the tab of a file that no longer exists. */
export function forgetSkillFile(workspace: string, at: PackFileAt): void {
  const key = keyOf(workspace, at);
  forgetTab(rowKey(workspace, packsScreen), documentId(at));
  if (releaseDocument(key)) void forgetEditorText(editorPath(key)).catch(() => undefined);
}

/** Whether a file has text that is not saved. */
export function isUnsaved(workspace: string, at: PackFileAt): boolean {
  const state = documentAt(keyOf(workspace, at));
  return state !== undefined && isDirty(state);
}

/** Error: `file_changed` for a file with text that is not saved. */
export function refuseUnsaved(workspace: string, at: PackFileAt): void {
  if (!isUnsaved(workspace, at)) return;
  throw new PegboardError('file_changed', strings.packActs.hasUnsavedChanges(at.file), {
    hint: strings.packActs.saveRevertFirst,
  });
}

/** Says that a file was made, opens it, and offers to take that back. */
export async function skillAdded(workspace: string, pack: string, file: string, done: string): Promise<void> {
  await refreshPacks();
  openSkillFile(workspace, { pack, file }, { index: 0, focus: 'name' });
  const undo = () => take(workspace, { pack, file, index: 0 }, done);
  offerUndo({ workspace, done, undo }, file);
}

/** Says that skills were imported, opens the first one, and offers to take all of them back. */
export async function skillsAdded(
  workspace: string,
  pack: string,
  written: readonly { readonly file: string; readonly hash: string }[],
  done: string,
): Promise<void> {
  const [first] = written;
  const places = written.map(({ file }) => ({ pack, file }));
  const context = { workspace };
  const show = async () => {
    await refreshPacks();
    if (first) openSkillFile(workspace, { pack, file: first.file }, { index: 0, focus: 'name' });
  };
  const takeBack = async (): Promise<ChangeToMake> => {
    for (const place of places) refuseUnsaved(workspace, place);
    const files = written.map(({ file, hash }) => ({ file, expected_hash: hash }));
    const { undo } = await editor().removeFiles({ pack, files }, { context });
    for (const place of places) forgetSkillFile(workspace, place);
    await refreshPacks();
    const again = async () => {
      await editor().restore({ undo }, { context });
      await show();
      return { workspace, done, undo: takeBack };
    };
    return { workspace, done, undo: again };
  };
  await show();
  offerUndo({ workspace, done, undo: takeBack }, strings.importSkillsDialog.copied(pack));
}

type SkillAt = PackFileAt & { readonly index: number };

/** Takes a skill out of its file, and the file away with its last one. A notice shows a failure. */
export function removeSkill(workspace: string, at: SkillAt): Promise<void> {
  return telling(strings.packActs.nothingWasDeleted, async () => {
    const remove = async () => offerUndo(await take(workspace, at), strings.packActs.copyIsKept);
    await inTurn(workspace, remove);
    focusPacksPlace('tree');
  });
}

/** Takes a skill away; gives what brings it back. */
async function take(workspace: string, at: SkillAt, given?: string): Promise<ChangeToMake> {
  refuseUnsaved(workspace, at);
  const { pack, file, index } = at;
  const context = { workspace };
  const view = await editor().file({ pack, file }, { context });
  const done = given ?? strings.packActs.deleted(view.skills.find((skill) => skill.index === index)?.name ?? file);
  const { undo } = await editor().remove({ pack, file, index, expected_hash: view.hash }, { context });
  if (view.skills.length <= 1) forgetSkillFile(workspace, at);
  else chooseSkill(workspace, documentId(at), Math.max(0, index - 1));
  await refreshPacks();
  const restore = async () => {
    await editor().restore({ undo }, { context });
    await refreshPacks();
    openSkillFile(workspace, at, { index });
    return { workspace, done, undo: () => take(workspace, at, done) };
  };
  return { workspace, done, undo: restore };
}

/** A file was converted into others: they take its place, and `undo` takes that back. */
export async function skillFileReformatted(
  workspace: string,
  at: PackFileAt,
  { files, undo }: { readonly files: readonly string[]; readonly undo: string },
): Promise<void> {
  const { pack } = at;
  forgetSkillFile(workspace, at);
  await refreshPacks();
  const [first] = files;
  if (first !== undefined) openSkillFile(workspace, { pack, file: first });
  const back = async () => {
    for (const file of files) refuseUnsaved(workspace, { pack, file });
    await editor().restore({ undo }, { context: { workspace } });
    for (const file of files) forgetSkillFile(workspace, { pack, file });
    await refreshPacks();
    openSkillFile(workspace, at);
    return null;
  };
  const named = files.slice(0, 3).join(', ');
  const text = files.length > 3 ? strings.packActs.nowAndMore(named, files.length - 3) : strings.packActs.now(named);
  offerUndo({ workspace, done: strings.packActs.converted(at.file), undo: back }, text);
}

/** Copies a pack into a folder of the workspace, and has the configuration name that. A notice shows a failure. */
export function copyPack(workspace: string, pack: string): Promise<void> {
  return telling(strings.packActs.packWasNotCopied, async () => {
    const { path, files } = await editor().newFolder({ name: pack, copy_of: pack }, { context: { workspace } });
    await editConfig(workspace, (state) => ({
      changes: [
        { path: packsPath, value: writtenPacks(state).map((one) => (one.name === pack ? { ...one, path } : one)) },
      ],
      done: strings.packActs.copiedPack(pack),
      notice: strings.packActs.youCanNowChange(files, path),
    }));
    await refreshPacks();
  });
}

/** Makes the folder of a new pack, and adds it to the configuration. Null, or why not. */
export async function addPack(
  workspace: string,
  name: string,
  format: SkillFormat | null,
): Promise<PegboardError | null> {
  try {
    if (writtenPacks(await thisWindow().client.config.read()).some((one) => one.name === name)) {
      throw new PegboardError('invalid_input', strings.packActs.workspaceAlreadyHasPack(name), {
        hint: strings.packActs.chooseAnotherName,
      });
    }
    const { path } = await editor().newFolder({ name, copy_of: null }, { context: { workspace } });
    await editConfig(workspace, (state) => ({
      changes: [{ path: packsPath, value: [...writtenPacks(state), { name, path, ...(format && { format }) }] }],
      done: strings.packActs.addedPack(name),
      notice: strings.packActs.itIsIn(path),
    }));
    await refreshPacks();
    usePacksStore.getState().change(workspace, { current: name });
    return null;
  } catch (error) {
    return toPegboardError(error);
  }
}

async function telling(title: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    tellError(error, title);
  }
}

type Json = NonNullable<ConfigChange['value']>;

const packsPath = ['skills', 'skill_packs'];

/** The packs that the configuration lists. */
function writtenPacks({ written }: ConfigState): readonly Record<string, Json>[] {
  const skills = written.skills as { skill_packs?: Record<string, Json>[] } | undefined;
  return skills?.skill_packs ?? [];
}
