import { describe, expect, it } from 'vitest';
import { buildCatalog } from '#core/catalog/catalog.ts';
import { normaliseTool } from '#core/catalog/normalise-tool.ts';
import { workspaceConfigSchema } from '#shared/domain/config.ts';
import { type SourceFormat, sourceSchema } from '#shared/domain/source.ts';

const source = (fields: object = {}) =>
  sourceSchema.parse({ name: 'src', path: 'x.json', format: 'tools_jsonl', ...fields });
const tool = (fields: object, over: object = {}) => normaliseTool({ name: 'ns.one', ...fields }, source(over));

describe('a captured tool becomes a tool of the catalog', () => {
  it('with every field of the model, and the source and the name by which it is run (R1.03, R1.18)', () => {
    const given = {
      description: 'd',
      title: 'T',
      side_effects: 'read',
      tags: ['t'],
      inputSchema: { type: 'object' },
      outputSchema: { type: 'string' },
      loading_mode: 'deferred',
      examples: [{ args: { a: 1 } }],
      category: 'pages',
      phrases: ['p'],
      hypotheticalQueries: ['h'],
      usageHint: 'u',
      relatedTools: ['ns.two'],
      riskLevel: 'moderate',
      requiresConfirmation: true,
      aliases: ['uno'],
      extraction: { path: '$root', type: 'page', nameField: 'name', idField: 'id', isArray: false },
      extra: { colour: 'red' },
      _meta: { kept: true },
    };
    expect(tool(given)).toEqual({
      name: 'ns.one',
      upstream_name: 'ns.one',
      namespace: 'ns',
      source: 'src',
      title: 'T',
      description: 'd',
      input_schema: { type: 'object' },
      output_schema: { type: 'string' },
      annotations: null,
      side_effects: 'read',
      tags: ['t'],
      category: 'pages',
      phrases: ['p'],
      hypothetical_queries: ['h'],
      usage_hint: 'u',
      related_tools: ['ns.two'],
      examples: [{ args: { a: 1 }, tags: [] }],
      aliases: ['uno'],
      risk_level: 'moderate',
      requires_confirmation: true,
      extraction: { path: '$root', type: 'page', nameField: 'name', idField: 'id', isArray: false },
      extra: { colour: 'red', _meta: { kept: true } },
      declared_mode: 'deferred',
    });
  });

  it.each([
    [{ loading_mode: 'always' }, 'always'],
    [{ loading_mode: 'deferred' }, 'deferred'],
    [{ extra: { loading_mode: 'deferred' } }, 'deferred'],
    [{ extra: { loading_mode: 'always' } }, 'always'],
    [{ extra: { loading_mode: 'sometimes' } }, 'undeclared'],
    [{ defer_loading: true }, 'deferred'],
    [{ defer_loading: false }, 'undeclared'],
    [{}, 'undeclared'],
  ])('declares by %j the mode %s (R1.06, R1.07)', (fields, mode) => {
    expect(tool(fields).declared_mode).toBe(mode);
  });

  it('takes examples from the source first, then extra, then the tool itself (R7.02, R7.03)', () => {
    const own = [{ args: { from: 'own' } }];
    const extra = { examples: [{ args: { from: 'extra' } }] };
    const tool_examples = { 'ns.one': [{ args: { from: 'source' } }] };
    expect(tool({ examples: own, extra }, { tool_examples }).examples[0]?.args).toEqual({ from: 'source' });
    expect(tool({ examples: own, extra }).examples[0]?.args).toEqual({ from: 'extra' });
    expect(tool({ examples: own }).examples[0]?.args).toEqual({ from: 'own' });
  });

  it.each<[SourceFormat, object, string]>([
    ['tools_list', { name: 'one', inputSchema: { p: 1 } }, 'src.one'],
    ['openai', { type: 'function', function: { name: 'one', parameters: { p: 1 } } }, 'one'],
    ['openai', { type: 'function', name: 'one', parameters: { p: 1 } }, 'one'],
    ['anthropic', { name: 'one', input_schema: { p: 1 } }, 'one'],
  ])('reads name and schema of %s', (format, captured, name) => {
    const normalised = normaliseTool(captured as { name: string }, source({ format }));
    expect([normalised.name, normalised.upstream_name, normalised.input_schema]).toEqual([name, 'one', { p: 1 }]);
  });

  it('takes side effects from annotations unless it says them itself', () => {
    const annotations = { readOnlyHint: true, title: 'From the hint' };
    expect(tool({ annotations })).toMatchObject({ side_effects: 'read', title: 'From the hint' });
    expect(tool({ annotations, side_effects: 'stateful' }).side_effects).toBe('stateful');
  });
});

