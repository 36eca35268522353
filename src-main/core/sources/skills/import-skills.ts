import { join } from 'node:path';
import { type Finding, finding } from '#shared/domain/finding.ts';
import type { ImportPlan, SkillsPlan } from '#shared/domain/import-plan.ts';
import { type SourcePart, skillPart } from '../../approval/parts.ts';
import type { BytesWrite, Files } from '../../files/files.ts';
import type { McpSession } from '../../mcp/connect-mcp.ts';
import type { BesideImport } from '../../workspace/import-change.ts';
import { containedPath, type LoadedWorkspace } from '../../workspace/load-workspace.ts';
import { textOfSkill } from '../../workspace/skill-parts.ts';
import { digestOfBytes, type StoredSkills, storedSkills } from '../../workspace/stored-skills.ts';
import { type OfferedSkill, type OfferedSkills, offeredSkills, skillLeftOut } from './offered-skills.ts';

interface FetchedFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** The files of the skills that an import writes, by the folder of each skill. */
type FetchedSkills = ReadonlyMap<string, readonly FetchedFile[]>;

interface SkillImportParts {
  readonly loaded: LoadedWorkspace;
  readonly session: McpSession;
  /** The name that the source has or gets. */
  readonly source: string;
  readonly files: Files;
  /** Hides the secrets of the connection. */
  readonly masker: { value<Value>(value: Value): Value };
}

/**
 * The skills of a server in one import: asked for, planned, read, written. A list of skills is one request; the files of a skill are
 * asked for when the user imports, and no earlier. Whatever is wrong with a skill leaves it out and is a finding.
 */
export class SkillImport {
  readonly #parts: SkillImportParts;
  #offered: OfferedSkills;
  #fetched: FetchedSkills = new Map();
  #plan: SkillsPlan | undefined;

  private constructor(parts: SkillImportParts, offered: OfferedSkills) {
    this.#parts = parts;
    this.#offered = offered;
  }

  /** Asks a server for its skills. Errors: those of the session. */
  static async ask(parts: SkillImportParts): Promise<SkillImport> {
    const skills = new SkillImport(parts, await askForSkills(parts));
    await skills.#makePlan();
    return skills;
  }

  get isEmpty(): boolean {
    return this.#offered.skills.length === 0;
  }

  /** What the server listed, for the hash of an approved list; undefined without skills. */
  get listed(): unknown {
    return this.isEmpty ? undefined : this.#offered.skills.map(({ entry }) => entry);
  }

