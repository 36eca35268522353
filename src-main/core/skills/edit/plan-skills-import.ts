import { dirname, join } from 'node:path';
import { dirname as posixDirname } from 'node:path/posix';
import { canonicalJson } from '#shared/canonical-json.ts';
import type { Finding } from '#shared/domain/finding.ts';
import type { ImportedSkills, SkillsToImport } from '#shared/domain/import-skills.ts';
import type { PackSkill } from '#shared/domain/pack.ts';
import { learnedPrefix, type SkillFormat, skillNamePattern } from '#shared/domain/skill.ts';
import type { Loss } from '#shared/domain/skill-conversion.ts';
import { skillFinding } from '#shared/domain/skill-finding.ts';
import type { SkillFolderFile } from '#shared/domain/skill-folder.ts';
import { PegboardError } from '#shared/errors.ts';
import { estimateTokens } from '#shared/tokens.ts';
import type { BytesWrite, Files, FileWrite } from '../../files/files.ts';
import { textHash } from '../export/export-journal.ts';
import { safePath } from '../export/safe-path.ts';
import { writePack } from '../formats/write-pack.ts';
import { incomingLimits } from '../incoming/incoming-limits.ts';
import { type IncomingSkills, incomingSkills } from '../incoming/incoming-skills.ts';
import { listSkillFiles } from '../read/list-skill-files.ts';
import { loadPack } from '../read/load-pack.ts';
import { readSkillFolderFile } from '../read/skill-folder.ts';

/** The pack that skills come into. */
interface TargetPack {
  readonly name: string;
  /** Full path. */
  readonly folder: string;
  readonly format: SkillFormat | null;
  readonly skills: readonly PackSkill[];
}

interface SkillsImport {
  readonly view: Omit<ImportedSkills, 'written'>;
  /** Full paths of what is written, each SKILL.md behind the files beside it. */
  readonly writes: () => Promise<readonly (FileWrite | BytesWrite)[]>;
  /** The files of the skills with the hashes of their texts. */
  readonly written: readonly { readonly file: string; readonly hash: string }[];
}

/** A skill that comes, and the files that it becomes. */
interface Incoming {
  readonly skill: PackSkill;
  readonly file: string;
  readonly text: string;
  readonly beside: readonly SkillFolderFile[];
}

/**
 * What importing skill folders into a pack would write. Nothing is written. Whatever is wrong with one skill is a finding and leaves
 * the others. Errors: those of `incomingSkills`; `unrecognised_format` where there is no SKILL.md.
 */
export async function planSkillsImport(
  from: SkillsToImport,
  pack: TargetPack,
  files: Files,
  signal?: AbortSignal,
): Promise<SkillsImport> {
  const origin = await incomingSkills(from, files, signal);
  const listed = (await listSkillFiles(origin.root, origin.files, { signal })).skillFiles.filter(
    ({ format }) => format === 'skill-md',
  );
  if (listed.length === 0) throw noSkills('path' in from ? from.path : from.name, origin.findings);
  const read = await loadPack(origin.root, { files: origin.files, format: 'skill-md', name: pack.name, signal });
  const findings = [...origin.findings, ...read.findings.filter(({ code }) => code !== 'pack_name_differs')];
  const chosen = withinLimits(read.skills, (finding) => findings.push(finding)).filter((skill) => {
    const problem = nameProblem(skill, pack);
    if (problem) findings.push(problem);
    return problem === null;
  });
  const format = pack.format ?? 'md';
  const taken = new Set((await files.list(pack.folder)).map((name) => name.toLowerCase()));
  const loss: Loss[] = [];
  const incoming = chosen.map((skill): Incoming => {
    const made = writePack({ name: pack.name, manifest: {}, skills: [skill] }, format === 'jsonl' ? 'json' : format);
    const [file] = made.files;
    const isFolder = format === 'skill-md';
    const path = freePath(`${file?.path ?? ''}${format === 'jsonl' ? 'l' : ''}`, taken);
    const text = isFolder
      ? (skill.original ?? '')
      : format === 'jsonl'
        ? jsonLine(file?.text ?? '')
        : (file?.text ?? '');
    if (!isFolder) loss.push(...made.loss);
    return { skill, file: path, text, beside: isFolder ? oneOfTwins(skill, (finding) => findings.push(finding)) : [] };
  });
  const names = new Set(chosen.map(({ file }) => file));
  const facts = incoming.map(({ skill, file, text, beside }) => [skill.file, file, textHash(text), beside]);
  return {
    view: {
      plan_hash: textHash(canonicalJson([pack.name, facts])),
      skills: await Promise.all(incoming.map((one) => shown(one, origin))),
      left_out: listed.map(({ file }) => file).filter((file) => !names.has(file)),
      loss,
      findings,
    },
    writes: () => writesOf(incoming, { origin, pack, files }),
    written: incoming.map(({ file, text }) => ({ file, hash: textHash(text.replace(/^\ufeff/, '')) })),
  };
}

