import type { PackSkill } from '#shared/domain/pack.ts';
import { isPegboardError } from '#shared/errors.ts';
import { editSkill } from '#shared/text/edit-skill.ts';
import { editYaml } from '#shared/text/edit-yaml.ts';
import { splitFrontMatter } from '#shared/text/front-matter.ts';
import { skillEntries } from '#shared/text/skill-entries.ts';
import { isRecord } from '#shared/text/values.ts';
import type { JsonValue } from '#shared/text/write-value.ts';
import { readYamlValues } from '#shared/text/yaml-values.ts';
import type { Files } from '../../files/files.ts';
import { fileInPack, findPack, type PackFolder } from '../../skills/edit/pack-folder.ts';
import { formatOf, readPackText } from '../../skills/edit/skill-file-view.ts';
import { textHash } from '../../skills/export/export-journal.ts';
import { ourPrefix } from '../../skills/formats/skill-md-keys.ts';
import { loadPack } from '../../skills/read/load-pack.ts';
import type { LoadedWorkspace } from '../../workspace/load-workspace.ts';

const maximumBytes = 4 * 1024 * 1024;

/** A skill of a pack that people may edit. */
export interface EditableSkill {
  readonly skill: PackSkill;
  readonly pack: PackFolder;
}

interface PackPlaces {
  readonly workspace: LoadedWorkspace;
  readonly files: Files;
  readonly shippedPacks: string | undefined;
}

/** The skills of the packs that people may edit, by name. A pack that cannot be read has none. */
export async function editableSkills(places: PackPlaces): Promise<ReadonlyMap<string, EditableSkill>> {
  const found = new Map<string, EditableSkill>();
  for (const { name, enabled, source } of places.workspace.file.config.skills.skill_packs) {
    // What a server gave is imported again as the server has it.
    if (!enabled || source !== undefined) continue;
    try {
      const pack = await findPack(name, places);
      if (!pack.editable) continue;
      const { skills } = await loadPack(pack.folder, { files: places.files, name, format: pack.config.format });
      for (const skill of skills) if (!found.has(skill.name)) found.set(skill.name, { skill, pack });
    } catch (error) {
      if (!isPegboardError(error)) throw error;
    }
  }
  return found;
}

/** The text of one file of a pack, with its hash. */
export async function packText({ skill, pack }: EditableSkill, files: Files) {
  const path = await fileInPack(pack, skill.file, files);
  const text = await files.readText(path, { maximumBytes, regularOnly: true });
  return { pack: pack.config.name, file: skill.file, text, hash: textHash(text) };
}

/**
 * The text of a file with another description of one skill, every other byte as it was; null where the text is written in a way that only
 * its author can change, and where the skill would read otherwise.
 */
export function withDescription(
  { pack, file, text }: { readonly pack: string; readonly file: string; readonly text: string },
  name: string,
  description: string,
): string | null {
  const format = formatOf(file);
  const next =
    format === 'skill-md'
      ? skillMdWith(text, description)
      : fieldsWith(text, { pack, file, format, name, description });
  if (next === null) return null;
  const [before, after] = [text, next].map((one) =>
    readPackText({ pack, file, text: one }).value.find((skill) => skill.name === name),
  );
  return before && after && after.body === before.body && after.steps.join('\n') === before.steps.join('\n')
    ? next
    : null;
}

function fieldsWith(
  text: string,
  {
    format,
    name,
    description,
    ...at
  }: {
    readonly pack: string;
    readonly file: string;
    readonly format: Exclude<ReturnType<typeof formatOf>, 'skill-md'>;
    readonly name: string;
    readonly description: string;
  },
): string | null {
  const entry = skillEntries({ ...at, format, text }).find((one) => one.name === name);
  if (!entry) return null;
  try {
    return editSkill({ text, format, index: entry.index, change: { field: 'description', value: description } });
  } catch (error) {
    if (!isPegboardError(error)) throw error;
    return null;
  }
}

/** A SKILL.md with another description. One that Pegboard exported says its description in other fields too, so it stays. */
function skillMdWith(text: string, description: string): string | null {
  const parts = splitFrontMatter(text);
  if (parts === null || 'problem' in parts) return null;
  const yaml = text.slice(parts.yaml.start, parts.yaml.end);
  const read = readYamlValues(yaml);
  if (!read.ok || !isRecord(read.values.value)) return null;
  const values = read.values.value as Record<string, JsonValue>;
  const metadata = isRecord(values.metadata) ? Object.keys(values.metadata) : [];
  if (metadata.some((key) => key.startsWith(ourPrefix))) return null;
  const next = editYaml(yaml, { ...values, description });
  return next === null ? null : `${text.slice(0, parts.yaml.start)}${next}${text.slice(parts.yaml.end)}`;
}
