import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Services } from '#core/services.ts';
import { packContentHash } from '#core/skills/read/content-hash.ts';
import { SkillStore } from '#core/skills/store/skill-store.ts';
import { visibleSkills } from '#core/skills/store/visible-skills.ts';
import { scopeModeSchema } from '#shared/domain/skill.ts';
import { casesOf } from '../../../support/depth.ts';
import { skillServices, skillTools } from '../../../support/skill-workspace.ts';
import { aSkill, asPackSkill } from '../../../support/skills.ts';

const ids = fc.constantFrom(undefined, '', 'one', 'two');
const modes = fc.constantFrom(...scopeModeSchema.options);
const packs = fc.array(fc.record({ mode: modes, tenant: ids, project: ids, enabled: fc.boolean() }), {
  minLength: 1,
  maxLength: 6,
});
const callers = fc.record({ tenant: ids, project: ids });

interface PackOf {
  readonly mode: 'project' | 'tenant' | 'global';
  readonly tenant: string | undefined;
  readonly project: string | undefined;
  readonly enabled: boolean;
}

/** The rule in other words than the code has it. */
function maySee(
  pack: PackOf,
  caller: { tenant: string | undefined; project: string | undefined },
  widest: string,
): boolean {
  const same = (a: string | undefined, b: string | undefined) => (a || null) === (b || null);
  if (!pack.enabled) return false;
  if (pack.mode === 'global') return widest === 'global';
  if (pack.mode === 'tenant') return widest !== 'project' && same(pack.tenant, caller.tenant);
  return same(pack.tenant, caller.tenant) && same(pack.project, caller.project);
}

/** Packs that differ by one id alone, so that the few drawn cases of a quick run are not the only proof. */
const apart: [PackOf[], { tenant: string | undefined; project: string | undefined }, PackOf['mode']][] = (
  ['project', 'tenant', 'global'] as const
).flatMap((widest) =>
  [{ tenant: 'one', project: 'one' } as const, { tenant: undefined, project: undefined }].map((caller) => [
    [
      { mode: 'project', tenant: 'one', project: 'one', enabled: true },
      { mode: 'project', tenant: 'one', project: 'two', enabled: true },
      { mode: 'project', tenant: 'two', project: 'one', enabled: true },
      { mode: 'tenant', tenant: 'two', project: 'one', enabled: true },
      { mode: 'tenant', tenant: 'one', project: 'two', enabled: true },
      { mode: 'global', tenant: 'two', project: 'two', enabled: true },
    ],
    caller,
    widest,
  ]),
);

const yamlOf = (value: string | undefined, key: string) =>
  value === undefined ? '' : `, ${key}: ${JSON.stringify(value)}`;

