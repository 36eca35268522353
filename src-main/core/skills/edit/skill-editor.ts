import type { CallOptions } from '#shared/contract/from-contract.ts';
import type { ImportedSkills, ImportSkillsInput, RemoveFilesInput } from '#shared/domain/import-skills.ts';
import type { PackSkill } from '#shared/domain/pack.ts';
import { learnedPrefix, type Skill, type SkillFormat, skillNamePattern } from '#shared/domain/skill.ts';
import type {
  CopySkillInput,
  CreateSkillInput,
  ImportedSkillMd,
  ImportSkillMdInput,
  NewPackFolder,
  NewPackFolderInput,
  PackFileAt,
  PackView,
  PreviewSkillsInput,
  ReformatSkillFileInput,
  ReformattedSkillFile,
  RemovedSkill,
  RemoveSkillInput,
  RenameFolderFileInput,
  SkillFileView,
  SkillPreview,
  WriteFolderFileInput,
  WriteSkillFileInput,
} from '#shared/domain/skill-editor.ts';
import type { FolderFileView } from '#shared/domain/skill-folder.ts';
import { formatOfFile } from '#shared/domain/skill-names.ts';
import { PegboardError } from '#shared/errors.ts';
import { editSkill, removeEntry, skillNotEditable } from '#shared/text/edit-skill.ts';
import { renamedSkillMd } from '../formats/rename-skill-md.ts';
import { type PackFile, writePack } from '../formats/write-pack.ts';
import { kebabName } from '../formats/write-skill-md.ts';
import { previewSkills } from '../preview-skills.ts';
import { loadPack } from '../read/load-pack.ts';
import { FolderEdits, type RemovedBeside } from './folder-edits.ts';
import { importSkills } from './import-skills.ts';
import { newPackFolder } from './new-pack-folder.ts';
import { PackFiles, type PackFilesOptions } from './pack-files.ts';
import { fileInPack, type PackFolder } from './pack-folder.ts';
import { planReformat, readImported } from './reformat.ts';
import { formatOf, readPackText, skillFileView } from './skill-file-view.ts';
import { unusedFileName } from './unused-file-name.ts';

/** A change of a file that can be taken back: what it held, and what it holds since; null for nothing. */
interface FileChange extends PackFileAt {
  readonly before: string | null;
  readonly after: string | null;
  /** The files beside a SKILL.md that were removed with it. */
  readonly beside?: RemovedBeside;
}

/** What `restore` undoes: changes of skill files, or the removal of one file beside a SKILL.md. */
type Undo = readonly FileChange[] | RemovedBeside;

/** Changes that can still be undone; the oldest is forgotten first. */
const maximumUndos = 50;

/** Packs as people edit them: by form or by text, one file at a time, never over a change that somebody else made. */
export class SkillEditor {
  readonly #options: PackFilesOptions;
  readonly #disk: PackFiles;
  readonly #folders: FolderEdits;
  readonly #undos = new Map<string, Undo>();

  constructor(options: PackFilesOptions) {
    this.#options = options;
    this.#disk = new PackFiles(options);
    this.#folders = new FolderEdits(this.#disk, options.files);
  }

  async pack({ pack: name }: { pack: string }, call?: CallOptions): Promise<PackView> {
    const { config, folder, editable } = await this.#disk.find(name);
    const { files } = this.#options;
    const read = await loadPack(folder, { files, name, format: config.format, signal: call?.signal });
    const listed = await this.#disk.list(folder, config.format);
    const skillsOf = Map.groupBy(read.skills, ({ file }) => file);
    return {
      name,
      folder,
      editable,
      manifest: read.manifest,
      files: await Promise.all(
        listed.map(async ({ file, format }) => ({
          file,
          format,
          beside: await this.#folders.counted(folder, file, skillsOf.get(file)?.[0]?.folder_files),
          skills: (skillsOf.get(file) ?? []).map((skill) => ({
            name: skill.name,
            title: skill.title,
            line: skill.line,
          })),
        })),
      ),
      tags: [...new Set(read.skills.flatMap(({ tags }) => tags))].sort(),
      findings: read.findings,
    };
  }

