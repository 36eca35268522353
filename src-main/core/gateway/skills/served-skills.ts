import { createHash } from 'node:crypto';
import {
  DIRECTORY_MIME_TYPE,
  SKILL_LIMITS,
  SkillCatalogError,
  type Skill as SkillEntry,
  skillEntry,
} from '@modelcontextprotocol/server/ext/skills';
import { isPegboardError } from '#shared/errors.ts';
import { kebabName, writeSkillMd } from '../../skills/formats/write-skill-md.ts';
import type { SkillFolder } from '../../skills/read/skill-folders.ts';
import type { TextRules } from '../../skills/retrieval/sanitise-skill.ts';
import type { SkillScope } from '../../skills/retrieval/skill-scope.ts';
import type { ToolGate } from '../../skills/retrieval/tool-gate.ts';
import type { StoredSkill } from '../../skills/store/stored-skill.ts';
import { mimeTypeOf } from './mime-types.ts';
import { servedBytes, servedText } from './skill-texts.ts';

/** The folder of a skill by its name; null for a skill of another format. */
export type FolderOf = (name: string) => SkillFolder | null;

/** A file of a skill, as a host may read it. */
export interface ServedFile {
  readonly pack: string;
  readonly mimeType: string;
  readonly digest: string;
  readonly size: number;
  /** The bytes as they are now; null when the reader may no longer get them. Errors: those of reading the file. */
  read(): Promise<Uint8Array | null>;
}

/** An entry of a list of resources. */
export interface ServedResource {
  readonly uri: string;
  readonly name: string;
  readonly description?: string;
  readonly mimeType: string;
  readonly size?: number;
}

/** The skills of one reader as the skills extension serves them. Lists are in the order of their URIs. */
export interface ServedSkills {
  readonly entries: readonly SkillEntry[];
  readonly files: ReadonlyMap<string, ServedFile>;
  /** Direct children of each folder of a skill, by the URI of the folder. */
  readonly folders: ReadonlyMap<string, readonly ServedResource[]>;
  /** The SKILL.md of each skill. */
  readonly resources: readonly ServedResource[];
}

/** The name and the SKILL.md under which a skill is served. */
interface Form {
  readonly name: string;
  readonly text: string;
}

type Build = { readonly entry: SkillEntry; readonly files: ReadonlyMap<string, ServedFile> };

/**
 * Makes the skills of a reader servable. A SKILL.md is served as it is written, with its texts gated; every other format as the
 * SKILL.md that an export would write, and so is a SKILL.md whose front matter other programs do not accept. A skill that names what
 * the reader may not know where it cannot be gated is left out, and so is one beyond the limits of the extension.
 */
export async function servedSkills(scope: SkillScope, folderOf: FolderOf): Promise<ServedSkills> {
  const taken = new Set<string>();
  const built: Build[] = [];
  for (const skill of [...scope.skills.values()].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const one = await buildSkill(skill, { scope, folder: folderOf(skill.name), taken });
    if (one) built.push(one);
  }
  built.sort((a, b) => inOrder(a.entry, b.entry));
  const files = new Map(built.flatMap((one) => [...one.files]));
  return {
    entries: built.map(({ entry }) => entry),
    files,
    folders: new Map(built.flatMap(({ entry }) => foldersOf(entry, files))),
    resources: built.map(({ entry: { uri, frontmatter } }) => ({
      ...fileResource(uri, files),
      name: frontmatter.name,
      description: frontmatter.description,
    })),
  };
}

interface BuildContext {
  readonly scope: SkillScope;
  readonly folder: SkillFolder | null;
  /** Paths of skills that were built before. */
  readonly taken: Set<string>;
}

async function buildSkill(skill: StoredSkill, { scope, folder, taken }: BuildContext): Promise<Build | null> {
  const beside = await filesBeside(folder, scope.rules);
  if (beside === null) return null;
  for (const { name, text } of formsOf(skill, folder, scope)) {
    const path = freePath(skill, name, taken);
    const manifest = new TextEncoder().encode(text);
    const contents = new Map([['SKILL.md', manifest], ...beside]);
    const entry = isWithinLimits(contents) ? await entryOf(path, contents) : null;
    if (entry === null || namesHidden([entry.frontmatter, path], scope.rules.gate)) continue;
    taken.add(path);
    const read = async (file: string) => {
      if (file === 'SKILL.md') return manifest;
      return folder && servedFile(folder, file, scope.rules);
    };
    return { entry, files: filesOf(entry, { pack: skill.pack ?? '', read }) };
  }
  return null;
}

/** The files beside a SKILL.md as the reader may get them; null when one of them cannot be read now. */
async function filesBeside(folder: SkillFolder | null, rules: TextRules): Promise<Map<string, Uint8Array> | null> {
  const beside = new Map<string, Uint8Array>();
  for (const { path } of folder?.files ?? []) {
    if (!folder || pathNamesHidden(path, rules.gate)) continue;
    const bytes = await servedFile(folder, path, rules).catch((error: unknown) => {
      if (isPegboardError(error)) return undefined;
      throw error;
    });
    if (bytes === undefined) return null;
    if (bytes !== null) beside.set(path, bytes);
  }
  return beside;
}