describe('scope of skills', () => {
  it('holds on all five paths, for random tenants, projects and modes (R11.05)', async () => {
    await fc.assert(
      fc.asyncProperty(packs, callers, modes, async (given, caller, widest) => {
        const lines = given.map(
          ({ mode, tenant, project, enabled }, i) =>
            `    - {name: p${i}, path: packs/p${i}, scope_mode: ${mode}, enabled: ${enabled}${yamlOf(tenant, 'tenant_id')}${yamlOf(project, 'project_id')}, pinned_skill_names: [pack.p${i}.own]}\n`,
        );
        const context = [yamlOf(caller.tenant, 'tenant_id'), yamlOf(caller.project, 'project_id')]
          .join('')
          .replace(/^, /, '');
        const services = await skillServices({
          skills: `  scope_mode: ${widest}\n  top_k: 20\n  max_tokens: 10000\n  skill_packs:\n${lines.join('')}`,
          yaml: `personas:\n  - {name: me, tool_context: {${context}}}\n`,
          files: Object.fromEntries(
            given.map((_, i) => [
              `packs/p${i}/own.skill.yaml`,
              `name: pack.p${i}.own\ntrigger: Find the needle.\nsteps: [Step.]\n`,
            ]),
          ),
        });
        const tools = skillTools(services, 'me');
        const all = given.map((_, i) => `pack.p${i}.own`);
        const mine = all.filter((_, i) => maySee(given[i] as PackOf, caller, widest)).sort();
        const paths = {
          search: (await tools.search({ query: 'needle', limit: 20 })).output.skills.map(({ name }) => name),
          regex: (await tools.search({ query: 'needle', search_type: 'regex', limit: 20 })).output.skills.map(
            ({ name }) => name,
          ),
          get: (await tools.get({ names: all, max_tokens: 6000 })).skills.map(({ name }) => name),
          list: (await tools.list({ page_size: 100 })).skills.map(({ name }) => name),
          relevant: [...(await tools.relevant('needle')).names],
          directory: (await tools.directory()).text.match(/pack\.p\d\.own/g) ?? [],
        };
        for (const [path, names] of Object.entries(paths)) expect([...names].sort(), path).toEqual(mine);
        expect((await tools.list()).total).toBe(mine.length);
        for (const name of all.filter((one) => !mine.includes(one))) {
          expect(JSON.stringify(await tools.search({ query: name, search_type: 'exact' }, true))).not.toContain(
            `"skills":[{`,
          );
        }
        await services.close();
      }),
      { numRuns: casesOf(60), examples: apart },
    );
  }, 120_000);

  it('makes a skill invisible to the arithmetic too: hidden ones shift no score (R10.04)', async () => {
    const files = {
      'packs/a/x.skill.yaml': 'name: pack.a.x\ntrigger: Pay the bill.\nsteps: [S.]\n',
      'packs/a/y.skill.yaml': 'name: pack.a.y\ntrigger: Read the meter and the bill.\nsteps: [S.]\n',
      'packs/b/z.skill.yaml': 'name: pack.b.z\ntrigger: Pay, pay and pay the bill.\nsteps: [S.]\n',
    };
    const configured = (packsYaml: string) =>
      skillServices({ skills: `  skill_packs:\n    - {name: a, path: packs/a}\n${packsYaml}`, files });
    const seen = async (services: Services) => {
      const { search, list, relevant } = skillTools(services);
      const { output, explanation } = await search({ query: 'pay bill' }, true);
      return { output, explanation, listed: await list(), injected: await relevant('pay bill', true) };
    };
    const alone = await seen(await configured(''));
    for (const hidden of ['tenant_id: other', 'enabled: false']) {
      // Loaded while nothing hides it, so that it is in the store.
      const services = await configured('    - {name: b, path: packs/b}\n');
      expect((await skillTools(services).list()).total).toBe(3);
      const file = join(services.root, 'pegboard.yaml');
      writeFileSync(file, readFileSync(file, 'utf8').replace('path: packs/b', `path: packs/b, ${hidden}`));
      await services.workspace.open({ path: services.root });
      expect(await seen(services), hidden).toEqual(alone);
    }
  });

  it('lets the narrowest skill win where scopes share a name', () => {
    const store = new SkillStore({ path: null, fts: 'detect', now: () => 1, newId: () => String(Math.random()) });
    onTestFinished(() => store.close());
    for (const scope_mode of scopeModeSchema.options) {
      const skill = aSkill({ name: 'shared', title: scope_mode });
      const placed = [asPackSkill(skill)];
      const pack = {
        name: scope_mode,
        manifest: {},
        skills: placed,
        findings: [],
        pack_content_hash: packContentHash(placed),
      };
      store.applyPack({
        pack,
        scope: { scope_mode, tenant_id: 't', project_id: 'p' },
        updateExisting: true,
        prune: true,
      });
    }
    const seen = (context: object, widest: 'project' | 'tenant' | 'global' = 'global') =>
      visibleSkills(store.all(), { context, widest, packs: new Set(scopeModeSchema.options) }).get('shared')?.title;
    expect(seen({ tenant_id: 't', project_id: 'p' })).toBe('project');
    expect(seen({ tenant_id: 't', project_id: 'q' })).toBe('tenant');
    expect(seen({ tenant_id: 'u' })).toBe('global');
    expect(seen({ tenant_id: 'u' }, 'tenant')).toBeUndefined();
  });
});