  async file(at: PackFileAt): Promise<SkillFileView> {
    return this.#view(at, await this.#disk.read(at));
  }

  async check({ text, ...at }: PackFileAt & { readonly text: string }): Promise<SkillFileView> {
    return this.#view(at, text);
  }

  async write({ expected_hash, text, ...at }: WriteSkillFileInput): Promise<SkillFileView> {
    await this.#disk.change(at, expected_hash, () => text);
    return this.#view(at, text);
  }

  async create({ pack, format, ...given }: CreateSkillInput): Promise<SkillFileView> {
    const { title = null, description = null, task_type = 'unknown', tags = [], ...own } = given;
    const { preconditions = [], failure_modes = [], ...texts } = own;
    const skill = { title, description, task_type, tags, preconditions, failure_modes, ...texts };
    await this.#refuseName(pack, given.name);
    return this.#writeNew(pack, fileOf(pack, { ...skill, body: '', derived: [], extra: {} }, format));
  }

  async duplicate({ pack, file, index, name, expected_hash }: CopySkillInput): Promise<SkillFileView> {
    await this.#refuseName(pack, name);
    const view = await this.#expected({ pack, file }, expected_hash);
    const skill = this.#skillOf(view, pack, index);
    if (view.format === 'skill-md') {
      const made = await this.#folders.copySkill({ pack, file }, { name, text: renamedSkillMd(skill, name) });
      return this.file({ pack, file: made });
    }
    const copy = { ...skill, name };
    const made = fileOf(pack, copy, view.format);
    if (view.skills.length > 1) return this.#writeNew(pack, made);
    // The only skill of its file comes with its comments, and with its fields as they are written.
    const { text, format } = view;
    return this.#writeNew(pack, {
      ...made,
      text: editSkill({ text, format, index, change: { field: 'name', value: name } }),
    });
  }

  async rename({ pack, file, index, name, expected_hash }: CopySkillInput): Promise<SkillFileView> {
    await this.#refuseName(pack, name);
    const change = { field: 'name', value: name };
    const format = formatOf(file);
    const text = await this.#disk.change({ pack, file }, expected_hash, (before) => {
      if (format !== 'skill-md') return editSkill({ text: before ?? '', format, index, change });
      const [skill] = readPackText({ pack, file, text: before ?? '' }).value;
      if (!skill) throw skillNotEditable('The skill cannot be read.', 'Correct its errors first.');
      return renamedSkillMd(skill, name);
    });
    return this.#view({ pack, file }, text ?? '');
  }

  async remove({ pack, file, index, expected_hash }: RemoveSkillInput): Promise<RemovedSkill> {
    const at = { pack, file };
    const view = await this.#expected(at, expected_hash);
    const format = formatOfFile(file.split('/').at(-1) ?? '');
    if (!view.skills.some((skill) => skill.index === index))
      throw skillNotEditable('The file has no such skill.', 'Read it again.');
    const isOnly = format === null || format === 'skill-md' || view.skills.length === 1;
    const { change, kept_at } = await this.#takeAway(at, view, (before) =>
      isOnly ? null : removeEntry(before ?? '', format, index),
    );
    return { undo: this.#remember([change]), kept_at };
  }

  /** Removes files as they were written, or none of them. Errors: `file_changed`, `file_not_found`. */
  async removeFiles({ pack, files }: RemoveFilesInput): Promise<RemovedSkill> {
    const views: SkillFileView[] = [];
    for (const { file, expected_hash } of files) views.push(await this.#expected({ pack, file }, expected_hash));
    const taken: { change: FileChange; kept_at: string }[] = [];
    for (const view of views) taken.push(await this.#takeAway({ pack, file: view.file }, view, () => null));
    return { undo: this.#remember(taken.map(({ change }) => change)), kept_at: taken[0]?.kept_at ?? '' };
  }

  async reformat({ pack, file, expected_hash, to, apply }: ReformatSkillFileInput): Promise<ReformattedSkillFile> {
    const at = { pack, file };
    const view = await this.#expected(at, expected_hash);
    const { folder } = await this.#disk.find(pack);
    const planned = await planReformat(
      { ...at, to, folder, skills: readPackText({ ...at, text: view.text }) },
      this.#options.files,
    );
    const plan = {
      files: planned.files.map(({ path, text }) => ({ file: path, text })),
      loss: planned.loss,
      undo: null,
    };
    if (!apply) return plan;
    await this.#disk.keepAside(at, view.text);
    const changes: FileChange[] = [];
    for (const one of planned.files) {
      const written = await this.#writeNew(pack, one);
      changes.push({ pack, file: written.file, before: null, after: written.text });
    }
    const beside = await this.#folders.keepAll(at);
    await this.#disk.change(at, expected_hash, () => null);
    if (beside) await this.#folders.removeKept(beside);
    changes.push({ ...at, before: view.text, after: null, ...(beside && { beside }) });
    return {
      ...plan,
      files: changes.slice(0, -1).map((change) => ({ file: change.file, text: change.after ?? '' })),
      undo: this.#remember(changes),
    };
  }

  async importSkillMd({ pack, name, text, apply }: ImportSkillMdInput): Promise<ImportedSkillMd> {
    const { config } = await this.#disk.find(pack);
    const { skill, findings } = readImported(name, text);
    await this.#refuseName(pack, skill.name);
    const format = config.format ?? 'md';
    const made =
      format === 'skill-md' ? { path: `${kebabName(skill.name)}/SKILL.md`, text } : fileOf(pack, skill, format);
    const told = { skill: skill.name, findings };
    if (!apply) return { ...told, file: made.path, text: made.text, hash: null };
    const written = await this.#writeNew(pack, made);
    return { ...told, file: written.file, text: written.text, hash: written.hash };
  }

  importSkills(input: ImportSkillsInput, call?: CallOptions): Promise<ImportedSkills> {
    return importSkills(input, { disk: this.#disk, files: this.#options.files, signal: call?.signal });
  }

  newFolder(input: NewPackFolderInput): Promise<NewPackFolder> {
    return newPackFolder(input, this.#options);
  }

  /** Takes a change back; the view is of the last file that it changed. */
  async restore({ undo }: { undo: string }): Promise<SkillFileView> {
    const undone = this.#undos.get(undo);
    if (!undone) {
      throw new PegboardError('undo_gone', 'This removal can no longer be undone.', {
        hint: 'Its text is kept in the cache folder, under removed/.',
      });
    }
    const changes = 'kept' in undone ? [] : undone;
    if ('kept' in undone) await this.#folders.putBack(undone);
    for (const { before, after, pack, file, beside } of changes.toReversed()) {
      if (beside) await this.#folders.putBack(beside);
      await this.#disk.change({ pack, file }, this.#disk.hashOf(after), () => before);
    }
    this.#undos.delete(undo);
    if ('kept' in undone) return this.file({ pack: undone.pack, file: undone.skillMd });
    const { pack, file, before } = changes.at(-1) ?? { pack: '', file: '', before: '' };
    return this.#view({ pack, file }, before ?? '');
  }

  async preview({ skills, caller, max_tokens }: PreviewSkillsInput, call?: CallOptions): Promise<SkillPreview> {
    const { library, session } = this.#options;
    const draft = 'text' in skills ? readPackText(skills) : null;
    const drafted = draft?.value.filter(({ name }) => !('text' in skills) || (skills.only ?? name) === name);
    return session.onCurrent(({ loaded: workspace }) =>
      library.use({ workspace, caller, signal: call?.signal }, ({ scope, store }) => {
        // The texts as their authors wrote them: the texts of the scope have no hidden names left.
        const named =
          'names' in skills
            ? skills.names.flatMap((name) => {
                const row = scope.skills.get(name)?.row;
                return store.all().filter((skill) => skill.row === row);
              })
            : [];
        const budget = max_tokens ?? scope.config.max_tokens;
        return previewSkills(drafted ?? named, { scope, budget, findings: draft?.findings ?? [] });
      }),
    );
  }

  #view(at: PackFileAt, text: string): Promise<SkillFileView> {
    return this.#options.session.onCurrent(async ({ loaded: workspace }) => skillFileView({ ...at, text, workspace }));
  }

  folderFile(at: PackFileAt): Promise<FolderFileView> {
    return this.#folders.read(at);
  }

  writeFolderFile(input: WriteFolderFileInput): Promise<FolderFileView> {
    return this.#folders.write(input);
  }

  renameFolderFile(input: RenameFolderFileInput): Promise<FolderFileView> {
    return this.#folders.rename(input);
  }

  async removeFolderFile(at: PackFileAt): Promise<RemovedSkill> {
    const removed = await this.#folders.remove(at);
    return { undo: this.#remember(removed), kept_at: removed.shown };
  }

  /** Removes a file, or what `next` leaves of it, with the files beside a SKILL.md; copies are kept. */
  async #takeAway(at: PackFileAt, { text, hash }: SkillFileView, next: (before: string | null) => string | null) {
    const kept_at = await this.#disk.keepAside(at, text);
    const beside = await this.#folders.keepAll(at);
    const after = await this.#disk.change(at, hash, next);
    if (beside) await this.#folders.removeKept(beside);
    const change: FileChange = { ...at, before: text, after, ...(beside && { beside }) };
    return { change, kept_at: beside?.shown ?? kept_at };
  }

  #remember(changes: Undo): string {
    const [oldest] = this.#undos.keys();
    if (this.#undos.size >= maximumUndos && oldest !== undefined) this.#undos.delete(oldest);
    const undo = this.#options.newId();
    this.#undos.set(undo, changes);
    return undo;
  }

  /** Error: `skill_not_editable` for a skill that has errors. */
  #skillOf({ file, text, skills }: SkillFileView, pack: string, index: number): PackSkill {
    const name = skills.find((entry) => entry.index === index)?.name;
    const skill = readPackText({ pack, file, text }).value.find((one) => one.name === name);
    if (skill) return skill;
    throw skillNotEditable('The skill cannot be read.', 'Correct its errors first.');
  }

  async #expected(at: PackFileAt, hash: string): Promise<SkillFileView> {
    const view = await this.file(at);
    if (view.hash !== hash) throw this.#disk.changed(at, view.hash);
    return view;
  }

  async #writeNew(pack: string, made: PackFile): Promise<SkillFileView> {
    const found: PackFolder = await this.#disk.find(pack);
    const file = await unusedFileName(found, made.path, this.#options.files);
    await fileInPack(found, file, this.#options.files);
    return this.write({ pack, file, text: made.text, expected_hash: null });
  }

  async #refuseName(pack: string, name: string): Promise<void> {
    if (!skillNamePattern.test(name) || name.startsWith(learnedPrefix)) {
      throw new PegboardError('invalid_input', `"${name.slice(0, 100)}" is not a valid skill name.`, {
        hint: 'Use letters, digits, "_", "-", "." and ":", at most 200; names that start with "learned." are reserved.',
      });
    }
    const { skills } = await this.#disk.load(pack);
    const twin = skills.find((skill) => skill.name.toLowerCase() === name.toLowerCase());
    if (!twin) return;
    throw new PegboardError('skill_exists', `${twin.name} is in ${twin.file}.`, {
      hint: 'Choose another name.',
      data: { file: twin.file, line: twin.line },
    });
  }
}

/** A file for one skill, named after it also where a format has one file for all. */
function fileOf(pack: string, skill: Skill, format: SkillFormat): PackFile {
  const [made] = writePack({ name: pack, manifest: {}, skills: [skill] }, format).files;
  const [named] = format === 'jsonl' ? writePack({ name: pack, manifest: {}, skills: [skill] }, 'json').files : [made];
  return { path: format === 'jsonl' ? `${named?.path}l` : (made?.path ?? ''), text: made?.text ?? '' };
}
