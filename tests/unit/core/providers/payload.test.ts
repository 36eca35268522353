import { describe, expect, it } from 'vitest';
import { builtinCatalog } from '#core/catalog/builtin-catalog.ts';
import { checkBody } from '#core/providers/build-payload.ts';
import { providerNameSchema } from '#shared/domain/payload.ts';
import { testPayload } from '../../../support/payloads.ts';

const schema = {
  type: 'object',
  properties: { id: { type: 'string', description: 'Number of the order.' } },
  required: ['id'],
};
const tools = [
  { name: 'orders.get', description: 'Show one order.', inputSchema: schema, loading_mode: 'always' },
  {
    name: 'orders.refund',
    description: 'Refund an order.',
    inputSchema: schema,
    examples: [{ args: { id: '7' } }, { args: { number: 7 } }],
  },
  { name: 'ping', description: 'Answer.' },
];
const object = { type: 'object' };

interface SentTool {
  readonly type?: string;
  readonly name?: string;
  readonly function?: SentTool;
  readonly tools?: readonly SentTool[];
  readonly defer_loading?: boolean;
}
/** The tools of a request one by one, those of namespaces too. */
const sentTools = ({ body }: { readonly body: Record<string, unknown> }) =>
  (body.tools as readonly SentTool[])
    .flatMap((tool) => (tool.tools ? tool.tools.map((one) => ({ ...one, name: `${tool.name}.${one.name}` })) : [tool]))
    .map((tool) => ({ ...tool, name: tool.function?.name ?? tool.name ?? tool.type }));
const codes = (payload: { findings: readonly { code: string }[] }) => payload.findings.map(({ code }) => code);

