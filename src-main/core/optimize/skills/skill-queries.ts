import { join } from 'node:path';
import { goldenFolder } from '#shared/domain/golden-query.ts';
import { type UseSession, useSearchWindowMs } from '#shared/domain/use.ts';
import { isPegboardError } from '#shared/errors.ts';
import { readEvalLines } from '../../evaluation/read-eval-set.ts';
import type { Files } from '../../files/files.ts';
import { kebabName } from '../../skills/formats/write-skill-md.ts';
import { searchSkills } from '../../skills/retrieval/search-skills.ts';
import type { SkillScope } from '../../skills/retrieval/skill-scope.ts';
import { SkillStore } from '../../skills/store/skill-store.ts';
import type { StoredSkill } from '../../skills/store/stored-skill.ts';
import type { GoldenRanks, LabelledQuery } from '../../why-not/golden-cost.ts';
import { containedPath } from '../../workspace/load-workspace.ts';

/** Queries of use that are looked at, the last ones; bytes of a golden file; places that are looked at. */
const [mostQueries, maximumBytes, deepest] = [400, 8 * 1024 * 1024, 10] as const;

/** The names that logs have for skills: as packs write them, as exports do, and without the name of a pack or plugin before them. */
export function skillNames(skills: Iterable<Pick<StoredSkill, 'name' | 'pack'>>): (said: string) => readonly string[] {
  const names = new Map<string, Set<string>>();
  for (const { name, pack } of skills) {
    const own = pack !== null && name.startsWith(`pack.${pack}.`) ? name.slice(`pack.${pack}.`.length) : name;
    for (const form of [name, own, kebabName(name), kebabName(own)]) {
      names.set(form, (names.get(form) ?? new Set()).add(name));
    }
  }
  // A name that could be several skills counts for each: none of them is unused then.
  return (said) => [...(names.get(said) ?? names.get(said.slice(said.lastIndexOf(':') + 1)) ?? [])];
}

/**
 * Queries with the skills that should be found: those of `evals/skills/*.jsonl`, and searches in use after which the session loaded a
 * skill. Lines and files that cannot be read are left out. The same words count once.
 */
export async function skillQueries(
  root: string,
  {
    files,
    sessions,
    skills,
    namesOf,
  }: {
    readonly files: Files;
    readonly sessions: readonly UseSession[];
    readonly skills: ReadonlyMap<string, unknown>;
    readonly namesOf: (said: string) => readonly string[];
  },
): Promise<LabelledQuery[]> {
  const queries = new Map<string, LabelledQuery>();
  const add = (query: string, relevant: LabelledQuery['relevant']) => {
    const known = relevant.map((group) => group.filter((name) => skills.has(name))).filter((group) => group.length > 0);
    const key = query.trim().toLowerCase();
    if (key !== '' && known.length > 0 && !queries.has(key)) queries.set(key, { query: query.trim(), relevant: known });
  };
  for (const text of await goldenTexts(root, files)) {
    for (const { query, relevant } of readEvalLines(text, 'golden').queries) add(query, relevant);
  }
  for (const { searches, skills: loads } of sessions.slice(-mostQueries)) {
    for (const { at, skill } of loads) {
      const before = searches.filter((search) => search.at <= at && at - search.at <= useSearchWindowMs).at(-1);
      const named = namesOf(skill);
      if (before && named.length === 1) add(before.query, [named]);
    }
  }
  return [...queries.values()];
}

async function goldenTexts(root: string, files: Files): Promise<string[]> {
  const folder = `${goldenFolder}/skills`;
  const names = (await files.list(join(root, folder))).filter((name) => /^[^.\s].*\.jsonl$/.test(name)).sort();
  const texts: string[] = [];
  for (const name of names) {
    try {
      const path = await containedPath(root, 'golden queries of skills', `${folder}/${name}`, files);
      texts.push(await files.readText(path, { maximumBytes, regularOnly: true }));
    } catch (error) {
      if (!isPegboardError(error)) throw error;
    }
  }
  return texts;
}

/** The rank of the first right skill of each query; null beyond ten. */
export function skillRanks(scope: SkillScope, queries: readonly LabelledQuery[]): GoldenRanks {
  return queries.map(({ query, relevant }) => {
    const { skills } = searchSkills(scope, { query, search_type: 'fts', limit: deepest }, false).output;
    const right = new Set(relevant.flat());
    const at = skills.findIndex(({ name }) => right.has(name));
    return at < 0 ? null : at + 1;
  });
}

/** The same with other descriptions, on an index that is nobody else's. */
export function skillRanksWith(
  scope: SkillScope,
  skills: readonly StoredSkill[],
  queries: readonly LabelledQuery[],
  fts: 'detect' | 'off',
): GoldenRanks {
  const store = new SkillStore({ path: null, fts, now: () => 0, newId: () => '' });
  try {
    store.copyIn(skills);
    return skillRanks(
      {
        ...{ ...scope, store, skills: new Map(skills.map((skill) => [skill.name, skill])) },
        byRow: new Map(skills.map((skill) => [skill.row, skill])),
      },
      queries,
    );
  } finally {
    store.close();
  }
}
