import { describe, expect, it } from 'vitest';
import { createNameGate } from '#core/catalog/name-gate.ts';
import { gateSkill } from '#core/skills/retrieval/gate-skill.ts';
import { createToolGate } from '#core/skills/retrieval/tool-gate.ts';
import type { StoredSkill } from '#core/skills/store/stored-skill.ts';
import { skillDenial, visibleSkills } from '#core/skills/store/visible-skills.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { aSkill } from '../../../support/skills.ts';

const tools = new Map(
  [
    { name: 'a.find', mode: 'deferred', aliases: ['find_it', 'Lookup'] },
    { name: 'b.open', mode: 'always', aliases: ['open_it'] },
  ].map((tool) => [tool.name, tool as unknown as CatalogTool]),
);
const discovery = ['tool_search', 'tool_get'];
const names = createNameGate(new Set(['vault.canary']));
const gate = createToolGate(names, { tools, discovery });
const guidance = 'a suitable tool (use tool_search for the needed capability)';

describe('names in texts of skills', () => {
  it('gives way to the search that the reader has, or to none', () => {
    expect(gate.text('Call vault.canary.')).toBe(`Call ${guidance}.`);
    const bare = createToolGate(names, { tools, discovery: [] });
    expect(bare.text('Call vault.canary, not tool_search.')).toBe('Call a suitable tool, not a suitable tool.');
    expect(gate.text('Call tool_search.')).toBe('Call tool_search.');
    const one = createToolGate(names, { tools, discovery: ['tool_search'] });
    expect(one.deniedIn('tool_search, tool_get, vault.canary')).toEqual(['tool_get', 'vault.canary']);
    expect(gate.deniedIn('tool_search, tool_get, vault.canary')).toEqual(['vault.canary']);
  });

  it('of skills that the reader may not see are kept out too, but for those that something visible has', () => {
    const both = gate.without(
      ['pack.p.secret', 'pack.p.own', 'A.FIND', 'lookup', 'Tool_Search', 'OPEN_IT'],
      ['Pack.P.Own'],
    );
    expect(both.text('See pack.p.secret, pack.p.own and vault.canary.')).toBe(
      `See another skill, pack.p.own and ${guidance}.`,
    );
    expect(both.deniedIn('pack.p.secret A.FIND lookup Tool_Search OPEN_IT vault.canary')).toEqual([
      'pack.p.secret',
      'vault.canary',
    ]);
    expect([both.mentions('pack.p.secret'), both.mentionsTool('pack.p.secret')]).toEqual([true, false]);
    expect([both.mentions('vault.canary'), both.mentionsTool('vault.canary')]).toEqual([true, true]);
    const none = gate.without(['a.find'], []);
    expect([none.mentions('a.find'), none.mentions('vault.canary'), none.text('x')]).toEqual([false, true, 'x']);
  });

  it('that wait to be found are told by the name of the tool, each once', () => {
    expect(gate.deferredIn('Lookup, then find_it; open_it, b.open and a.find.')).toEqual(['a.find']);
    expect(gate.deferredIn('b.open')).toEqual([]);
  });
});

