import { basename, dirname, join } from 'node:path';
import type { z } from 'zod';
import type { Finding } from '#shared/domain/finding.ts';
import { type LoadedPack, type PackManifest, type PackSkill, packManifestSchema } from '#shared/domain/pack.ts';
import { packPrefix, type SkillFormat } from '#shared/domain/skill.ts';
import { skillFinding } from '#shared/domain/skill-finding.ts';
import { formatOfFile, nameFor, slugOf } from '#shared/domain/skill-names.ts';
import { isPegboardError } from '#shared/errors.ts';
import { normaliseLine } from '#shared/text/skill-texts.ts';
import { type Found, isRecord } from '#shared/text/values.ts';
import { readYamlValues } from '#shared/text/yaml-values.ts';
import { throwIfCancelled } from '../../cancellation.ts';
import type { Files } from '../../files/files.ts';
import { closestTo } from '../../workspace/closest-name.ts';
import { folderLinkFindings } from '../lint/folder-links.ts';
import { packContentHash } from './content-hash.ts';
import { listSkillFiles, manifestName, type SkillFilePath } from './list-skill-files.ts';
import { readSkillFile } from './skill-file.ts';
import { filesHash, listSkillFolder } from './skill-folder.ts';

export interface LoadPackOptions {
  readonly files: Files;
  /** Read only files of this kind; null reads every kind (R8.17). */
  readonly format?: SkillFormat | null;
  /** Leaves every SKILL.md out, for a caller that reads them as a pack of their own. */
  readonly withoutSkillMd?: boolean;
  /** Name of the pack; without it what its manifest says, else its folder. */
  readonly name?: string;
  /** Folders inside of it that are left out, relative, with `/`. */
  readonly exclude?: readonly string[];
  /** Names of skills that are left out. */
  readonly leaveOut?: readonly string[];
  readonly signal?: AbortSignal | undefined;
  /** Told of each folder before it is read. */
  readonly onFolder?: (path: string) => void;
}

/** Largest file that is read: one skill is prose, a JSONL may hold thousands. */
const maximumBytes = { one: 2 * 1024 * 1024, many: 32 * 1024 * 1024 };

/**
 * Reads the pack in a folder (R8.15–R8.30). Whatever is wrong with a file is a finding and leaves the other files; paths in
 * findings are relative to the folder.
 */
export async function loadPack(root: string, options: LoadPackOptions): Promise<LoadedPack> {
  const { files, format = null, withoutSkillMd = false, exclude = [], leaveOut = [], signal, onFolder } = options;
  const listed = await listSkillFiles(root, files, { signal, onFolder });
  const manifest = await readManifest(root, files);
  const name = options.name ?? manifest.value.name ?? slugOf(basename(root), 'pack');
  const wanted = listed.skillFiles.filter(
    (one) =>
      (format === null || one.format === format) &&
      !(withoutSkillMd && one.format === 'skill-md') &&
      !exclude.some((folder) => one.file.startsWith(`${folder}/`)),
  );
  const read = await readFiles(wanted, { root: await files.realPath(root), name, files, signal, onFolder });
  const findings = withoutRepeats([...listed.findings, ...manifest.findings, ...read.findings]);
  if (manifest.value.name !== undefined && manifest.value.name !== name) {
    findings.push(
      skillFinding(
        'pack_name_differs',
        { path: manifestName },
        `The pack calls itself ${manifest.value.name}; here it is ${name}.`,
      ),
    );
  }
  for (const one of leaveOut) {
    if (read.value.some((skill) => skill.name === one)) continue;
    const message = `left_out_skill_names of ${name} has "${one.slice(0, 200)}", which is not a skill in this pack.`;
    findings.push(skillFinding('left_out_unknown', { path: '' }, message, 'Correct the name or remove it.'));
  }
  const skills = read.value.filter((skill) => !leaveOut.includes(skill.name));
  return packOf({ name, manifest: manifest.value, skills, findings });
}