describe('a request to Anthropic', () => {
  it('has the search tool, then what is loaded, then what is deferred', () => {
    const payload = testPayload('anthropic', { tools });
    expect(payload.body).toEqual({
      model: 'claude-sonnet-4-5-20250929',
      max_tokens: 4096,
      tools: [
        { type: 'tool_search_tool_bm25_20251119', name: 'tool_search_tool_bm25' },
        {
          name: 'orders__get',
          description: 'Show one order.',
          input_schema: schema,
          cache_control: { type: 'ephemeral' },
        },
        {
          name: 'orders__refund',
          description: 'Refund an order.',
          input_schema: schema,
          input_examples: [{ id: '7' }],
          defer_loading: true,
        },
        { name: 'ping', description: 'Answer.', input_schema: object, defer_loading: true },
      ],
      system: [{ type: 'text', text: 'Act.', cache_control: { type: 'ephemeral' } }],
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello.' }] }],
    });
    expect(payload.headers).toEqual({
      'content-type': 'application/json',
      'anthropic-version': '2023-06-01',
      'anthropic-beta': 'advanced-tool-use-2025-11-20',
    });
    expect(payload.names).toEqual({ orders__get: 'orders.get', orders__refund: 'orders.refund', ping: 'ping' });
    // The second example does not fit the schema, and would be refused with the whole request.
    expect(codes(payload)).toEqual(['payload_example_left_out']);
  });

  it('and one to Responses have the search of the provider, mark what is deferred, and have none of ours (R18.15)', () => {
    const marked = (payload: { readonly body: Record<string, unknown> }) =>
      sentTools(payload).map(({ name, defer_loading }) => [name, defer_loading ?? false]);
    // Ours, with the search by the other name too that a history may give it.
    const other = builtinCatalog.slice(0, 1).map((tool) => ({ ...tool, name: 'pai_tool_search_tool' }));
    const withOurs = { tools, builtins: [...builtinCatalog, ...other] };
    const anthropic = testPayload('anthropic', withOurs);
    expect(sentTools(anthropic)[0]).toEqual({ type: 'tool_search_tool_bm25_20251119', name: 'tool_search_tool_bm25' });
    expect(marked(anthropic)).toEqual([
      ['tool_search_tool_bm25', false],
      ['orders__get', false],
      ['orders__refund', true],
      ['ping', true],
    ]);
    expect(anthropic.headers).toMatchObject({ 'anthropic-beta': 'advanced-tool-use-2025-11-20' });
    const responses = testPayload('openai-responses', withOurs);
    // The hosted tool, which has a type of its own; ours would be a function.
    expect(sentTools(responses)[0]).toEqual({ type: 'tool_search', name: 'tool_search' });
    expect(marked(responses).slice(1)).toEqual([
      ['ping', true],
      ['orders.get', false],
      ['orders.refund', true],
    ]);
    expect([anthropic.native, responses.native]).toEqual([true, true]);
  });

  it('without a message says that it wants one', () => {
    for (const provider of providerNameSchema.options) {
      const { findings } = testPayload(provider, { tools: tools.slice(0, 1), query: null });
      expect(findings.map(({ code }) => code)).toEqual(['payload_no_message']);
      // Screens show it too: it names no option of the command line.
      expect(`${findings[0]?.message} ${findings[0]?.hint}`).toMatch(/query or a history/);
      expect(`${findings[0]?.message} ${findings[0]?.hint}`).not.toMatch(/--\w/);
    }
  });

  it('searches by patterns where it is asked to, or the model has no bm25 (R18.17)', () => {
    const first = (payload: { body: Record<string, unknown> }) => (payload.body.tools as unknown[])[0];
    const regex = { type: 'tool_search_tool_regex_20251119', name: 'tool_search_tool_regex' };
    for (const providers of [{}, { anthropic: { supports_bm25_search: true } }]) {
      const payload = testPayload('anthropic', { tools, providers });
      expect(first(payload)).toMatchObject({ name: 'tool_search_tool_bm25' });
      expect(codes(payload)).not.toContain('payload_bm25_not_supported');
    }
    const asked = testPayload('anthropic', { tools, search: 'regex' });
    expect(first(asked)).toEqual(regex);
    expect(codes(asked)).not.toContain('payload_bm25_not_supported');
    const without = testPayload('anthropic', { tools, providers: { anthropic: { supports_bm25_search: false } } });
    expect(first(without)).toEqual(regex);
    const warned = without.findings.find(({ code }) => code === 'payload_bm25_not_supported');
    expect(warned?.severity).toBe('warning');
  });

  it('has no search and no beta where nothing is deferred, and nothing for the cache when it is off', () => {
    const payload = testPayload('anthropic', { tools: tools.slice(0, 1), cache: false });
    expect(payload.body.tools).toEqual([{ name: 'orders__get', description: 'Show one order.', input_schema: schema }]);
    expect(payload.headers).not.toHaveProperty('anthropic-beta');
    expect(JSON.stringify(payload.body)).not.toContain('cache_control');
  });

  it('and to any other provider withholds what is deferred and sends tool_search where the model does not search (R18.16)', () => {
    const off = { native_search: false };
    for (const provider of providerNameSchema.options) {
      const payload = testPayload(provider, { tools, providers: { anthropic: off, openai_responses: off } });
      const [search, ...others] = sentTools(payload);
      expect(search, provider).toMatchObject({ name: 'tool_search' });
      // A whole definition: that of a provider has none.
      expect(JSON.stringify(search), provider).toContain('Search for tools that are not visible yet.');
      expect(others.map(({ name }) => name?.replace('.', '__'))).toEqual(['tool_get', 'orders__get']);
      expect(JSON.stringify(payload.body), provider).not.toMatch(/refund|ping|defer_loading/);
      expect(payload.headers).not.toHaveProperty('anthropic-beta');
      expect(payload.native).toBe(false);
    }
  });
});

describe('a request to Responses of OpenAI', () => {
  it('keeps namespaces together, with tool_search beside them', () => {
    const payload = testPayload('openai-responses', { tools });
    expect(payload.body).toEqual({
      model: 'gpt-5.4',
      tools: [
        { type: 'tool_search' },
        {
          type: 'function',
          name: 'ping',
          description: 'Answer.',
          parameters: object,
          strict: false,
          defer_loading: true,
        },
        {
          type: 'namespace',
          name: 'orders',
          description: 'Tools of orders: get, refund.',
          tools: [
            { type: 'function', name: 'get', description: 'Show one order.', parameters: schema, strict: false },
            {
              type: 'function',
              name: 'refund',
              description: 'Refund an order.',
              parameters: schema,
              strict: false,
              defer_loading: true,
            },
          ],
        },
      ],
      instructions: 'Act.',
      input: [{ role: 'user', content: 'Hello.' }],
    });
    expect(payload.names).toEqual({ 'orders.get': 'orders.get', 'orders.refund': 'orders.refund', ping: 'ping' });
    expect(payload.findings).toEqual([]);
  });

  it('says which namespace is too large to be searched well, from ten functions on', () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, i) => ({ name: `shop.tool_${i}`, description: 'Sell.' }));
    expect(codes(testPayload('openai-responses', { tools: many(9) }))).toEqual([]);
    expect(codes(testPayload('openai-responses', { tools: many(10) }))).toEqual(['payload_large_namespace']);
  });
});

