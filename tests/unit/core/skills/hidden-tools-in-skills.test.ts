import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createNameGate, forbiddenNames } from '#core/catalog/name-gate.ts';
import { createToolGate, type ToolGate } from '#core/skills/retrieval/tool-gate.ts';
import type { LoadingMode } from '#shared/domain/loading-mode.ts';
import { testCatalog } from '../../../support/planner.ts';
import { skillServices, skillTools } from '../../../support/skill-workspace.ts';

function gate(
  tools: Readonly<Record<string, LoadingMode | 'denied'>>,
  searchEnabled = true,
  aliases: Readonly<Record<string, string[]>> = {},
) {
  const listed = Object.entries(tools).map(([name, mode]) => ({
    name,
    aliases: aliases[name] ?? [],
    ...(mode === 'denied' ? {} : { loading_mode: mode }),
  }));
  const { catalog } = testCatalog(listed);
  const permitted = new Map(catalog.filter(({ name }) => tools[name] !== 'denied').map((tool) => [tool.name, tool]));
  const names = createNameGate(forbiddenNames(catalog, permitted, ['policy.only']), permitted.keys());
  return createToolGate(names, { tools: permitted, discovery: searchEnabled ? ['tool_search', 'tool_get'] : [] });
}

const guidance = 'a suitable tool (use tool_search for the needed capability)';

describe('tool names in skills', () => {
  it('are replaced when the tool is denied, as whole tokens, longest first (R11.14)', () => {
    const { text } = bound(
      gate({ 'github.create': 'denied', 'github.create_issue': 'always', 'github.create.draft': 'denied' }),
    );
    expect(text('Call github.create, then github.create_issue.')).toBe(`Call ${guidance}, then github.create_issue.`);
    expect(text('github.create.draft; (github.create) "github.create" `github.create`.')).toBe(
      `${guidance}; (${guidance}) "${guidance}" \`${guidance}\`.`,
    );
    expect(text('github.creates mygithub.create github.create-x')).toBe(
      'github.creates mygithub.create github.create-x',
    );
    expect(text('policy.only')).toBe(guidance);
    const spaced = bound(gate({ 'shop/buy': 'denied', 'shop/buy now': 'denied' }));
    expect(spaced.text('Use shop/buy now or shop/buy.')).toBe(`Use ${guidance} or ${guidance}.`);
  });

  it('are found in other case, between underscores, and behind what nobody sees', () => {
    const { text } = bound(gate({ 'github.create_issue': 'denied', search: 'denied' }));
    expect(text('Github.Create_Issue')).toBe(guidance);
    expect(text('Search the page; call search.')).toBe(`${guidance} the page; call ${guidance}.`);
    expect(text('_github.create_issue_ github.\u200bcreate_issue')).toBe(`${guidance} ${guidance}`);
    expect(text('{"a":"\\ngithub.create_issue"}')).toBe(`{"a":"\\n${guidance}"}`);
  });

  it('are found with spaces, slashes and aliases, and leave permitted longer names whole', () => {
    const tools = { 'shop/buy': 'denied', 'my tool': 'denied', a: 'denied', 'a/b': 'always', 'x.y': 'denied' } as const;
    const { text } = bound(gate(tools, true, { 'x.y': ['old.name'] }));
    expect(text('shop/buy, my tool, a/b, a, old.name')).toBe(`${guidance}, ${guidance}, a/b, ${guidance}, ${guidance}`);
    expect(text('shop/buyer')).toBe('shop/buyer');
  });

  it('say nothing of tool_search when search is off (R11.17)', async () => {
    const { text } = bound(gate({ 'x.y': 'denied' }, false));
    expect(text('x.y or tool_search')).toBe('a suitable tool or a suitable tool');
    const read = async (enabled: boolean) => {
      const services = await skillServices({
        skills: '  skill_packs: [{name: p, path: packs/p}]\n',
        yaml: `tool_search: {enabled: ${enabled}}\npolicy: {denied_tools: [x.y]}`,
        tools: [{ name: 'x.y' }],
        files: { 'packs/p/a.skill.yaml': 'name: pack.p.a\ntrigger: T.\nsteps: [Call x.y now.]\n' },
      });
      return (await skillTools(services).get({ names: ['pack.p.a'] })).skills[0]?.steps;
    };
    expect(await read(false)).toEqual(['Call a suitable tool now.']);
    expect(await read(true)).toEqual([`Call ${guidance} now.`]);
  });

  it('are known as deferred when they may be used and are not in the prompt', () => {
    const { deferredIn } = bound(gate({ 'a.b': 'deferred', 'c.d': 'always', 'e.f': 'denied' }));
    expect(deferredIn('c.d, e.f, a.b and a.b')).toEqual(['a.b']);
  });

  it('never stand in the result, whatever the text', () => {
    const name = fc.stringMatching(/^[a-c][a-c._-]{0,6}[a-c]$/);
    fc.assert(
      fc.property(
        fc.uniqueArray(name, { minLength: 1, maxLength: 5 }),
        fc.array(fc.oneof(name, fc.constantFrom(' ', ', ', '.', '(', '\n')), { maxLength: 12 }),
        (names, pieces) => {
          const [denied = '', ...permitted] = names;
          const tools = Object.fromEntries([[denied, 'denied'], ...permitted.map((one) => [one, 'always'])]) as Record<
            string,
            'denied' | 'always'
          >;
          const result = gate(tools).text(pieces.join(' '));
          const tokens = result.match(/[a-z_]+(?:[.-]+[a-z_]+)*/g) ?? [];
          expect(tokens).not.toContain(denied);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('take time linear in the text, with 10,000 tools', () => {
    const tools = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, i) => [`service.tool_${i}`, 'denied' as const]),
    );
    const many = gate(tools);
    expect(many.text('service.tool_9999 x '.repeat(5000))).toContain(guidance);
    expect(many.text(`${'a.'.repeat(100_000)}b`)).toHaveLength(200_001);
  });
});

function bound(one: ToolGate) {
  return { text: one.text.bind(one), deferredIn: one.deferredIn.bind(one) };
}
