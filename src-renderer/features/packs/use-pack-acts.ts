import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ConfigChange, ConfigState } from '#shared/domain/config-edit.ts';
import type { PackFileAt, SkillFileView } from '#shared/domain/skill-editor.ts';
import { PegboardError } from '#shared/errors.ts';
import { editorPath } from '../../documents/document-editor.tsx';
import { isDirty } from '../../documents/document-state.ts';
import { documentAt, releaseDocument } from '../../documents/document-store.ts';
import { draftKey } from '../../documents/draft-journal.ts';
import { forgetTab, openTab, rowKey } from '../../documents/tab-store.ts';
import { useClient } from '../../platform/client.ts';
import { editConfig } from '../../platform/edit-config.ts';
import { toPegboardError } from '../../platform/pegboard-error.ts';
import { offerUndo, tellError } from '../../platform/undo-change.ts';
import { type ChangeToMake, inTurn } from '../../state/undo-store.ts';
import { forgetEditorText } from '../../ui/editor/code-editor.tsx';
import { documentId, documentTitle, packsScreen } from './pack-document.ts';
import { focusPacksPlace, focusWhenThere, type packsPlaces } from './packs-places.ts';
import { chooseSkill, usePacksStore } from './packs-store.ts';
import { refreshPacks } from './use-packs.ts';

/** What the screen does with packs and files; each change is one that Undo takes back. */
export interface PackActs {
  /** Shows a file, and there a skill, and puts the focus there. */
  open(at: PackFileAt, options?: { readonly index?: number; readonly focus?: keyof typeof packsPlaces }): void;
  /** Closes the tab of a file that is no more. */
  forget(at: PackFileAt): void;
  /** Says that a file was made, opens it, and offers to take that back. */
  added(pack: string, made: Pick<SkillFileView, 'file' | 'hash'>, done: string): Promise<void>;
  remove(at: PackFileAt & { readonly index: number }): Promise<void>;
  /** A file was converted into others: they take its place. */
  reformatted(at: PackFileAt, files: readonly string[], undo: string): Promise<void>;
  /** A pack of its own in place of one that comes with Pegboard. */
  copyPack(pack: string): Promise<void>;
  /** Null, or why not. */
  newPack(name: string): Promise<PegboardError | null>;
  /** Whether a file has text that is not saved. */
  isUnsaved(at: PackFileAt): boolean;
}

