import { z } from 'zod';
import { importedSkillsSchema, importSkillsInputSchema, removeFilesInputSchema } from '../domain/import-skills.ts';
import { packNameSchema } from '../domain/pack.ts';
import {
  copySkillInputSchema,
  createSkillInputSchema,
  importedSkillMdSchema,
  importSkillMdInputSchema,
  newPackFolderInputSchema,
  newPackFolderSchema,
  packFileSchema,
  packViewSchema,
  previewSkillsInputSchema,
  reformatSkillFileInputSchema,
  reformattedSkillFileSchema,
  removedSkillSchema,
  removeSkillInputSchema,
  renameFolderFileInputSchema,
  skillFileViewSchema,
  skillPreviewSchema,
  writeFolderFileInputSchema,
  writeSkillFileInputSchema,
} from '../domain/skill-editor.ts';
import { folderFileViewSchema } from '../domain/skill-folder.ts';
import { procedure, writing } from './pegboard-procedure.ts';

/** Packs of the open workspace as files that people edit. */
export const skillEditorContract = {
  /** A pack of the workspace: its files, skills and findings. Error: `pack_not_found`. */
  pack: procedure.input(z.object({ pack: packNameSchema })).output(packViewSchema),
  /** One file of it, with what is wrong where. */
  file: procedure.input(packFileSchema).output(skillFileViewSchema),
  /** What is in a text that is not saved yet. */
  check: procedure.input(packFileSchema.extend({ text: z.string() })).output(skillFileViewSchema),
  /** Saves a text. Error: `file_changed` when the file is not what it was; nothing is lost. */
  write: writing.input(writeSkillFileInputSchema).output(skillFileViewSchema),
  /** A new skill in a file of its own. Error: `skill_exists`. */
  create: writing.input(createSkillInputSchema).output(skillFileViewSchema),
  /** A copy under another name, in a file of its own. */
  duplicate: writing.input(copySkillInputSchema).output(skillFileViewSchema),
  /** Another name, in the same file. */
  rename: writing.input(copySkillInputSchema).output(skillFileViewSchema),
  /** Takes a skill out of its file, or the file away when it holds no other. */
  remove: writing.input(removeSkillInputSchema).output(removedSkillSchema),
  /** Undoes a removal. Errors: `undo_gone`, `file_changed`. */
  restore: writing.input(z.object({ undo: z.string() })).output(skillFileViewSchema),
  /** A file in another format with what that loses: a plan, and with `apply` done. Errors: `skill_not_editable`, `file_changed`. */
  reformat: writing.input(reformatSkillFileInputSchema).output(reformattedSkillFileSchema),
  /** A SKILL.md as a skill of a pack: a plan, and with `apply` done. Errors: `skill_not_editable`, `skill_exists`. */
  importSkillMd: writing.input(importSkillMdInputSchema).output(importedSkillMdSchema),
  /** Skill folders with their files into a pack: the plan, and with its `plan_hash` done. Errors: `file_changed`, `unrecognised_format`. */
  importSkills: writing.input(importSkillsInputSchema).output(importedSkillsSchema),
  /** Removes files that hold one skill each, with the files beside a SKILL.md; `restore` undoes it. Error: `file_changed`. */
  removeFiles: writing.input(removeFilesInputSchema).output(removedSkillSchema),
  /** Makes the folder of a new pack under `packs/`; the configuration does not name it yet. Error: `file_exists`. */
  newFolder: writing.input(newPackFolderInputSchema).output(newPackFolderSchema),
  /** A file beside a SKILL.md. */
  folderFile: procedure.input(packFileSchema).output(folderFileViewSchema),
  /** Saves a text beside a SKILL.md. Errors: `file_changed` when the file is not what it was, `invalid_input`, `file_too_large`. */
  writeFolderFile: writing.input(writeFolderFileInputSchema).output(folderFileViewSchema),
  /** Another path in the folder of the same skill. Errors: `file_exists`, `invalid_input`. */
  renameFolderFile: writing.input(renameFolderFileInputSchema).output(folderFileViewSchema),
  /** Removes a file beside a SKILL.md; `restore` undoes it. */
  removeFolderFile: writing.input(packFileSchema).output(removedSkillSchema),
  /** The block that a model would get, for a caller and a budget. */
  preview: procedure.input(previewSkillsInputSchema).output(skillPreviewSchema),
};