/** The skills of one file, as a pack of its own. Error: those of reading it. */
export async function loadSkillFile(path: string, { files }: Pick<LoadPackOptions, 'files'>): Promise<LoadedPack> {
  const file = basename(path);
  const format = formatOfFile(file) ?? (/\.md$/i.test(file) ? 'skill-md' : 'yaml');
  const name = slugOf(basename(dirname(path)), 'pack');
  const root = dirname(await files.realPath(path));
  const read = await readFiles([{ file, path, format }], { root, name, files, signal: undefined });
  return packOf({ name, manifest: {}, skills: read.value, findings: read.findings });
}

async function readManifest(
  root: string,
  files: Files,
): Promise<{ value: PackManifest; findings: readonly Finding[] }> {
  const path = join(await files.realPath(root), manifestName);
  // A link may lead to any file, whose keys the findings would show; the list of files names it.
  if (!(await files.exists(path)) || (await files.realPath(path)) !== path) return { value: {}, findings: [] };
  try {
    return readPackManifest(await files.readText(path, { maximumBytes: 256 * 1024, regularOnly: true }), manifestName);
  } catch (error) {
    return { value: {}, findings: [unreadableFile(manifestName, error)] };
  }
}

interface ReadOptions {
  /** Folder of the pack, a real path. */
  readonly root: string;
  readonly name: string;
  readonly files: Files;
  readonly signal: AbortSignal | undefined;
  readonly onFolder?: ((path: string) => void) | undefined;
}

async function readFiles(
  wanted: readonly SkillFilePath[],
  { root, name, files, signal, onFolder }: ReadOptions,
): Promise<{ value: PackSkill[]; findings: Finding[] }> {
  const value: PackSkill[] = [];
  const findings: Finding[] = [];
  for (let start = 0; start < wanted.length; start += atOnce) {
    throwIfCancelled(signal);
    const some = wanted.slice(start, start + atOnce);
    const texts = await Promise.all(some.map((one) => textOf(one, files)));
    for (const [i, { file, path, format }] of some.entries()) {
      const text = texts[i];
      if (typeof text !== 'string') {
        if (text) findings.push(text);
        continue;
      }
      const read = readSkillFile({
        file,
        format,
        text,
        nameFor: format === 'skill-md' ? () => basename(dirname(path)) : nameFor(name, file),
      });
      for (const finding of read.findings) findings.push(finding);
      if (format !== 'skill-md') {
        for (const skill of read.value) value.push(skill);
        continue;
      }
      const beside = await listSkillFolder({ root, file }, { files, signal, onFolder });
      for (const skill of read.value)
        value.push({ ...skill, folder_files: beside.value, files_hash: filesHash(beside.value) });
      const folder = { root, file, skillMd: text, listed: beside.value, texts: beside.texts };
      findings.push(...beside.findings, ...(await folderLinkFindings(folder, files)));
    }
  }
  return { value, findings };
}

/** Files that are read side by side. */
const atOnce = 16;

/** The text of a file, or why there is none. */
async function textOf({ file, path, format }: SkillFilePath, files: Files): Promise<string | Finding> {
  try {
    const limit = format === 'jsonl' ? maximumBytes.many : maximumBytes.one;
    return await files.readText(path, { maximumBytes: limit, regularOnly: true, keepMark: true });
  } catch (error) {
    return unreadableFile(file, error);
  }
}

function unreadableFile(file: string, error: unknown): Finding {
  if (!isPegboardError(error)) throw error;
  if (error.code !== 'file_too_large') {
    return skillFinding('file_unreadable', { path: file }, error.message, error.hint);
  }
  const limit = Number(error.data?.maximumBytes) / 1024 / 1024;
  const message = `The file is larger than ${limit} MiB, which is the limit.`;
  return skillFinding('file_too_large', { path: file }, message, 'Move details to files beside it, or split it.');
}

/** A link is found with the skill files and with the files of its skill. */
function withoutRepeats(findings: readonly Finding[]): Finding[] {
  const links = new Set<string | undefined>();
  return findings.filter(({ code, path }) => code !== 'link_skipped' || (!links.has(path) && links.add(path)));
}

