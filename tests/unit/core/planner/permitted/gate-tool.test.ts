import { describe, expect, it } from 'vitest';
import { createNameGate, forbiddenNames, isIdentifier } from '#core/catalog/name-gate.ts';
import { gateTool } from '#core/planner/permitted/gate-tool.ts';
import { permittedCatalog, readableError, resolveName } from '#core/planner/permitted/permitted-catalog.ts';
import { type CatalogTool, catalogToolSchema } from '#shared/domain/tool.ts';

const aTool = (given: Partial<CatalogTool> = {}): CatalogTool =>
  catalogToolSchema.parse({
    ...{ name: 'a.find', upstream_name: 'find', namespace: 'a', source: 'a', title: null, description: 'Finds.' },
    ...{ input_schema: { type: 'object' }, output_schema: null, annotations: null, side_effects: null, tags: [] },
    ...{ category: null, phrases: [], hypothetical_queries: [], usage_hint: null, related_tools: [], examples: [] },
    ...{ aliases: [], risk_level: null, requires_confirmation: false, extraction: null, extra: {} },
    ...{ declared_mode: 'undeclared', mode: 'always', mode_reason: { rule: 'fallback', detail: '' } },
    ...given,
  });
const hidden = aTool({ name: 'vault.canary', upstream_name: 'open_canary', aliases: ['canary_alias'] });
const gate = createNameGate(new Set(['vault.canary']));
const named = 'As vault.canary does.';
const instead = 'As another tool does.';

describe('a tool beside hidden ones', () => {
  it('has every text of it gated, and its own name kept', () => {
    const schema = { type: 'object', properties: { q: { type: 'string', description: named } } };
    const gated = gateTool(
      aTool({
        ...{ title: named, description: named, category: named, usage_hint: named, input_schema: schema },
        ...{ output_schema: schema, annotations: { title: named }, extra: { own: named, 'vault.canary': 1 } },
      }),
      gate,
    );
    const clean = { type: 'object', properties: { q: { type: 'string', description: instead } } };
    expect(gated).toMatchObject({
      ...{ name: 'a.find', title: instead, description: instead, category: instead, usage_hint: instead },
      ...{ input_schema: clean, output_schema: clean, annotations: { title: instead } },
    });
    expect(gated.extra).toEqual({ own: instead });
  });

  it('loses the entries of its lists that hold such a name, and keeps the others as they are', () => {
    const list = [named, 'kept'];
    const lists = {
      ...{ tags: list, phrases: list, hypothetical_queries: list, related_tools: ['vault.canary', 'kept'] },
      aliases: list,
    };
    const kept = ['kept'];
    expect(gateTool(aTool(lists), gate)).toMatchObject({
      ...{ tags: kept, phrases: kept, hypothetical_queries: kept, related_tools: kept, aliases: kept },
    });
  });

  it('loses examples whose arguments hold such a name, and has the texts of others gated', () => {
    const examples = [
      { args: { q: named }, tags: [] },
      { args: { q: { 'vault.canary': 1 } }, tags: [] },
      { args: { q: 'kept' }, description: named, tags: ['vault.canary', 'kept'] },
      { args: {}, description: null, tags: [] },
    ];
    expect(gateTool(aTool({ examples }), gate).examples).toEqual([
      { args: { q: 'kept' }, description: instead, tags: ['kept'] },
      { args: {}, description: null, tags: [] },
    ]);
  });

  it('is the same where nothing has to go', () => {
    const tool = aTool({ title: 'T', category: 'c', usage_hint: 'u', output_schema: {}, annotations: {}, tags: ['t'] });
    expect(gateTool(tool, gate)).toEqual(tool);
    expect(gateTool(aTool(), gate)).toEqual(aTool());
  });
});

describe('the view of a run', () => {
  const other = aTool({
    name: 'b.open',
    aliases: ['a.find', 'open_it'],
    description: 'Like vault.canary, canary_alias, open_canary, off.line.',
  });
  const view = permittedCatalog([hidden, other, aTool()], new Set(['a.find', 'b.open']), ['off.line']);

  it('holds exactly the permitted tools, with no name, alias or own name of another, or one that only a policy has', () => {
    expect([...view.tools.keys()]).toEqual(['b.open', 'a.find']);
    expect(view.tools.get('b.open')?.description).toBe('Like another tool, another tool, another tool, another tool.');
    expect([...view.gate.forbidden].sort()).toEqual(['canary_alias', 'off.line', 'open_canary', 'vault.canary']);
    expect(readableError('vault.canary failed', view)).toBe('another tool failed');
  });

  it('finds a tool by its name, else by an alias, and no other', () => {
    expect(resolveName(view, 'a.find')?.name).toBe('a.find');
    expect(resolveName(view, 'open_it')?.name).toBe('b.open');
    expect(resolveName(view, 'vault.canary')).toBeUndefined();
    expect(resolveName(view, 'canary_alias')).toBeUndefined();
  });

  it('hides no name that a permitted tool or one of ours has, and no plain word', () => {
    const names = (catalog: readonly CatalogTool[], ...permitted: string[]) =>
      [...forbiddenNames(catalog, new Set(permitted), ['tool_search'])].sort();
    const plain = aTool({ name: 'x.search', upstream_name: 'search', aliases: ['a.find', 'tool_get'] });
    expect(names([aTool(), plain], 'a.find')).toEqual(['x.search']);
    const shared = aTool({ name: 'y.open', upstream_name: 'open_canary' });
    expect(names([hidden, shared], 'y.open')).toEqual(['canary_alias', 'vault.canary']);
    const called = aTool({ name: 'z.open', aliases: ['open_canary'] });
    expect(names([hidden, called], 'z.open')).toEqual(['canary_alias', 'vault.canary']);
    const alone = aTool({ name: 'only_one', upstream_name: 'only_one' });
    expect(names([alone])).toEqual(['only_one']);
  });

  it('keeps a permitted name whole where a hidden one is a part of it', () => {
    const both = createNameGate(new Set(['open']), ['my open']);
    expect(both.text('Use my open, or open.')).toBe('Use my open, or another tool.');
    expect(both.namedIn('my open, open, open')).toEqual(['open']);
    expect([both.mentions('my open'), both.mentions('open')]).toEqual([false, true]);
    expect(both.text('open', (name) => `<${name}>`)).toBe('<open>');
    expect(createNameGate(new Set()).text('open')).toBe('open');
  });

  it.each([
    ['list_issues', true],
    ['git.push', true],
    ['a-b', true],
    ['a/b', true],
    ['a:b', true],
    ['v2', true],
    ['getIssue', true],
    ['search', false],
    ['Search', false],
    ['_', false],
    ['Größe', false],
    ['größeÄndern', true],
  ])('takes %s for a name of code: %s', (name, expected) => {
    expect(isIdentifier(name)).toBe(expected);
  });
});