async function servedFile(folder: SkillFolder, path: string, rules: TextRules): Promise<Uint8Array | null> {
  return servedBytes(await folder.readFile(path), rules);
}

function isWithinLimits(contents: ReadonlyMap<string, Uint8Array>): boolean {
  const bytes = [...contents.values()].reduce((sum, { byteLength }) => sum + byteLength, 0);
  return contents.size <= SKILL_LIMITS.files && bytes <= SKILL_LIMITS.bytes;
}

/** The ways to serve a skill, the best first. */
function formsOf(skill: StoredSkill, folder: SkillFolder | null, { rules }: SkillScope): Form[] {
  const forms: Form[] = [];
  if (folder) {
    const text = servedText(folder.text, rules);
    const name = /^name:[ \t]*["']?([a-z0-9-]{1,64})["']?[ \t]*(?:#.*)?$/m.exec(text.replace(/\r\n/g, '\n'))?.[1];
    if (name !== undefined) forms.push({ name, text });
  }
  const name = kebabName(ownName(skill));
  for (const extra of [skill.extra, {}]) {
    const { text } = writeSkillMd({ ...skill, extra: extra as StoredSkill['extra'] }, name);
    forms.push({ name, text: servedText(text, rules) });
  }
  return forms;
}

/** The name of a skill without that of its pack, which its address has already. */
function ownName({ name, pack }: StoredSkill): string {
  const prefix = `pack.${pack}.`;
  return name.startsWith(prefix) && name.length > prefix.length ? name.slice(prefix.length) : name;
}

/** The path of a skill: its pack and its name, with a hash between them where another skill has that path. */
function freePath(skill: StoredSkill, name: string, taken: ReadonlySet<string>): string {
  const pack = skill.pack ?? 'skills';
  const path = `${pack}/${name}`;
  if (!taken.has(path)) return path;
  return `${pack}/${createHash('sha256').update(skill.name).digest('hex').slice(0, 12)}/${name}`;
}

/** The entry of a skill; null when its front matter breaks the rules of the extension. */
async function entryOf(path: string, contents: ReadonlyMap<string, Uint8Array>): Promise<SkillEntry | null> {
  try {
    return await skillEntry(path, Object.fromEntries(contents));
  } catch (error) {
    if (error instanceof SkillCatalogError || error instanceof URIError || error instanceof TypeError) return null;
    throw error;
  }
}

function filesOf(
  { uri: manifestUri, resources }: SkillEntry,
  { pack, read }: { readonly pack: string; readonly read: (path: string) => Promise<Uint8Array | null> },
): Map<string, ServedFile> {
  const root = rootOf(manifestUri);
  const listed = resources === 'dynamic' ? [] : resources;
  return new Map(
    listed.map(({ uri, digest, size }) => {
      const path = decodeURIComponent(uri.slice(root.length + 1));
      return [uri, { pack, digest, size, mimeType: mimeTypeOf(path), read: () => read(path) }];
    }),
  );
}

/** The folders of a skill with what is directly in each. */
function foldersOf(entry: SkillEntry, files: ReadonlyMap<string, ServedFile>): [string, readonly ServedResource[]][] {
  const root = rootOf(entry.uri);
  const folders = new Map<string, Map<string, ServedResource>>([[root, new Map()]]);
  for (const { uri } of entry.resources === 'dynamic' ? [] : entry.resources) {
    let child = uri;
    let resource = fileResource(uri, files);
    while (child !== root) {
      const parent = child.slice(0, child.lastIndexOf('/'));
      const children = folders.get(parent) ?? new Map<string, ServedResource>();
      folders.set(parent, children.set(child, resource));
      resource = { uri: parent, name: nameOf(parent), mimeType: DIRECTORY_MIME_TYPE };
      child = parent;
    }
  }
  return [...folders].map(([uri, children]) => [uri, [...children.values()].sort(inOrder)]);
}

function fileResource(uri: string, files: ReadonlyMap<string, ServedFile>): ServedResource {
  const { mimeType = 'application/octet-stream', size = 0 } = files.get(uri) ?? {};
  return { uri, name: nameOf(uri), mimeType, size };
}

function rootOf(manifestUri: string): string {
  return manifestUri.slice(0, -'/SKILL.md'.length);
}

function nameOf(uri: string): string {
  return decodeURIComponent(uri.slice(uri.lastIndexOf('/') + 1));
}

function inOrder(a: { readonly uri: string }, b: { readonly uri: string }): number {
  if (a.uri === b.uri) return 0;
  return a.uri < b.uri ? -1 : 1;
}

/** Whether a path names what the reader may not know, with or without the extensions of files. */
function pathNamesHidden(path: string, gate: ToolGate): boolean {
  return gate.mentions(path) || gate.mentions(path.replace(/\.[^./]*$/, ''));
}

/** Whether any text or key of these values names what the reader may not know, once YAML has read its escapes. */
function namesHidden(value: unknown, gate: ToolGate): boolean {
  if (typeof value === 'string') return gate.mentions(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, member]) => gate.mentions(key) || namesHidden(member, gate));
}
