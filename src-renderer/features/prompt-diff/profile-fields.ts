import { isMap, stringify } from 'yaml';
import type { Profile } from '#shared/domain/config.ts';
import type { ConfigChange } from '#shared/domain/config-edit.ts';
import { parseYaml, yamlValues } from '#shared/text/parse-yaml.ts';
import { strings } from '../../strings/prompt-diff.ts';

type Json = NonNullable<ConfigChange['value']>;

/** The fields of a profile as a person writes them; its name is elsewhere. */
export type ProfileFields = Omit<Profile, 'name'>;

/** Parts of the configuration that a profile can have fields of. */
export const profileSections = ['tool_search', 'tool_examples', 'planner', 'skills'] as const;

/** Why a text cannot be read as the fields of a profile; lines and columns count from 1. */
export interface FieldProblem {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

export function fieldsText({ name: _name, ...fields }: Profile): string {
  return Object.keys(fields).length === 0 ? '' : stringify(fields);
}

/** The text as fields, or why it has none. The core checks the fields when they are written. */
export function readFields(text: string): { fields: ProfileFields } | { problems: FieldProblem[] } {
  const parsed = parseYaml(text);
  if (!parsed.ok) return { problems: parsed.problems.map(({ message, place }) => ({ message, ...place })) };
  const { contents } = parsed.document;
  if (contents === null) return { fields: {} };
  if (!isMap(contents)) {
    return {
      problems: [{ message: strings.profileFields.profileCan(profileSections.join(', ')), line: 1, column: 1 }],
    };
  }
  const read = yamlValues(parsed);
  return read.ok
    ? { fields: read.value as ProfileFields }
    : { problems: [{ message: read.message, line: 1, column: 1 }] };
}

/** The changes that apply a profile to the workspace: one for each field, since fields that a profile leaves out stay. */
export function fieldChanges(profile: Profile): ConfigChange[] {
  return profileSections.flatMap((section) => leaves([section], profile[section]));
}

function leaves(path: string[], value: unknown): ConfigChange[] {
  if (value === undefined) return [];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [{ path, value: value as Json }];
  return Object.entries(value).flatMap(([key, inner]) => leaves([...path, key], inner));
}

/** `small copy`, `small copy 2`: a name that nothing has yet. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let copy = 1; ; copy++) {
    const candidate = copy === 1 ? strings.profileFields.copy(name) : strings.profileFields.copy2(name, copy);
    if (!taken.has(candidate)) return candidate;
  }
}
