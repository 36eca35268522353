import { describe, expect, it } from 'vitest';
import { normaliseTool } from '#core/catalog/normalise-tool.ts';
import { checkArguments } from '#core/json/check-arguments.ts';
import { type PromptTool, renderTool } from '#core/prompt/render-tool.ts';
import { builtinTools } from '#shared/domain/builtin-tools.ts';
import { workspaceConfigSchema } from '#shared/domain/config.ts';
import { promptText } from '#shared/domain/prompt-block.ts';
import { sourceSchema } from '#shared/domain/source.ts';
import { demoWorkspace } from '../../../support/demo-catalog.ts';
import { testPayload } from '../../../support/payloads.ts';
import { done, testPlanner } from '../../../support/planner.ts';

/** Ids of the examples in a tool's entry. */
const idsShown = (examples: PromptTool['examples'], config: typeof on) =>
  [...renderTool({ ...ticket, examples }, config).matchAll(/- args: \{"id":"(.*?)"/g)].map(([, id]) => id);
const on = workspaceConfigSchema.parse({}).tool_examples;
const example = (id: string, ...tags: string[]) => ({ args: { id }, tags });
const ticket: PromptTool = {
  name: 'create_ticket',
  description: 'Create a support ticket in the helpdesk system',
  side_effects: 'write',
  input_schema: { properties: { title: { type: 'string' } }, required: ['title'] },
  output_schema: { properties: { id: { type: 'string' } } },
  examples: [
    {
      args: { title: 'Login page returns 500 error' },
      description: 'Minimal ticket with just title',
      tags: ['minimal'],
    },
    { args: { title: 'Add dark mode support', labels: ['ui'] }, tags: [] },
  ],
};

describe('tool examples', () => {
  it('render as lines under the schemas (R7.08, R7.09)', () => {
    expect(renderTool(ticket, on)).toBe(`- name: create_ticket
  desc: Create a support ticket in the helpdesk system
  side_effects: write
  args_schema: {"properties":{"title":{"type":"string"}},"required":["title"]}
  out_schema: {"properties":{"id":{"type":"string"}}}
  examples:
    - args: {"title":"Login page returns 500 error"}
      # Minimal ticket with just title
    - args: {"title":"Add dark mode support","labels":["ui"]}`);
    expect(renderTool(ticket, { ...on, include_descriptions: false })).not.toContain('#');
    const described = { args: {}, description: 'One line,\nand one more', tags: [] };
    expect(renderTool({ ...ticket, examples: [described] }, on)).toMatch(
      /\n {4}- args: \{\}\n {6}# One line,\n {6}# and one more$/,
    );
  });

  it('leave a tool without any as it is, and are in no prompt where they are off (R7.10, R7.12)', async () => {
    const bare = renderTool({ ...ticket, examples: [] }, on);
    expect(bare).not.toContain('examples');
    expect(renderTool({ ...ticket, examples: [] }, { ...on, enabled: false })).toBe(bare);
    expect(renderTool(ticket, { ...on, enabled: false })).toBe(bare);
    expect(renderTool(ticket, { ...on, max_examples_per_tool: 0 })).toBe(bare);
    const promptWith = async (enabled: boolean) => {
      const tool = { name: 'a', description: 'Do.', loading_mode: 'always', examples: [{ args: { id: 'x' } }] };
      const { planner } = await testPlanner({ tools: [tool], config: { tool_examples: { enabled } }, script: [done] });
      const prompts: string[] = [];
      await planner.run({ query: 'q', onPrompt: ({ blocks }) => void prompts.push(promptText(blocks)) });
      return prompts.join();
    };
    expect(await promptWith(true)).toContain('\n  examples:\n    - args: {"id":"x"}');
    expect(await promptWith(false)).not.toMatch(/examples:|- args:/);
    const sent = (enabled: boolean) =>
      JSON.stringify(testPayload('anthropic', { tools: [{ ...ticket }], examples: { ...on, enabled } }).body);
    expect([sent(true).includes('input_examples'), sent(false).includes('input_examples')]).toEqual([true, false]);
  });

  it('are chosen by tag, minimal first, then as declared, up to the cap (R7.05, R7.07)', () => {
    const declared = [
      example('plain'),
      example('edge', 'edge-case'),
      example('common', 'common'),
      example('minimal', 'x', 'minimal'),
      example('plain 2'),
    ];
    const ids = (config: Partial<typeof on>) => idsShown(declared, { ...on, ...config });
    expect(ids({})).toEqual(['minimal', 'common', 'edge']);
    expect(ids({ max_examples_per_tool: 1 })).toEqual(['minimal']);
    expect(ids({ max_examples_per_tool: 10 })).toEqual(['minimal', 'common', 'edge', 'plain', 'plain 2']);
  });

  it('may be limited to some tags (R7.13)', () => {
    const declared = [example('a', 'x'), example('b', 'y'), example('c')];
    const ids = (filter_tags: readonly string[] | null) =>
      idsShown(declared, { ...on, filter_tags: filter_tags && [...filter_tags] });
    expect(ids(['y'])).toEqual(['b']);
    expect(ids(['y', 'x'])).toEqual(['a', 'b']);
    expect(ids(null)).toEqual(['a', 'b', 'c']);
    expect(on.filter_tags).toBeNull();
  });

  it('know the older names of two tags', () => {
    const declared = [example('e', 'error-case'), example('c', 'complete'), example('m', 'minimal')];
    expect(idsShown(declared, on)).toEqual(['m', 'c', 'e']);
  });

  it('come from the source, else from extra, else from the definition, else from the schema (R7.02, R7.03, R7.04)', () => {
    const examplesOf = (tool: object, fields: object = {}) => {
      const source = sourceSchema.parse({ name: 's', path: 's.json', format: 'tools_list', ...fields });
      return normaliseTool({ name: 'a', ...tool }, source).examples.map(({ args }) => args.from);
    };
    const schema = { inputSchema: { type: 'object', examples: [{ from: 'schema' }, 'no object'] } };
    const own = { ...schema, examples: [{ args: { from: 'definition' } }] };
    expect(examplesOf(schema)).toEqual(['schema']);
    expect(examplesOf(own)).toEqual(['definition']);
    expect(examplesOf({ ...own, extra: { examples: [{ args: { from: 'extra' } }] } })).toEqual(['extra']);
    const tool_examples = { a: [{ args: { from: 'source' } }] };
    expect(examplesOf({ ...own, extra: { examples: [{ args: { from: 'extra' } }] } }, { tool_examples })).toEqual([
      'source',
    ]);
    expect(examplesOf(own, { tool_examples: { b: tool_examples.a } })).toEqual(['definition']);
    expect(examplesOf(schema, { inherit_from_schema: false })).toEqual([]);
  });

  it('ship with tool_search, one for each search type (R7.14)', () => {
    const tool = builtinTools.find(({ name }) => name === 'tool_search');
    expect(tool?.examples.map(({ args, tags }) => [args.query, args.search_type ?? 'fts', tags[0]])).toEqual([
      ['create github issue', 'fts', 'fts'],
      ['github.*', 'regex', 'regex'],
      ['slack.send_message', 'exact', 'exact'],
    ]);
    expect(JSON.stringify(tool)).not.toMatch(/bm25/i);
  });

  it('ship with the eleven tasks tools, and fit their schemas (R7.15, R7.16, R7.17)', async () => {
    const { catalog } = await demoWorkspace();
    const counts = Object.fromEntries(
      catalog.tools
        .filter(({ namespace }) => namespace === 'tasks')
        .map(({ name, examples }) => [name, examples.length]),
    );
    expect(counts).toEqual({
      'tasks.spawn': 3,
      'tasks.list': 3,
      'tasks.get': 2,
      'tasks.cancel': 2,
      'tasks.prioritize': 2,
      'tasks.apply_patch': 2,
      'tasks.seal_group': 1,
      'tasks.cancel_group': 1,
      'tasks.apply_group': 2,
      'tasks.list_groups': 1,
      'tasks.get_group': 1,
    });
    expect(catalog.byName.get('tasks.spawn')?.examples.map(({ args }) => args)).toEqual([
      {
        query: 'Research the latest pricing changes for AWS Lambda',
        mode: 'subagent',
        merge_strategy: 'HUMAN_GATED',
      },
      {
        tool_name: 'fetch_webpage',
        tool_args: { url: 'https://example.com/api/status' },
        mode: 'job',
        merge_strategy: 'APPEND',
      },
      { query: 'Analyze customer feedback from Q4', group: 'quarterly-analysis', priority: 1 },
    ]);
    expect(catalog.byName.get('tasks.list')?.examples.map(({ args }) => args)).toEqual([
      {},
      { status_filter: ['RUNNING', 'PENDING'] },
      { group: 'quarterly-analysis' },
    ]);
    for (const tool of catalog.tools) {
      for (const { args } of tool.examples) expect(checkArguments(tool, args), tool.name).toEqual([]);
    }
  });
});