  /** The plan of a source with its skills, and the findings about them. */
  inPlan<Plan extends ImportPlan>(plan: Plan): Plan {
    const skills = this.#plan;
    const sources = skills ? plan.sources.map((source) => ({ ...source, skills })) : plan.sources;
    return { ...plan, sources, findings: [...plan.findings, ...this.#findings()] };
  }

  /** Reads the files of every skill that is new or other than what is stored, each checked against its entry. */
  async fetch(): Promise<void> {
    const { source } = this.#parts;
    const wanted = new Set([...(this.#plan?.added ?? []), ...(this.#plan?.changed ?? [])]);
    const fetched = new Map<string, readonly FetchedFile[]>();
    const findings = [...this.#offered.findings];
    const leftOut = new Set(this.#offered.leftOut);
    for (const skill of this.#offered.skills.filter(({ folder }) => wanted.has(folder))) {
      const read = await this.#read(skill);
      if ('problem' in read) {
        findings.push(this.#parts.masker.value(skillLeftOut(source, skill.entry.uri, read.problem)));
        leftOut.add(skill.folder);
      } else fetched.set(skill.folder, read.files);
    }
    const skills = this.#offered.skills.filter(({ folder }) => !leftOut.has(folder));
    this.#fetched = fetched;
    this.#offered = { skills, findings, leftOut };
    await this.#makePlan();
  }

  /** What is written besides the list of tools. */
  writes(loaded: LoadedWorkspace): Promise<BesideImport> {
    const { source, files } = this.#parts;
    return skillWrites(loaded, { source, offered: this.#offered, fetched: this.#fetched, files });
  }

  #findings(): readonly Finding[] {
    const { loaded, source } = this.#parts;
    const isOff = !loaded.file.config.skills.enabled && (this.#plan?.added.length ?? 0) > 0;
    return [...this.#offered.findings, ...(isOff ? [skillsAreOff(source)] : [])];
  }

  async #makePlan(): Promise<void> {
    const { loaded, source, files } = this.#parts;
    const pack = await packOf(loaded, source, files);
    const stored = pack.isNew ? new Map() : await storedSkills(pack.root, files);
    const offers = this.#offered.skills.length + this.#offered.findings.length > 0;
    this.#plan = offers || stored.size > 0 ? { pack: pack.name, ...differences(this.#offered, stored) } : undefined;
  }

  async #read({ entry, files }: OfferedSkill): Promise<{ files: readonly FetchedFile[] } | { problem: string }> {
    const { readMcpSkillFile } = await loadMcpSkills();
    const read: FetchedFile[] = [];
    for (const { uri, path } of files) {
      const file = await readMcpSkillFile(this.#parts.session, entry, uri);
      if ('problem' in file) return { problem: file.problem.replace(/\.$/, '') };
      const text = Buffer.from(file.bytes).toString('latin1');
      if (this.#parts.masker.value(text) !== text) return { problem: `${path} repeats a secret of the connection` };
      read.push({ path, bytes: file.bytes });
    }
    return { files: read };
  }
}

/** Loaded when there is a server: the client of the protocol costs every command a tenth of its start. */
const loadMcpSkills = () => import('../../mcp/mcp-skills.ts');

/** What a server offers. One without the extension offers none. */
async function askForSkills({ session, source, masker }: SkillImportParts): Promise<OfferedSkills> {
  const { listMcpSkills } = await loadMcpSkills();
  const listed = masker.value(await listMcpSkills(session));
  if (listed === null) return { skills: [], findings: [], leftOut: new Set() };
  return 'problem' in listed ? unreadable(source, listed.problem) : offeredSkills(listed, source);
}

/** Nothing is known of what the server offers: what is stored stays. */
function unreadable(source: string, problem: string): OfferedSkills {
  const message = `The skills of ${source} cannot be listed: ${problem}`;
  const hint = 'Tell the authors of the server. Its tools are not affected, and skills that were imported before stay.';
  const said = finding('skills_unreadable', { message, path: `sources: ${source}`, hint });
  return { skills: [], findings: [said], leftOut: new Set([everySkill]) };
}

/** Stands for all folders in what is left out. */
const everySkill = '';

/** The writes of an import besides the list of tools: files of skills, those that go, and the entry of the pack. */
async function skillWrites(
  loaded: LoadedWorkspace,
  {
    source,
    offered,
    fetched,
    files,
  }: {
    readonly source: string;
    readonly offered: OfferedSkills;
    readonly fetched: FetchedSkills;
    readonly files: Files;
  },
): Promise<BesideImport> {
  const { root, path, name, isNew } = await packOf(loaded, source, files);
  const stored = await storedSkills(root, files);
  const { removed } = differences(offered, stored);
  const writes: BytesWrite[] = [];
  const gone: string[] = removed.flatMap((folder) =>
    [...(stored.get(folder)?.keys() ?? [])].map((file) => `${folder}/${file}`),
  );
  for (const [folder, now] of fetched) {
    for (const { path: file, bytes } of now)
      writes.push({ path: join(root, folder, file), bytes: async () => bytes, executable: false });
    const kept = new Set(now.map((one) => one.path));
    for (const file of stored.get(folder)?.keys() ?? []) if (!kept.has(file)) gone.push(`${folder}/${file}`);
  }
  return {
    writes,
    moves: gone.map((file) => ({ from: join(root, file), to: null })),
    pack: isNew && writes.length > 0 ? { name, path, source } : null,
    parts: [...fetched].map(([folder, now]) => fetchedPart(source, folder, now)),
  };
}

function fetchedPart(source: string, folder: string, files: readonly FetchedFile[]): SourcePart {
  const manifest = files.find(({ path }) => path === 'SKILL.md');
  const digests = new Map(files.map(({ path, bytes }) => [path, digestOfBytes(bytes)]));
  return skillPart(source, { folder, text: manifest ? textOfSkill(manifest.bytes) : '', digests });
}

function differences({ skills, leftOut }: OfferedSkills, stored: StoredSkills): Omit<SkillsPlan, 'pack'> {
  const added: string[] = [];
  const changed: string[] = [];
  for (const { folder, files } of skills) {
    const before = stored.get(folder);
    if (!before) added.push(folder);
    else if (before.size !== files.length || files.some(({ path, digest }) => before.get(path) !== digest))
      changed.push(folder);
  }
  const offered = new Set(skills.map(({ folder }) => folder));
  // Of a list that cannot be read, everything that is stored stays.
  const isKept = (folder: string) => offered.has(folder) || leftOut.has(folder) || leftOut.has(everySkill);
  const removed = [...stored.keys()].filter((folder) => !isKept(folder)).sort();
  return { added, changed, removed, unchanged: skills.length - added.length - changed.length };
}

interface PackPlace {
  readonly name: string;
  /** Relative to the workspace. */
  readonly path: string;
  /** Full path. */
  readonly root: string;
  readonly isNew: boolean;
}

/** The pack that holds the skills of a source, or the place where it would be. */
async function packOf({ root, file: { config } }: LoadedWorkspace, source: string, files: Files): Promise<PackPlace> {
  const packs = config.skills.skill_packs;
  const known = packs.find((pack) => pack.source === source);
  const place = async (path: string) => containedPath(root, `skills.skill_packs: ${source}`, path, files);
  if (known) return { name: known.name, path: known.path, root: await place(known.path), isNew: false };
  const names = new Set(packs.map(({ name }) => name.toLowerCase()));
  for (let number = 1; ; number++) {
    const name = number === 1 ? source : `${source.slice(0, 60)}-${number}`;
    const path = `sources/${name}.skills`;
    if (names.has(name.toLowerCase()) || (await files.exists(join(root, path)))) continue;
    return { name, path, root: await place(path), isNew: true };
  }
}

function skillsAreOff(source: string): Finding {
  return finding('skills_off', {
    message: `${source} offers skills, and skills are off in this workspace: agents do not get them yet.`,
    path: `sources: ${source}`,
    hint: 'Set skills.enabled to true in pegboard.yaml.',
  });
}
