import { PegboardError } from '#shared/errors.ts';
import { editYaml } from '#shared/text/edit-yaml.ts';
import type { JsonValue } from '#shared/text/write-value.ts';
import type { WorkspaceFile } from './workspace-file.ts';

/** The text of `pegboard.yaml` with a pack for the skills of a source behind the others. Error: `config_invalid`. */
export function addPack(
  { document, text, path: file }: WorkspaceFile,
  pack: { readonly name: string; readonly path: string; readonly source: string },
): string {
  const values = (document.toJS({ maxAliasCount: 100 }) ?? {}) as Record<string, JsonValue>;
  const skills = (values.skills ?? {}) as { readonly skill_packs?: readonly JsonValue[] | null };
  const entry = { ...pack, format: 'skill-md' };
  const edited = editYaml(text, {
    ...values,
    skills: { ...skills, skill_packs: [...(skills.skill_packs ?? []), entry] },
  });
  if (edited !== null) return edited;
  throw new PegboardError(
    'config_invalid',
    `${file}: the list under "skills.skill_packs" cannot be edited as it is written.`,
    {
      hint: 'Write it as a plain list, one "- name: …" below the other, without aliases.',
      data: { file },
    },
  );
}
