import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCapturedTools } from '#core/catalog/captured-tools.ts';
import { readHostHints, withHostHints } from '#core/catalog/host-hints.ts';
import { normaliseTool } from '#core/catalog/normalise-tool.ts';
import { resultLimit } from '#core/planner/run/observations.ts';
import { workspaceConfigSchema } from '#shared/domain/config.ts';
import { resolveLoadingMode } from '#shared/domain/loading-mode.ts';
import { sourceModeRules, sourceSchema } from '#shared/domain/source.ts';
import { type CatalogTool, catalogToolSchema } from '#shared/domain/tool.ts';
import { eras, gatewayOf, hostAt } from '../../support/gateway.ts';
import { names, search, servicesWith, testServices, workspaceFolder } from '../../support/workspace.ts';

const always = { 'anthropic/alwaysLoad': true };
const deferred = { enabled: true, default_loading_mode: 'deferred' as const, always_loaded_patterns: [] };
const source = (fields: object = {}) =>
  sourceSchema.parse({ name: 'shop', path: 'x.json', format: 'tools_list', ...fields });
const toolWith = (meta: unknown, fields: object = {}) =>
  normaliseTool({ name: 'refund', description: 'Pay back.', _meta: meta, ...fields }, source());
const ruleOf = (fields: object, over: object = {}, workspace: object = {}) => {
  const { mode, reason } = resolveLoadingMode({ ...toolWith(always), ...over }, sourceModeRules(source(fields)), {
    ...deferred,
    ...workspace,
  });
  return [mode, reason.rule];
};

describe('what a source asks of hosts', () => {
  it('decides before the default of the workspace, and after every rule that names the tool or its source', () => {
    expect(ruleOf({})).toEqual(['always', 'source_hint']);
    expect(ruleOf({ default_loading_mode: 'deferred' })).toEqual(['deferred', 'source_default']);
    expect(ruleOf({ deferred_tools: ['refund'] })).toEqual(['deferred', 'source_list']);
    expect(ruleOf({}, { declared_mode: 'deferred' })).toEqual(['deferred', 'declaration']);
    expect(ruleOf({}, {}, { always_loaded_patterns: ['shop.*'] })).toEqual(['always', 'pattern']);
    expect(ruleOf({}, { always_load_hint: undefined })).toEqual(['deferred', 'workspace_default']);
  });

  it('becomes phrases, unless the source or an overlay has phrases', () => {
    const hint = { 'anthropic/searchHint': 'money back; \n give\u200b back ;; money back' };
    expect(toolWith(hint).phrases).toEqual(['money back', 'give back']);
    expect(toolWith(hint, { phrases: ['own'] }).phrases).toEqual(['own']);
  });

  it('limits results, and never above what a host accepts or what a run allows', () => {
    expect(toolWith({ 'anthropic/maxResultSizeChars': 700 }).max_result_chars).toBe(700);
    expect(toolWith({ 'anthropic/maxResultSizeChars': 9e6 }).max_result_chars).toBe(500_000);
    expect(toolWith({ 'anthropic/maxResultSizeChars': 700 }, { max_result_chars: 300 }).max_result_chars).toBe(300);
    const config = workspaceConfigSchema.parse({});
    expect(resultLimit({ max_result_chars: 700 }, config)).toBe(700);
    expect(resultLimit({ max_result_chars: 500_000 }, config)).toBe(20_000);
    expect(resultLimit({}, config)).toBe(20_000);
  });

  it('has no effect where it has the wrong type, and the import says so', () => {
    const meta = {
      'anthropic/alwaysLoad': 'true',
      'anthropic/searchHint': ['a'],
      'anthropic/maxResultSizeChars': -1.5,
    };
    const tool = toolWith(meta);
    expect([tool.always_load_hint, tool.phrases, tool.max_result_chars]).toEqual([undefined, [], undefined]);
    const [list] = parseCapturedTools(JSON.stringify({ tools: [{ name: 'refund', _meta: meta }] }), 'x.json');
    expect(list?.tools).toHaveLength(1);
    expect(list?.findings.map(({ code, message }) => [code, message])).toEqual([
      [
        'field_ignored',
        'tools[0] refund: fields with a value of the wrong kind are kept in the file and have no effect: _meta["anthropic/alwaysLoad"] (a text), _meta["anthropic/searchHint"] (a list), _meta["anthropic/maxResultSizeChars"] (a number).',
      ],
    ]);
  });

  it('reads any _meta, and bounds what it takes from it', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), fc.anything(), (a, b, c) => {
        const meta = { 'anthropic/alwaysLoad': a, 'anthropic/searchHint': b, 'anthropic/maxResultSizeChars': c };
        const read = readHostHints(meta);
        expect(typeof read.alwaysLoad).toBe('boolean');
        expect(read.phrases.length).toBeLessThanOrEqual(20);
        expect(read.maxResultChars ?? 1).toBeGreaterThan(0);
      }),
    );
    for (const odd of [null, 3, 'x', [], { __proto__: always }]) expect(readHostHints(odd).alwaysLoad).toBe(false);
    const long = readHostHints({ 'anthropic/searchHint': 'word; '.repeat(10_000) });
    expect(long.phrases).toEqual(['word']);
    expect(long.converted).toHaveLength(1);
  });
});