async function shown({ skill, file, text, beside }: Incoming, { root, files }: IncomingSkills) {
  const folder = dirname(join(root, skill.file));
  const others = beside.map(async ({ path, size, text: isText }) => {
    const content = isText ? await files.readText(join(folder, path), { regularOnly: true }).catch(() => null) : null;
    return { path, size, tokens: content === null ? null : estimateTokens(content) };
  });
  const own = { path: file.split('/').at(-1) ?? file, size: Buffer.byteLength(text), tokens: estimateTokens(text) };
  return { name: skill.name, from: skill.file, file, files: [own, ...(await Promise.all(others))] };
}

async function writesOf(
  incoming: readonly Incoming[],
  { origin, pack, files }: { readonly origin: IncomingSkills; readonly pack: TargetPack; readonly files: Files },
): Promise<readonly (FileWrite | BytesWrite)[]> {
  const writes: (FileWrite | BytesWrite)[] = [];
  for (const { skill, file, text, beside } of incoming) {
    const folder = dirname(join(origin.root, skill.file));
    for (const { path, executable } of beside)
      writes.push({
        path: await safePath(pack.folder, `${posixDirname(file)}/${path}`, files),
        bytes: () => readSkillFolderFile(folder, beside, path, origin.files),
        executable,
      });
    writes.push({ path: await safePath(pack.folder, file, files), text });
  }
  return writes;
}

/** The first skills that fit into one import; the others are left out with a finding. */
function withinLimits(skills: readonly PackSkill[], say: (finding: Finding) => void): PackSkill[] {
  const { skills: most, files, bytes } = incomingLimits;
  const room = { files: files as number, bytes: bytes as number };
  const kept: PackSkill[] = [];
  for (const skill of skills) {
    const size = skill.folder_files.reduce((sum, one) => sum + one.size, Buffer.byteLength(skill.original ?? ''));
    const count = skill.folder_files.length + 1;
    if (kept.length < most && room.files >= count && room.bytes >= size) {
      kept.push(skill);
      room.files -= count;
      room.bytes -= size;
    } else {
      const message = `${skill.name} is left out: an import takes at most ${most} skills, ${files} files and ${bytes / 1024 / 1024} MiB.`;
      say(skillFinding('too_many_files', { path: skill.file }, message, 'Import it in another import.'));
    }
  }
  return kept;
}

/** Why a skill cannot come into a pack under its name; null when it can. */
function nameProblem({ name, file, line }: PackSkill, { skills }: TargetPack): Finding | null {
  const place = { path: file, line };
  if (!skillNamePattern.test(name) || name.startsWith(learnedPrefix)) {
    const message = `"${name.slice(0, 100)}" is not a valid skill name; it is left out.`;
    return skillFinding('name_invalid', place, message, 'Use letters, digits, "_", "-", "." and ":", at most 200.');
  }
  const twin = skills.find((one) => one.name.toLowerCase() === name.toLowerCase());
  if (!twin) return null;
  const message = `${twin.name} is already in the pack, in ${twin.file}; this one is left out.`;
  return skillFinding('name_duplicate', place, message, 'Rename one of the two.');
}

/** The files beside a SKILL.md without those that some disk would write over another. */
function oneOfTwins({ file, folder_files }: PackSkill, say: (finding: Finding) => void): SkillFolderFile[] {
  const seen = new Map([['skill.md', 'SKILL.md']]);
  return folder_files.filter(({ path }) => {
    const key = path.normalize('NFC').toLowerCase();
    const twin = seen.get(key);
    if (twin === undefined) seen.set(key, path);
    else {
      const place = { path: `${file.slice(0, -'SKILL.md'.length)}${path}` };
      const message = `It differs from ${twin} only by case; some disks hold only one of the two.`;
      say(skillFinding('folder_file_left_out', place, message, 'Rename one of them.'));
    }
    return twin === undefined;
  });
}

/** The path, or with `-2`, `-3` … the first whose first part is free. */
function freePath(path: string, taken: Set<string>): string {
  const [first = '', ...rest] = path.split('/');
  const [, stem = first, ending = ''] = /^(.*?)(\.skill\.\w+)?$/.exec(first) ?? [];
  let free = first;
  for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${stem}-${n}${ending}`;
  taken.add(free.toLowerCase());
  return [free, ...rest].join('/');
}

function jsonLine(json: string): string {
  return `${JSON.stringify(JSON.parse(json))}\n`;
}

function noSkills(name: string, findings: readonly Finding[]): PegboardError {
  const [first] = findings;
  return new PegboardError('unrecognised_format', `${name.slice(0, 300)} holds no SKILL.md.`, {
    hint: first
      ? `${first.path}: ${first.message}`
      : 'Choose the folder of a skill, which has a SKILL.md, or a folder with such folders.',
  });
}