describe('a request to Chat Completions', () => {
  it('withholds what is deferred and sends our tool_search', () => {
    const payload = testPayload('openai-chat', { tools });
    const names = (payload.body.tools as { function: { name: string } }[]).map((tool) => tool.function.name);
    expect(names).toEqual(['tool_search', 'tool_get', 'orders__get']);
    expect(payload.body.messages).toEqual([
      { role: 'system', content: 'Act.' },
      { role: 'user', content: 'Hello.' },
    ]);
  });

  it('says when there are more tools, or longer descriptions, than are accepted', () => {
    const always = (count: number) =>
      Array.from({ length: count }, (_, i) => ({ name: `t${i}`, description: 'Do.', loading_mode: 'always' }));
    expect(codes(testPayload('openai-chat', { tools: always(126) }))).toEqual([]);
    expect(codes(testPayload('openai-chat', { tools: always(127) }))).toContain('payload_too_many_tools');
    const long = (length: number) => [{ name: 'long', description: 'x'.repeat(length), loading_mode: 'always' }];
    expect(codes(testPayload('openai-chat', { tools: long(1024) }))).toEqual([]);
    expect(codes(testPayload('openai-chat', { tools: long(1025) }))).toEqual(['payload_description_too_long']);
  });
});

describe('what a provider refuses', () => {
  it('is told before it is sent: schemas, names of arguments', () => {
    const refused = [
      { name: 'either', description: 'Do.', inputSchema: { type: 'object', anyOf: [{ required: ['a'] }] } },
      { name: 'odd', description: 'Do.', inputSchema: { type: 'object', properties: { 'a b': {} } } },
      { name: 'list', description: 'Do.', inputSchema: { type: 'array' } },
    ];
    const payload = testPayload('anthropic', { tools: refused });
    expect(payload.findings.map(({ code, path }) => [code, path])).toEqual([
      ['payload_schema_refused', 'either'],
      ['payload_schema_refused', 'list'],
      ['payload_schema_refused', 'odd'],
    ]);
  });

  it('does not pass our schemas of the requests', () => {
    const search = { type: 'tool_search_tool_bm25_20251119', name: 'tool_search_tool_bm25' };
    const tool = { name: 'a', input_schema: object, defer_loading: true };
    const anthropic = (body: object) =>
      checkBody('anthropic', { model: 'm', max_tokens: 1, messages: [], ...body }).length;
    expect(anthropic({ tools: [search, tool] })).toBe(0);
    expect(anthropic({ tools: [tool] })).toBe(1);
    expect(anthropic({ tools: [search, { ...tool, cache_control: { type: 'ephemeral' } }] })).toBe(1);
    expect(
      anthropic({
        tools: [
          { ...search, defer_loading: true },
          { name: 'b', input_schema: object },
        ],
      }),
    ).toBe(1);
    expect(anthropic({ tools: [search, { ...tool, name: 'a.b' }] })).toBe(1);
    const deferred = { type: 'function', name: 'a', parameters: object, strict: false, defer_loading: true };
    expect(
      checkBody('openai-responses', { model: 'm', input: [], tools: [{ type: 'tool_search' }, deferred] }),
    ).toEqual([]);
    expect(checkBody('openai-responses', { model: 'm', input: [], tools: [deferred] })).toHaveLength(1);
    const named = { type: 'function', function: { name: 'a.b', parameters: object } };
    expect(checkBody('openai-chat', { model: 'm', messages: [], tools: [named] })).toHaveLength(1);
  });
});

it('the parts of a request add up, and what is deferred costs no context where the provider holds it back', () => {
  for (const provider of providerNameSchema.options) {
    const { parts, tokens, context_tokens } = testPayload(provider, { tools });
    expect(parts.reduce((sum, part) => sum + part.tokens.estimate, 0)).toBe(tokens.estimate);
    const deferred = parts.find(({ name }) => name === 'deferred_tools');
    expect(deferred?.items).toBe(provider === 'openai-chat' ? 0 : 2);
    expect(context_tokens.estimate < tokens.estimate).toBe(provider !== 'openai-chat');
    if (provider === 'anthropic') expect(deferred?.context_tokens.estimate).toBe(0);
  }
});
