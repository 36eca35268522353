import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { createNameGate } from '#core/catalog/name-gate.ts';
import { TextAnalysis } from '#core/search/text-analysis.ts';
import { packContentHash } from '#core/skills/read/content-hash.ts';
import { getSkills, listSkills, relevantSkills } from '#core/skills/retrieval/get-skills.ts';
import { searchSkills } from '#core/skills/retrieval/search-skills.ts';
import { renderSkillDirectory } from '#core/skills/retrieval/skill-directory.ts';
import { createToolGate } from '#core/skills/retrieval/tool-gate.ts';
import { ScopedSkills } from '#core/skills/scoped-skills.ts';
import { SkillStore } from '#core/skills/store/skill-store.ts';
import { searchTypeSchema } from '#shared/domain/search-request.ts';
import { skillGetInputSchema, skillListInputSchema, skillSearchInputSchema } from '#shared/domain/skill-tools.ts';
import { skillsConfigSchema } from '#shared/domain/skills-config.ts';
import { asPackSkill } from '../../../support/skills.ts';

const analysis = new TextAnalysis();
afterAll(() => analysis.close());

/** Names that are parts of one another, and with signs that no tool's name has. */
const stems = ['pay', 'pay.back', 'pay-back', 'pay:back', 'Pay.Now', 'refund', 'refund@eu', 'one_more'];
const nameOf = (stem: string) => `pack.p.${stem}`;
/** What all spellings of a name have in common, and more. */
const folded = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, '_');
const textOf = fc
  .array(fc.tuple(fc.constantFrom(...stems), fc.constantFrom('plain', 'upper', 'italic', 'quoted')), { maxLength: 3 })
  .map((named) =>
    named
      .map(([stem, how]) => {
        const name = nameOf(stem);
        const written = { plain: name, upper: name.toUpperCase(), italic: `_${name}_`, quoted: `"${name}",` };
        return `see ${written[how as keyof typeof written]}`;
      })
      .join(' then '),
  );
const planted = fc.record({
  stem: fc.constantFrom(...stems),
  tenant: fc.constantFrom('a', 'b', null),
  title: fc.option(textOf, { nil: null }),
  description: fc.option(textOf, { nil: null }),
  trigger: textOf,
  tags: fc.array(textOf, { maxLength: 2 }),
  steps: fc.array(textOf, { minLength: 1, maxLength: 2 }),
  preconditions: fc.array(textOf, { maxLength: 1 }),
  failure_modes: fc.array(textOf, { maxLength: 1 }),
  body: textOf,
});
type Planted = typeof planted extends fc.Arbitrary<infer One> ? One : never;

/** A shelf with skills of tenants a and b, and of everybody. */
function shelfOf(skills: readonly Planted[]): ScopedSkills {
  let ids = 0;
  const options = { fts: 'detect' as const, now: () => 0, newId: () => String(++ids) };
  const store = new SkillStore({ path: null, ...options });
  for (const tenant of ['a', 'b', null]) {
    const name = tenant ?? 'all';
    const placed = skills
      .filter((skill) => skill.tenant === tenant)
      .map(({ stem, tenant: _, ...texts }) => {
        const skill = { ...texts, name: nameOf(stem), task_type: 'unknown' as const, extra: {}, derived: [] };
        return asPackSkill(skill);
      });
    const pack = { name, manifest: {}, skills: placed, findings: [], pack_content_hash: packContentHash(placed) };
    const scope = {
      scope_mode: tenant ? ('tenant' as const) : ('global' as const),
      tenant_id: tenant,
      project_id: null,
    };
    store.applyPack({ pack, scope, updateExisting: true, prune: true });
  }
  const config = skillsConfigSchema.parse({
    enabled: true,
    scope_mode: 'global',
    skill_packs: ['a', 'b', 'all'].map((name) => ({ name, path: name })),
    directory: { include_fields: ['name', 'title', 'trigger'] },
  });
  return new ScopedSkills({ store, config, pinned: [], analysis: () => analysis, ...options });
}

describe('skills that a reader may not see', () => {
  it('are named in no text of those that it sees, whatever it asks for; the names of those stay', () => {
    let [said, stayed] = [0, 0];
    fc.assert(
      fc.property(fc.uniqueArray(planted, { selector: ({ stem }) => stem, minLength: 2 }), (skills) => {
        fc.pre(skills.some(({ tenant }) => tenant !== 'b'));
        const shelf = shelfOf(skills);
        const gate = createToolGate(createNameGate(new Set()), { tools: new Map(), discovery: [] });
        const reader = { context: { tenant_id: 'a' }, gate };
        const scope = shelf.scopeFor(reader);
        const hidden = skills.filter(({ tenant }) => tenant === 'b').map(({ stem }) => nameOf(stem));
        const visible = skills.filter(({ tenant }) => tenant !== 'b').map(({ stem }) => nameOf(stem));
        expect([...scope.skills.keys()].sort()).toEqual([...visible].sort());
        const answers = [
          ...(['raw', 'injection'] as const)
            .map((format) => getSkills(scope, skillGetInputSchema.parse({ names: visible.slice(0, 10), format })))
            .map(({ output }) => output),
          listSkills(scope, skillListInputSchema.parse({})),
          relevantSkills(scope, 'see pay').output,
          renderSkillDirectory(scope, { pinned: [], usage: new Map() }),
          ...['see', ...hidden].flatMap((query) =>
            searchTypeSchema.options.map((search_type) => {
              const { query: _, ...found } = searchSkills(
                scope,
                skillSearchInputSchema.parse({ query, search_type }),
                true,
              ).output;
              return found;
            }),
          ),
        ];
        const text = JSON.stringify(answers).toLowerCase();
        for (const name of hidden) {
          // Written apart from the gate: no name that stays may go on behind it.
          const longer = visible.filter((one) => one.toLowerCase().includes(name.toLowerCase()));
          const left = longer
            .sort((a, b) => b.length - a.length)
            .reduce((rest, one) => rest.replaceAll(one.toLowerCase(), ''), text);
          const escaped = name.toLowerCase().replaceAll('.', '\\.');
          expect(left).not.toMatch(new RegExp(`${escaped}(?![\\w@:-]|\\.\\w)`));
          said++;
        }
        // What may be read stays whole.
        for (const { trigger } of skills.filter((one) => one.tenant !== 'b')) {
          if (hidden.some((name) => folded(trigger).includes(folded(name)))) continue;
          if (!text.includes(JSON.stringify(trigger).toLowerCase())) throw new Error(`${trigger} is not as it was`);
          stayed++;
        }
        for (const query of hidden) {
          const asked = skillSearchInputSchema.parse({ query, search_type: 'exact' });
          expect(searchSkills(scope, asked, false).output.skills).toEqual([]);
        }
        shelf.close();
      }),
      { numRuns: 60 },
    );
    expect(said).toBeGreaterThan(20);
    expect(stayed).toBeGreaterThan(20);
  });
});
