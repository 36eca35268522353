import { createHash } from 'node:crypto';
import { canonicalJson } from '#shared/canonical-json.ts';
import { type Skill, skillSchema } from '#shared/domain/skill.ts';

const fields = Object.keys(skillSchema.shape).sort() as (keyof Skill)[];

/** SHA-256 of the canonical JSON of the normalised fields (R8.31): equal for equal skills, in whatever format. */
export function contentHash(skill: Skill): string {
  return sha256(canonicalJson(Object.fromEntries(fields.map((field) => [field, skill[field]]))));
}

/** SHA-256 over name and content hash of each skill, in the order of their names (R8.32). */
export function packContentHash(skills: readonly { readonly name: string; readonly content_hash: string }[]): string {
  const pairs = skills.map(({ name, content_hash }) => [name, content_hash]);
  return sha256(canonicalJson(pairs.sort(([a = ''], [b = '']) => (a < b ? -1 : 1))));
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