describe('catalog', () => {
  const build = (config: object, names = ['a', 'b']) =>
    buildCatalog(
      [{ source: source(), tools: names.map((name) => ({ name })) }],
      workspaceConfigSchema.parse(config),
      new Map(),
    );

  it('lays overlays over the sources and leaves the rest as it was', () => {
    const { byName } = build({
      overlays: { a: { tags: ['x'], loading_mode: 'deferred', side_effects: 'pure' } },
      tool_search: { enabled: true },
    });
    expect(byName.get('a')).toMatchObject({
      tags: ['x'],
      mode: 'deferred',
      side_effects: 'pure',
      mode_reason: { rule: 'declaration' },
    });
    expect(byName.get('b')).toMatchObject({ tags: [], mode: 'always' });
  });

  it('reports an overlay for a tool that is not there, and leaves out sources that are off', () => {
    expect(build({ overlays: { ghost: {} } }).findings[0]).toMatchObject({
      code: 'overlay_without_tool',
      path: 'overlays.ghost',
    });
    const off = buildCatalog(
      [{ source: source({ enabled: false }), tools: [{ name: 'a' }] }],
      workspaceConfigSchema.parse({}),
      new Map(),
    );
    expect(off.tools).toEqual([]);
  });

  it.each(['constructor', '__proto__', 'toString'])('takes a tool named %s for what it is', (name) => {
    expect(build({}, [name]).byName.get(name)?.name).toBe(name);
  });

  it('shows every tool while search is off, deferred ones too', () => {
    const { tools } = build({ overlays: { a: { loading_mode: 'deferred' } } });
    expect(tools.map((one) => [one.mode, one.mode_reason.rule])).toEqual([
      ['always', 'search_disabled'],
      ['always', 'search_disabled'],
    ]);
  });

  it('rejects two tools of one name, and names it and both sources (R1.21)', () => {
    const twice = [
      { source: source(), tools: [{ name: 'a' }] },
      { source: source({ name: 'other' }), tools: [{ name: 'a' }] },
    ];
    expect(() => buildCatalog(twice, workspaceConfigSchema.parse({}), new Map())).toThrow(
      /tool "a" .*source src .* source other/,
    );
    expect(() => build({}, ['b', 'a', 'a'])).toThrow(
      expect.objectContaining({ code: 'tool_name_conflict', message: expect.stringContaining('"a"') }),
    );
  });

  it.each([
    ['the name of a tool', { a: { aliases: ['b'] } }, /alias "b" of a .* is a tool too/],
    ['an alias of another tool', { a: { aliases: ['x'] }, b: { aliases: ['x'] } }, /alias "x" of b .* an alias of a/],
    ['a name of our own', { a: { aliases: ['tool_search'] } }, /alias "tool_search" of a .* reserved name of Pegboard/],
  ])('rejects an alias that is %s', (_what, overlays, words) => {
    expect(() => build({ overlays }, ['a', 'b'])).toThrow(words);
  });

  it('takes an alias that is the tool’s own name, or comes twice, for what it is', () => {
    expect(build({ overlays: { a: { aliases: ['a', 'x', 'x'] } } }, ['a']).tools).toHaveLength(1);
  });
});
