import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { packContentHash } from '#core/skills/read/content-hash.ts';
import { SkillStore } from '#core/skills/store/skill-store.ts';
import { aSkill, asPackSkill } from '../../../support/skills.ts';

const words = ['invoice', 'mail', 'page', 'login', 'über', 'x2', 'retry'];
const text = fc.array(fc.constantFrom(...words), { maxLength: 6 }).map((list) => list.join(' '));

function storeOf(texts: readonly { title: string; trigger: string; tags: string[] }[]): SkillStore {
  const store = new SkillStore({ path: null, fts: 'detect', now: () => 0, newId: () => `${Math.random()}` });
  onTestFinished(() => store.close());
  const skills = texts.map((fields, i) => {
    const skill = aSkill({ name: `n${i}`, ...fields });
    return asPackSkill(skill);
  });
  const pack = { name: 'p', manifest: {}, skills, findings: [], pack_content_hash: packContentHash(skills) };
  const scope = { scope_mode: 'global', tenant_id: null, project_id: null } as const;
  store.applyPack({ pack, scope, updateExisting: true, prune: true });
  return store;
}

it('words in memory give the same skills with the same bm25() as SQLite', () => {
  const fields = fc.record({
    title: text,
    trigger: text.map((value) => `${value} do`),
    tags: fc.array(fc.constantFrom(...words), { maxLength: 3 }),
  });
  const query = fc.uniqueArray(
    fc.constantFrom('invoic', 'mail', 'page', 'login', 'uber', 'x2', 'retri', 'do', 'none'),
    { minLength: 1, maxLength: 4 },
  );
  fc.assert(
    fc.property(fc.array(fields, { minLength: 1, maxLength: 12 }), query, (texts, terms) => {
      const store = storeOf(texts);
      for (const [joined, operator] of [
        ['every', ' AND '],
        ['any', ' OR '],
      ] as const) {
        const expected = store.matchFullText('skills_fts', terms.map((term) => `"${term}"`).join(operator));
        // SQLite is asked the first times.
        let found = store.matchTerms(terms, joined);
        for (let turn = 0; found === null && turn < 5; turn++) found = store.matchTerms(terms, joined);
        expect(found?.map(([row]) => row)).toEqual(expected.map(([row]) => row).sort((a, b) => a - b));
        for (const [row, raw] of expected) expect(found?.find(([other]) => other === row)?.[1]).toBeCloseTo(raw, 12);
      }
    }),
    { numRuns: 60 },
  );
});

it('a changed pack is searched as it is now', () => {
  const store = storeOf([{ title: 'invoice', trigger: 'one', tags: [] }]);
  const find = (term: string) => {
    for (let turn = 0; turn < 4; turn++) store.matchTerms([term], 'any');
    return store.matchTerms([term], 'any')?.length;
  };
  expect(find('invoic')).toBe(1);
  store.removeOtherPacks([]);
  expect(find('invoic')).toBe(0);
});
