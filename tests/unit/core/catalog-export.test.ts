import { describe, expect, it } from 'vitest';
import { parseCapturedTools } from '#core/catalog/captured-tools.ts';
import type { Services } from '#core/services.ts';
import { type CatalogFormat, catalogFormatSchema } from '#shared/domain/export-plan.ts';
import { matchesGlob } from '#shared/domain/glob.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { testServices, write } from '../../support/workspace.ts';

const shopTools = [
  { name: 'list', description: 'List orders.', inputSchema: { type: 'object' } },
  { name: 'find', description: 'Find orders.', inputSchema: { type: 'object' } },
  { name: 'refund', description: 'Refund an order.', inputSchema: { type: 'object' } },
  { name: 'erase', description: 'Erase a customer. Before it, call notes.secret.', inputSchema: { type: 'object' } },
];
const noteTools = [
  { name: 'notes.add', description: 'Add a note.', tags: ['text'], side_effects: 'write', loading_mode: 'always' },
  { name: 'notes.find', description: 'Find notes.', examples: [{ args: {}, description: 'All.', tags: ['minimal'] }] },
  { name: 'notes.secret', description: 'Only for some.' },
];
const yaml = `tool_search: {enabled: true, default_loading_mode: deferred, always_loaded_patterns: ["*.find", notes.secret], ranking: rfc}
sources:
  - name: shop
    path: sources/shop.json
    format: tools_list
    always_loaded_tools: [list]
    mcp: {transport: stdio, command: run-shop, args: [--token-file, /private]}
  - {name: notes, path: sources/notes.jsonl, format: tools_jsonl}
overlays:
  shop.refund: {usage_hint: Ask first., description: Give money back., examples: [{args: {}}]}
personas:
  - {name: clerk, hidden_tools: [notes.secret]}
`;

async function opened(): Promise<Services> {
  const root = temporaryFolder();
  write(root, 'sources/shop.json', JSON.stringify({ tools: shopTools }));
  write(root, 'sources/notes.jsonl', noteTools.map((tool) => JSON.stringify(tool)).join('\n'));
  write(root, 'pegboard.yaml', yaml);
  const services = await testServices();
  await services.workspace.open({ path: root });
  return services;
}

/** A pattern and a group that name a tool which the clerk may not use, beside tools that it may. */
async function openedWithHiddenNames(): Promise<Services> {
  const root = temporaryFolder();
  write(root, 'tools.jsonl', ['a.refund', 'a.refund_all'].map((name) => JSON.stringify({ name })).join('\n'));
  write(
    root,
    'pegboard.yaml',
    `tool_search:
  enabled: true
  always_loaded_patterns: [a.refund*]
  directory: {groups: [{name: a.refund, title: Not a.refund, trigger: Before a.refund, match_tags: [a.refund]}]}
sources: [{name: a, path: tools.jsonl, format: tools_jsonl}]
personas: [{name: clerk, hidden_tools: [a.refund]}]
`,
  );
  const services = await testServices();
  await services.workspace.open({ path: root });
  return services;
}

async function documentOf(services: Services, as: CatalogFormat, persona?: string) {
  const { text, ...rest } = await services.exports.document({ kind: 'catalog', as, persona });
  return { ...rest, text, json: JSON.parse(text) };
}

describe('a catalog as JSON of ours', () => {
  it('has patterns, modes with their reasons, and overlays', async () => {
    const { json, loss } = await documentOf(await opened(), 'pegboard-json');
    expect(json.tool_search.always_loaded_patterns).toEqual(['*.find', 'notes.secret']);
    const modes = json.tools.map((tool: Record<string, unknown>) => [tool.name, tool.mode, tool.mode_reason]);
    expect(modes).toEqual([
      ['notes.add', 'always', 'declaration'],
      ['notes.find', 'always', 'pattern'],
      ['notes.secret', 'always', 'pattern'],
      ['shop.erase', 'deferred', 'workspace_default'],
      ['shop.find', 'always', 'pattern'],
      ['shop.list', 'always', 'source_list'],
      ['shop.refund', 'deferred', 'workspace_default'],
    ]);
    expect(json.overlays).toEqual({
      'shop.refund': { usage_hint: 'Ask first.', description: 'Give money back.', examples: [{ args: {}, tags: [] }] },
    });
    expect(loss).toEqual([]);
  });
});