describe('a skill beside hidden tools', () => {
  const named = 'Use vault.canary.';
  const clean = `Use ${guidance}.`;

  it('has every text gated; tags and notes with such a name are left out (R11.15)', () => {
    const skill = aSkill({
      ...{ title: named, description: named, trigger: named, tags: ['vault.canary', 'kept'], steps: [named, 'Kept.'] },
      ...{ preconditions: [named], failure_modes: [named], body: named },
      extra: {
        own: named,
        tools: [
          'vault.canary',
          'a.find',
          { tool: 'vault.canary', note: 'n' },
          { tool: 'b.open', note: named },
          { tool: 'b.open' },
          { note: 'n' },
          7,
        ],
      },
    });
    expect(gateSkill(skill, gate)).toEqual({
      ...skill,
      ...{ title: clean, description: clean, trigger: clean, tags: ['kept'], steps: [clean, 'Kept.'] },
      ...{ preconditions: [clean], failure_modes: [clean], body: clean },
      extra: { own: named, tools: ['a.find', { tool: 'b.open', note: clean }, { tool: 'b.open' }] },
    });
  });

  it('is the skill itself where nothing had to go, and nothing where its name is that of a tool', () => {
    for (const skill of [aSkill(), aSkill({ title: 'T', description: 'D', extra: { tools: ['a.find'] } })])
      expect(gateSkill(skill, gate)).toBe(skill);
    expect(gateSkill(aSkill({ name: 'vault.canary' }), gate)).toBeNull();
    const both = gate.without(['pack.test.one'], []);
    expect(gateSkill(aSkill(), both)?.name).toBe('pack.test.one');
  });
});

describe('who may see a skill', () => {
  const stored = (given: Partial<StoredSkill>) =>
    ({
      ...aSkill(),
      ...{ origin: 'pack', pack: 'p', scope_mode: 'project', scope_tenant_id: 't', scope_project_id: 'j' },
      ...given,
    }) as StoredSkill;
  const viewer = {
    context: { tenant_id: 't', project_id: 'j' },
    widest: 'global' as const,
    packs: new Set(['p']),
  };

  it.each<[Partial<StoredSkill>, Partial<typeof viewer>, string | null]>([
    [{}, {}, null],
    [{ pack: 'q' }, {}, 'its pack q is off'],
    [{ pack: null }, {}, 'its pack  is off'],
    [{ pack: 'q', origin: 'learned' as StoredSkill['origin'] }, {}, null],
    [{ scope_mode: 'global', scope_tenant_id: 'x' }, {}, null],
    [{ scope_mode: 'global' }, { widest: 'tenant' as 'global' }, 'its scope is global, skills.scope_mode is tenant'],
    [{ scope_mode: 'tenant' }, { widest: 'project' as 'global' }, 'its scope is tenant, skills.scope_mode is project'],
    [{ scope_mode: 'tenant' }, { widest: 'tenant' as 'global' }, null],
    [{ scope_mode: 'tenant', scope_project_id: 'other' }, {}, null],
    [{ scope_mode: 'tenant', scope_tenant_id: 'x' }, {}, 'it belongs to tenant x'],
    [{ scope_tenant_id: null }, {}, 'it belongs to tenant (none)'],
    [{ scope_project_id: 'x' }, {}, 'it belongs to project x'],
    [{ scope_project_id: null }, {}, 'it belongs to project (none)'],
    [{}, { context: { tenant_id: 't' } as typeof viewer.context }, 'it belongs to project j'],
    [{}, { context: {} as typeof viewer.context }, 'it belongs to tenant t'],
    [{ scope_tenant_id: null, scope_project_id: null }, { context: {} as typeof viewer.context }, null],
    [{ scope_project_id: '' }, { context: { tenant_id: 't' } as typeof viewer.context }, null],
  ])('%j for %j: %s', (skill, other, expected) => {
    expect(skillDenial(stored(skill), { ...viewer, ...other })).toBe(expected);
    expect(visibleSkills([stored(skill)], { ...viewer, ...other }).size).toBe(expected === null ? 1 : 0);
  });

  it('the narrowest of one name counts, whatever the order, and of two alike the first', () => {
    const [project, tenant, global] = (['project', 'tenant', 'global'] as const).map((scope_mode) =>
      stored({ scope_mode }),
    );
    const orders = [
      [project, tenant, global],
      [global, tenant, project],
      [tenant, project, global],
    ] as StoredSkill[][];
    for (const order of orders) expect(visibleSkills(order, viewer).get('pack.test.one')).toBe(project);
    const again = stored({ title: 'again' });
    expect(visibleSkills([project as StoredSkill, again], viewer).get('pack.test.one')).toBe(project);
  });
});