/** A pack of these skills, with what is wrong between them: names that meet, and names that break the convention. */
function packOf({ name, manifest, skills, findings }: Omit<LoadedPack, 'pack_content_hash'>): LoadedPack {
  const kept = new Map<string, PackSkill>();
  const byLowerCase = new Map<string, PackSkill>();
  const own: Finding[] = [];
  for (const skill of skills) {
    const place = { path: skill.file, line: skill.line };
    const twin = kept.get(skill.name);
    const almost = byLowerCase.get(skill.name.toLowerCase());
    if (twin) {
      own.push(
        skillFinding(
          'name_duplicate',
          place,
          `${skill.name} is also in ${twin.file}:${twin.line}; this one is left out.`,
          'Rename one of the two.',
        ),
      );
      continue;
    }
    if (almost) {
      own.push(
        skillFinding(
          'name_case',
          place,
          `${skill.name} differs from ${almost.name} in ${almost.file} only by case.`,
          'Rename one: some disks can store only one of two such files.',
        ),
      );
    }
    if (!skill.name.startsWith(packPrefix(name)) && skill.derived.length === 0) {
      own.push(
        skillFinding(
          'name_convention',
          place,
          `The name ${skill.name} does not start with "${packPrefix(name)}".`,
          'Rename it, so that it cannot clash with a skill of another pack.',
        ),
      );
    }
    kept.set(skill.name, skill);
    byLowerCase.set(skill.name.toLowerCase(), skill);
  }
  for (const pinned of manifest.pinned_skill_names ?? []) {
    if (!kept.has(pinned))
      own.push(
        skillFinding(
          'pin_unknown',
          { path: manifestName },
          `pinned_skill_names has "${normaliseLine(pinned).slice(0, 200)}", which is not a skill in this pack.`,
          'Correct the name or remove it.',
        ),
      );
  }
  const all = [...kept.values()];
  return { name, manifest, skills: all, findings: [...findings, ...own], pack_content_hash: packContentHash(all) };
}

/** What a `pack.yaml` says. A field that is wrong is left out and reported; an unknown key is reported. */
function readPackManifest(text: string, file: string): Found<PackManifest> {
  const read = readYamlValues(text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n'));
  if (!read.ok) {
    const { place, message, hint } = read.problem;
    return { value: {}, findings: [skillFinding('manifest_invalid', { path: file, ...place }, `${message}.`, hint)] };
  }
  const { value, placeOf } = read.values;
  if (value === null) return { value: {}, findings: [] };
  if (!isRecord(value)) {
    const message = 'The file must hold keys and values, such as "name: core".';
    return { value: {}, findings: [skillFinding('manifest_invalid', { path: file, line: 1 }, message)] };
  }
  const findings: Finding[] = [];
  const known = Object.keys(packManifestSchema.shape) as (keyof PackManifest)[];
  const manifest: Partial<Record<keyof PackManifest, unknown>> = {};
  for (const [key, given] of Object.entries(value)) {
    const field = known.find((name) => name === key);
    const place = { path: file, ...placeOf([key]) };
    if (!field) {
      const near = closestTo(key, known);
      const hint = near ? `Did you mean "${near}"?` : `Known keys: ${known.join(', ')}.`;
      findings.push(
        skillFinding(
          'manifest_unknown_key',
          place,
          `${key.slice(0, 60)} is not a key of pack.yaml; it has no effect.`,
          hint,
        ),
      );
      continue;
    }
    if (given === null) continue;
    const schema: z.ZodType = packManifestSchema.shape[field];
    const parsed = schema.safeParse(given);
    if (parsed.success) manifest[field] = parsed.data;
    else
      findings.push(
        skillFinding('manifest_invalid', place, `${field}: ${parsed.error.issues[0]?.message ?? 'not valid'}.`),
      );
  }
  return { value: packManifestSchema.parse(manifest), findings };
}