describe('a catalog as a Penguiflow configuration', () => {
  it('gives each tool the mode there that it has here, under the names of the planner’s documents', async () => {
    const services = await opened();
    const { json, findings } = await documentOf(services, 'penguiflow');
    expect(Object.keys(json.tool_search)).toEqual([
      'enabled',
      'default_loading_mode',
      'always_loaded_patterns',
      'activation_scope',
      'preferred_namespaces',
      'fts_fallback_to_regex',
      'enable_incremental_index',
      'rebuild_cache_on_init',
      'max_search_results',
      'hints',
      'directory',
    ]);
    // The planner's own rules: a pattern, what the tool or its node says, the default.
    const modeThere = (source: string, name: string, upstream: string) => {
      if (json.tool_search.always_loaded_patterns.some((one: string) => matchesGlob(one, name))) return 'always';
      const node = json.tool_nodes.find((one: { name: string }) => one.name === source);
      if (node) return node.always_loaded_tools.includes(upstream) ? 'always' : node.default_loading_mode;
      return json.nodes[name].extra.loading_mode ?? json.tool_search.default_loading_mode;
    };
    const tools = await services.catalog.list();
    for (const { name, source, upstream_name, mode } of tools)
      expect(modeThere(source, name, upstream_name), name).toBe(mode);
    // What a pattern decides is left to the pattern.
    expect(json.tool_nodes[0].always_loaded_tools).toEqual(['list']);
    expect(json.tool_nodes[0].tool_examples).toEqual({ refund: [{ args: {}, tags: [] }] });
    expect(json.nodes['notes.add']).toEqual({
      desc: 'Add a note.',
      side_effects: 'write',
      tags: ['text'],
      extra: { loading_mode: 'always' },
    });
    expect(findings.map(({ code, message }) => [code, json.assumed.includes(message)])).toEqual(
      json.assumed.map(() => ['export_assumed', true]),
    );
  });

  it('says what it cannot say: our own fields, what was written over a server, who a persona is', async () => {
    const services = await opened();
    const lost = async (persona?: string) =>
      (await documentOf(services, 'penguiflow', persona)).loss.map(({ kind, field, names }) => [kind, field, ...names]);
    const ours = [
      ['lost', 'tool_search.ranking'],
      ['lost', 'description', 'shop.refund'],
      ['lost', 'usage_hint', 'shop.refund'],
    ];
    expect(await lost()).toEqual(ours);
    expect(await lost('clerk')).toEqual([ours[0], ['changed', 'personas'], ...ours.slice(1)]);
    const { json } = await documentOf(services, 'penguiflow', 'clerk');
    expect(json.tool_policy.allowed_tools).toHaveLength(6);
  });
});

describe('a catalog as an array of tools', () => {
  it('is what Anthropic takes: the search, deferred tools marked, names that lead back', async () => {
    const { json, names, loss } = await documentOf(await opened(), 'anthropic-tools');
    expect(json[0]).toEqual({ type: 'tool_search_tool_bm25_20251119', name: 'tool_search_tool_bm25' });
    const marked = json.slice(1).map((tool: Record<string, unknown>) => [tool.name, tool.defer_loading ?? false]);
    expect(Object.fromEntries(marked)).toEqual({
      notes__add: false,
      notes__find: false,
      notes__secret: false,
      shop__find: false,
      shop__list: false,
      shop__erase: true,
      shop__refund: true,
    });
    expect(names.shop__refund).toBe('shop.refund');
    expect(loss.find(({ field }) => field === 'name')).toMatchObject({ kind: 'changed', count: 7 });
    expect(loss.find(({ field, kind }) => field === 'examples' && kind === 'changed')?.names).toEqual(['notes.find']);
    expect(loss.map(({ field }) => field)).toContain('usage_hint');
  });

  it('is what OpenAI’s Responses take: functions in their namespaces, beside the search', async () => {
    const { json, names } = await documentOf(await opened(), 'openai-tools');
    expect(json[0]).toEqual({ type: 'tool_search' });
    const shop = json.find((one: { name?: string }) => one.name === 'shop');
    expect(shop.tools.map((one: Record<string, unknown>) => [one.name, one.defer_loading ?? false])).toEqual([
      ['find', false],
      ['list', false],
      ['erase', true],
      ['refund', true],
    ]);
    // `shop.list` is called `list` in `shop`: nothing to lead back.
    expect(names).toEqual({});
  });

  it('can be imported again, but for the search of the provider', async () => {
    const { json } = await documentOf(await opened(), 'anthropic-tools');
    const [source] = parseCapturedTools(JSON.stringify(json.slice(1)), 'anthropic-tools.json');
    expect(source?.format).toBe('anthropic');
    expect(source?.tools).toHaveLength(7);
  });
});

describe('every format', () => {
  it('names no hidden tool by the pattern of another or in a group, and keeps what the pattern decided', async () => {
    const services = await openedWithHiddenNames();
    for (const as of catalogFormatSchema.options) {
      const { text } = await documentOf(services, as, 'clerk');
      expect(text.replaceAll('a.refund_all', '')).not.toMatch(/a\.refund/);
    }
    const { json } = await documentOf(services, 'penguiflow', 'clerk');
    expect(json.nodes['a.refund_all'].extra.loading_mode).toBe('always');
    const whole = await documentOf(services, 'penguiflow');
    expect(whole.json.nodes['a.refund_all'].extra).toEqual({});
  });

  it('tells nothing of a tool that the persona may not use, nor how a server is started', async () => {
    const services = await opened();
    for (const as of catalogFormatSchema.options) {
      const all = await documentOf(services, as);
      expect(all.text, as).toContain('secret');
      expect(all.text, as).not.toMatch(/run-shop|private/);
      const { text, names, loss } = await documentOf(services, as, 'clerk');
      expect(JSON.stringify([text, names, loss]), as).not.toContain('secret');
    }
    const nobody = services.exports.document({ kind: 'catalog', as: 'penguiflow', persona: 'nobody' });
    await expect(nobody).rejects.toMatchObject({ code: 'unknown_persona' });
  });

  it('is the same text for the same catalog', async () => {
    const [one, two] = [await opened(), await opened()];
    for (const as of catalogFormatSchema.options)
      expect((await documentOf(one, as)).text).toBe((await documentOf(two, as)).text);
  });
});