describe('hints that Pegboard writes', () => {
  const tool = (fields: object): CatalogTool =>
    catalogToolSchema.parse({
      ...toolWith({}),
      mode: 'deferred',
      mode_reason: { rule: 'fallback', detail: '' },
      ...fields,
    });

  it('read back as they were written', () => {
    const texts = fc.array(fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constant('give; back')), {
      maxLength: 30,
    });
    const limits = fc.option(fc.integer({ min: 1, max: 500_000 }), { nil: undefined });
    fc.assert(
      fc.property(texts, texts, fc.constantFrom('always', 'deferred'), limits, (phrases, queries, mode, limit) => {
        const first = withHostHints(
          tool({ phrases, hypothetical_queries: queries, mode, max_result_chars: limit }),
          'all',
        );
        const { alwaysLoad, phrases: read, maxResultChars, ignored, converted } = readHostHints(first);
        expect([alwaysLoad, maxResultChars ?? undefined]).toEqual([mode === 'always', limit]);
        expect([...ignored, ...converted]).toEqual([]);
        expect(withHostHints(tool({ phrases: read, mode, max_result_chars: limit }), 'all')).toEqual(first);
      }),
    );
  });

  it('replace those of the source, and keep its other keys', () => {
    const meta = { ...always, 'anthropic/searchHint': 'spam', 'shop/colour': 'red' };
    expect(withHostHints(tool({ extra: { _meta: meta } }), 'all')).toEqual({ 'shop/colour': 'red' });
    expect(withHostHints(tool({ extra: { _meta: meta }, mode: 'always' }), 'limit')).toEqual({ 'shop/colour': 'red' });
  });

  it.each(eras)('reach a host of the %s era by the gateway, and come back by an import of its list', async (era) => {
    const tools = [
      { name: 'a.pushy', description: 'Push.', _meta: { ...always, 'anthropic/searchHint': 'me first' } },
      { name: 'a.plain', description: 'Plain.', phrases: ['make it plain'], max_result_chars: 900 },
    ];
    const yaml = `tool_search: {enabled: true, default_loading_mode: deferred}
overlays: {a.pushy: {loading_mode: deferred}, a.plain: {loading_mode: always}}
`;
    const host = await hostAt(await gatewayOf(await servicesWith(tools, { yaml }), { mode: 'direct' }), { era });
    const { tools: listed } = await host.listTools();
    expect(Object.fromEntries(listed.map(({ name, _meta }) => [name, _meta]))).toEqual({
      a__plain: { ...always, 'anthropic/searchHint': 'make it plain', 'anthropic/maxResultSizeChars': 900 },
      a__pushy: { 'anthropic/searchHint': 'me first' },
    });
    const [captured] = parseCapturedTools(JSON.stringify({ tools: listed }), 'list.json');
    const back = captured?.tools.map((one) => normaliseTool(one, source())) ?? [];
    expect(back.map((one) => [one.always_load_hint, one.phrases, one.max_result_chars])).toEqual([
      [true, ['make it plain'], 900],
      [undefined, ['me first'], undefined],
    ]);
  });

  it.each(['mcp-tools', 'pegboard-json'] as const)('are in an export as %s, which can be imported', async (as) => {
    const services = await servicesWith([
      { name: 'a.loud', description: 'Loud.', _meta: { ...always, 'anthropic/maxResultSizeChars': 900 } },
      { name: 'a.plain', description: 'Plain.', phrases: ['make it plain'] },
    ]);
    const { text } = await services.exports.document({ kind: 'catalog', as });
    const other = await testServices();
    await other.workspace.open({ path: workspaceFolder([]) });
    await other.catalog.applyImport({ files: [{ name: 'back.json', text, source: 'back' }] });
    const tools = (await other.catalog.list()).filter((one) => one.source === 'back');
    const whole = await other.catalog.getMany({ names: tools.map(({ name }) => name) });
    expect(whole.map((one) => [one.mode_reason.rule, one.phrases, one.max_result_chars])).toEqual([
      ['source_hint', [], 900],
      ['workspace_default', ['make it plain'], undefined],
    ]);
  });
});