export function usePackActs(workspace: string): PackActs {
  const client = useClient();
  const queries = useQueryClient();
  return useMemo((): PackActs => {
    const row = rowKey(workspace, packsScreen);
    const keyOf = (at: PackFileAt) => draftKey({ workspace, id: documentId(at) });
    const refresh = () => refreshPacks(queries);
    const open: PackActs['open'] = (at, { index, focus } = {}) => {
      const id = documentId(at);
      openTab(row, { id, title: documentTitle(at.file) });
      if (index !== undefined) chooseSkill(workspace, id, index);
      usePacksStore.getState().change(workspace, { current: `${at.pack}/${at.file}` });
      if (focus) focusWhenThere(focus);
    };
    const forget = (at: PackFileAt) => {
      forgetTab(row, documentId(at));
      if (releaseDocument(keyOf(at))) void forgetEditorText(editorPath(keyOf(at))).catch(() => undefined);
    };
    const isUnsaved = (at: PackFileAt) => {
      const state = documentAt(keyOf(at));
      return state !== undefined && isDirty(state);
    };
    const refuseUnsaved = (at: PackFileAt) => {
      if (!isUnsaved(at)) return;
      throw new PegboardError('file_changed', `${at.file} has text that is not saved.`, {
        hint: 'Save it or revert it first.',
      });
    };
    /** Takes a skill away; gives what brings it back. */
    const take = async (at: PackFileAt & { readonly index: number }, done?: string): Promise<ChangeToMake> => {
      refuseUnsaved(at);
      const { pack, file, index } = at;
      const view = await client.skillEditor.file({ pack, file });
      const name = view.skills.find((skill) => skill.index === index)?.name ?? file;
      const { undo } = await client.skillEditor.remove(
        { pack, file, index, expected_hash: view.hash },
        { context: { workspace } },
      );
      if (view.skills.length <= 1) forget(at);
      else chooseSkill(workspace, documentId(at), Math.max(0, index - 1));
      await refresh();
      return {
        workspace,
        done: done ?? `Deleted ${name}`,
        undo: async () => {
          await client.skillEditor.restore({ undo });
          await refresh();
          open(at, { index });
          return { workspace, done: done ?? `Deleted ${name}`, undo: () => take(at, done) };
        },
      };
    };
    const tell = async (work: () => Promise<void>, title: string) => {
      try {
        await work();
      } catch (error) {
        tellError(error, title);
      }
    };
    return {
      open,
      forget,
      isUnsaved,
      added: async (pack, made, done) => {
        await refresh();
        open({ pack, file: made.file }, { index: 0, focus: 'name' });
        offerUndo({ workspace, done, undo: () => take({ pack, file: made.file, index: 0 }, done) }, made.file);
      },
      remove: (at) =>
        tell(async () => {
          await inTurn(workspace, async () => offerUndo(await take(at), 'Its text is kept in .pegboard/removed too.'));
          focusPacksPlace('tree');
        }, 'Nothing was deleted'),
      reformatted: async (at, files, undo) => {
        forget(at);
        await refresh();
        const [first] = files;
        if (first !== undefined) open({ pack: at.pack, file: first });
        const done = `Converted ${at.file}`;
        const back = async () => {
          for (const file of files) refuseUnsaved({ pack: at.pack, file });
          await client.skillEditor.restore({ undo });
          for (const file of files) forget({ pack: at.pack, file });
          await refresh();
          open(at);
          return null;
        };
        offerUndo(
          { workspace, done, undo: back },
          `Now ${files.slice(0, 3).join(', ')}${files.length > 3 ? ' …' : ''}`,
        );
      },
      copyPack: (pack) =>
        tell(async () => {
          await copyIntoWorkspace({ client, workspace, pack });
          await refresh();
        }, 'The pack was not copied'),
      newPack: async (name) => {
        try {
          await addPack({ client, workspace, name });
          await refresh();
          usePacksStore.getState().change(workspace, { current: name });
          return null;
        } catch (error) {
          return toPegboardError(error);
        }
      },
    };
  }, [client, queries, workspace]);
}

interface PackFolderAt {
  readonly client: ReturnType<typeof useClient>;
  readonly workspace: string;
}

/** Copies a pack into a folder of the workspace, and has the configuration name that. */
async function copyIntoWorkspace({ client, workspace, pack }: PackFolderAt & { readonly pack: string }): Promise<void> {
  const { path, files } = await client.skillEditor.newFolder({ name: pack, copy_of: pack });
  await editConfig(workspace, (state) => ({
    changes: [
      { path: packsPath, value: writtenPacks(state).map((one) => (one.name === pack ? { ...one, path } : one)) },
    ],
    done: `Copied the pack ${pack}`,
    notice: `${files} files, now yours to change, are in ${path}.`,
  }));
}

/** Makes the folder of a new pack, and adds it to the configuration. Error: `invalid_input` when the name is taken. */
async function addPack({ client, workspace, name }: PackFolderAt & { readonly name: string }): Promise<void> {
  if (writtenPacks(await client.config.read()).some((one) => one.name === name)) {
    throw new PegboardError('invalid_input', `The workspace has a pack ${name}.`, { hint: 'Choose another name.' });
  }
  const { path } = await client.skillEditor.newFolder({ name, copy_of: null });
  await editConfig(workspace, (state) => ({
    changes: [{ path: packsPath, value: [...writtenPacks(state), { name, path }] }],
    done: `Added the pack ${name}`,
    notice: `It is in ${path}.`,
  }));
}

type Json = NonNullable<ConfigChange['value']>;

const packsPath = ['skills', 'skill_packs'];

/** The packs that the configuration lists. */
function writtenPacks({ written }: ConfigState): readonly Record<string, Json>[] {
  const skills = written.skills as { skill_packs?: Record<string, Json>[] } | undefined;
  return skills?.skill_packs ?? [];
}
