import { describe, expect, it } from 'vitest';
import { permittedCatalog } from '#core/planner/permitted/permitted-catalog.ts';
import { ToolFinder } from '#core/planner/permitted/tool-finder.ts';
import { toolSearchConfigSchema } from '#shared/domain/config.ts';
import { toolSearchInputSchema } from '#shared/domain/search-request.ts';
import { type CatalogTool, catalogToolSchema } from '#shared/domain/tool.ts';
import { call, done, type TestPlannerOptions, testPlanner } from '../../../../support/planner.ts';

const aTool = (name: string): CatalogTool =>
  catalogToolSchema.parse({
    ...{ name, upstream_name: name, namespace: null, source: 's', title: null, description: `Opens the ${name}.` },
    ...{ input_schema: { type: 'object' }, output_schema: null, annotations: null, side_effects: null, tags: [] },
    ...{ category: null, phrases: [], hypothetical_queries: [], usage_hint: null, related_tools: [], examples: [] },
    ...{ aliases: [], risk_level: null, requires_confirmation: false, extraction: null, extra: {} },
    ...{ declared_mode: 'undeclared', mode: 'deferred', mode_reason: { rule: 'fallback', detail: '' } },
  });
const catalog = [aTool('gate'), aTool('door')];
const config = toolSearchConfigSchema.parse({ enabled: true, understanding: { languages: false, meaning: false } });
const input = toolSearchInputSchema.parse({ query: 'opens' });
const views = Array.from({ length: 20 }, (_, i) =>
  permittedCatalog(catalog, new Set([i % 2 === 0 ? 'gate' : 'door']), []),
);
const open = () => new ToolFinder(config, { fts: 'detect', now: () => 0 });

describe('the search of a run', () => {
  const tools = [
    { name: 'a.always', description: 'Always there.', loading_mode: 'always' },
    { name: 'a.later', description: 'Later.' },
    { name: 'a.secret', description: 'For nobody.' },
  ];

  it.each([
    ['fts', 'always later nobody', ['a.always', 'a.later', 'a.secret']],
    ['regex', '^a[.]', ['a.always', 'a.later', 'a.secret']],
    ['exact', 'a.secret', ['a.secret']],
  ])('by %s finds only what the registry has and the run may see or activate (R5.11)', async (type, query, all) => {
    const found = async (options: Partial<TestPlannerOptions>) => {
      const args = { query, search_type: type, include_always_loaded: true };
      const { planner } = await testPlanner({ tools, ...options, script: [call('tool_search', args), done] });
      const { result } = JSON.parse((await planner.run({ query: 'q' })).steps[0]?.observation ?? '');
      return result.tools.map(({ name }: { name: string }) => name).sort();
    };
    const without = (...names: string[]) => all.filter((name) => !names.includes(name));
    const seen = ['a.later'];
    const visibility = { visibleTools: () => seen.map((name) => ({ name })) };
    expect(await found({})).toEqual(all);
    expect(await found({ config: { policy: { denied_tools: ['a.secret'] } } })).toEqual(without('a.secret'));
    expect(await found({ visibility })).toEqual(without('a.always', 'a.secret'));
  });

  it('finds in each of many views what that view permits, also in those whose index was closed meanwhile', async () => {
    const finder = open();
    for (const round of [1, 2]) {
      for (const [i, view] of views.entries()) {
        const { tools } = await finder.search(view, input);
        expect(
          tools.map(({ name }) => name),
          `round ${round}, view ${i}`,
        ).toEqual([i % 2 === 0 ? 'gate' : 'door']);
      }
    }
    await finder.close();
  });

  it('closes the index that was not asked for longest, and only where there are more than sixteen', async () => {
    const finder = open();
    const scopes = [];
    for (const view of views.slice(0, 16)) scopes.push((await finder.explain(view, input)).scope);
    const first = views[0] as (typeof views)[number];
    expect((await finder.explain(first, input)).scope).toBe(scopes[0]);
    await finder.explain(views[16] as typeof first, input);
    expect((await finder.explain(first, input)).scope).toBe(scopes[0]);
    expect((await finder.explain(views[1] as typeof first, input)).scope).not.toBe(scopes[1]);
    await finder.close();
  });

  it('is refused after it was closed', async () => {
    const finder = open();
    const [view] = views as [(typeof views)[number]];
    expect(await finder.ftsAvailable(view)).toBe(true);
    await finder.close();
    await expect(finder.search(view, input)).rejects.toThrow('closed');
    await expect(finder.get(view, { names: ['gate'] } as never)).rejects.toThrow('closed');
  });
});