describe('an import of tools that ask to be always loaded', () => {
  it('says so before anything is written, and the catalog shows the rule', async () => {
    const services = await servicesWith([{ name: 'other' }]);
    const tools = [
      { name: 'loud', description: 'L.', _meta: always },
      { name: 'calm', description: 'C.' },
    ];
    const files = [{ name: 'shop.json', text: JSON.stringify({ tools }) }];
    const { findings } = await services.catalog.planImport({ files });
    expect(findings.map(({ code, message }) => [code, message])).toEqual([
      ['always_load_asked', '1 of 2 tools ask to be always loaded (anthropic/alwaysLoad): loud.'],
    ]);
    await services.catalog.applyImport({ files });
    const detail = await services.catalog.describe({ name: 'shop.loud' });
    expect(detail?.tool.mode_reason.rule).toBe('source_hint');
    expect(detail?.mode_rules.find(({ rule }) => rule === 'source_hint')).toMatchObject({
      mode: 'always',
      value: 'true',
      file: 'sources/shop.json',
    });
    expect((await services.catalog.describe({ name: 'shop.calm' }))?.tool.mode).toBe('deferred');
  });

  it('counts a request that came with a new list as a notable change', async () => {
    const services = await servicesWith([{ name: 'other' }]);
    const file = (meta: object) => ({
      name: 'shop.json',
      text: JSON.stringify({ tools: [{ name: 'calm', description: 'C.', _meta: meta }] }),
    });
    await services.catalog.applyImport({ files: [file({})] });
    const { sources } = await services.catalog.planImport({ files: [file(always)] });
    expect(sources[0]?.changed_details[0]?.severity).toBe('notable');
  });

  it('finds a tool by the search hint of its source', async () => {
    const services = await servicesWith([
      { name: 'a.refund', description: 'Pay.', _meta: { 'anthropic/searchHint': 'zebra stripes' } },
      { name: 'a.other', description: 'Pay.' },
    ]);
    expect(names(await search(services, { query: 'zebra' }))).toEqual(['a.refund']);
  });

  it('does not tell a persona by a search hint about a tool that it may not use', async () => {
    const yaml = `tool_search: {enabled: true, default_loading_mode: deferred}
personas: [{name: guest, hidden_tools: [a.secret]}]
`;
    const tools = [
      { name: 'a.open', description: 'O.', _meta: { 'anthropic/searchHint': 'before a.secret; after lunch' } },
      { name: 'a.secret', description: 'S.' },
    ];
    const gateway = await gatewayOf(await servicesWith(tools, { yaml }), { mode: 'direct' });
    const { tools: listed } = await (await hostAt(gateway, { era: eras[0], persona: 'guest' })).listTools();
    expect(listed.map(({ _meta }) => _meta)).toEqual([{ 'anthropic/searchHint': 'after lunch' }]);
  });
});
