import { describe, expect, it } from 'vitest';
import { parseCapturedTools, readStoredTools, storedText } from '#core/catalog/captured-tools.ts';
import { normaliseTool } from '#core/catalog/normalise-tool.ts';
import { sourceSchema } from '#shared/domain/source.ts';

const source = sourceSchema.parse({ name: 's', path: 's.json', format: 'tools_list' });
const schema = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };
const echo = { name: 'echo', description: 'Says it back', inputSchema: schema };
const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
const parse = (value: unknown, file = 'file.json') => parseCapturedTools(text(value), file);
const only = (value: unknown, file?: string) => {
  const [read, ...more] = parse(value, file);
  expect(more).toEqual([]);
  if (!read) throw new Error('There is no source.');
  return { ...read, catalog: read.tools.map((tool) => normaliseTool(tool, source)) };
};

describe('shapes of captured files', () => {
  const named = (name: string) => ({ ...echo, name });
  const rpc = (result: unknown, id = 1) => ({ jsonrpc: '2.0', id, result });
  const hello = rpc({ protocolVersion: '1', capabilities: {}, serverInfo: { name: 'hub', version: '1' } }, 0);
  it.each<[string, unknown, string?]>([
    ['a batch with the initialize result in it', [hello, rpc({ tools: [echo] })]],
    [
      'answers in lines, in pages',
      [hello, rpc({ tools: [echo], nextCursor: 'x' }), rpc({ tools: [named('two')] }, 2)].map(text).join('\n'),
      'log.ndjson',
    ],
    [
      'answers one after the other, on many lines',
      [rpc({ tools: [echo] }), rpc({ tools: [named('two')] })].map((one) => JSON.stringify(one, null, 2)).join('\n'),
    ],
    ['{data: […]}', { object: 'list', data: [echo] }],
    ['a map of tools', { tools: { echo: { description: 'd', inputSchema: schema } } }],
    [
      'a map of tools without a wrapper',
      { echo: { description: 'd', parameters: schema }, two: { description: 'e', parameters: {} } },
    ],
    ['server-sent events', `event: message\ndata: ${text(rpc({ tools: [echo] }))}\n\n`],
    [
      'events over several data lines',
      'data: {"jsonrpc":"2.0","id":1,\ndata: "result":{"tools":[{"name":"echo","inputSchema":{}}]}}\n\n',
    ],
    ['a terminal', `$ inspector --cli node server.js\nready\n${JSON.stringify({ tools: [echo] }, null, 2)}\nbye\n`],
    ['legacy functions', { functions: [{ name: 'echo', parameters: schema }] }],
    ['Gemini', { tools: [{ function_declarations: [{ name: 'echo', parameters: schema }] }] }],
    ['Bedrock', { toolConfig: { tools: [{ toolSpec: { name: 'echo', inputSchema: { json: schema } } }] } }],
    ['one toolSpec', { toolSpec: { name: 'echo', inputSchema: { json: schema } } }],
    ['comments and trailing commas', '{ // mine\n "tools": [ {"name": "echo", "inputSchema": {},}, ], }'],
    ['a pretty document called .jsonl', JSON.stringify({ tools: [echo] }, null, 2), 'x.jsonl'],
    ['one line of a jsonl with a list', text({ tools: [echo] }), 'x.jsonl'],
  ])('reads %s', (_what, value, file) => {
    const { tools, catalog, leftOut } = only(value, file);
    expect(leftOut).toEqual([]);
    expect(catalog[0]?.upstream_name).toBe('echo');
    expect(tools.length).toBeGreaterThanOrEqual(1);
  });

  it.each<[string, unknown]>([
    [
      '{servers: […]}',
      {
        servers: [
          { name: 'a', tools: [echo] },
          { name: 'b', tools: [echo] },
        ],
      },
    ],
    ['{servers: {…}}', { servers: { a: { tools: [echo] }, b: { tools: [echo] } } }],
    ['a map of servers', { a: { tools: [echo] }, b: { result: { tools: [echo] } } }],
  ])('makes one source of each server in %s', (_what, value) => {
    expect(parse(value).map(({ server, tools }) => [server, tools.length])).toEqual([
      ['a', 1],
      ['b', 1],
    ]);
  });

  it('reads the other servers where one has nothing to tell', () => {
    const [source, ...more] = parse({ a: { error: 'refused' }, b: { tools: [echo] }, c: { tools: [] } });
    expect([source?.server, more]).toEqual(['b', []]);
    expect(source?.findings.map(({ code, message }) => [code, message.slice(0, 2)])).toEqual([
      ['server_without_tools', 'a:'],
      ['source_empty', 'c '],
    ]);
  });

  it('reads a custom tool of OpenAI without arguments and says so', () => {
    const read = only({ tools: [{ type: 'custom', name: 'sql', description: 'Runs it', format: { type: 'text' } }] });
    expect(read.catalog[0]).toMatchObject({ upstream_name: 'sql', input_schema: { type: 'object' } });
    expect(read.findings).toMatchObject([{ message: expect.stringContaining('free text') }]);
  });

  it('reads NaN and Infinity as null and names their places', () => {
    const read = only(
      '{"tools": [{"name": "a", "inputSchema": {"properties": {"x":\n {"default": NaN, "maximum": -Infinity}}}}]}',
    );
    expect(read.findings).toMatchObject([
      { code: 'number_changed', message: expect.stringMatching(/NaN at 2:14, -Infinity at 2:30/) },
    ]);
  });

  it('keeps numbers in the copy as the file has them', () => {
    const numbers = '{"a":1e400,"b":12345678901234567890,"c":-0,"d":1.0,"e":1E2,"f":0.1}';
    const read = only(`{"tools":[{"name":"x","description":"1.0","inputSchema":{"default":${numbers}}}]}`);
    const stored = storedText(read.format, read.tools);
    expect(stored.replace(/\s/g, '')).toContain(numbers);
    expect(read.findings).toMatchObject([
      { code: 'number_changed', message: expect.stringMatching(/a: 1e400.*b: 12345678901234567890/) },
    ]);
    const again = readStoredTools(stored, 'x.json', read.format);
    expect(storedText(read.format, again.tools)).toBe(stored);
    expect(JSON.stringify(again.tools)).not.toContain('null');
  });
});

describe('files that hold no tools', () => {
  const message = { role: 'user', content: 'hi' };
  it.each<[string, unknown]>([
    ['a package.json', { name: 'x', version: '1.0.0', description: 'd', dependencies: {} }],
    [
      'an entry of an MCP registry',
      {
        $schema: 'https://static.modelcontextprotocol.io/schemas/2025-07-09/server.schema.json',
        name: 'a/b',
        description: 'd',
        version: '1',
      },
    ],
    ['an entry of an MCP registry', { name: 'a/b', description: 'd', version: '1', packages: [{}] }],
    [
      'an A2A agent card',
      { name: 'a', description: 'd', url: 'u', skills: [{ id: 'x', name: 'y' }], capabilities: {} },
    ],
    ['a list of 1, the first is an OpenAPI description', [{ openapi: '3.1.0', info: { title: 't' }, paths: {} }]],
    ['a list of 1, the first is a Swagger description', [{ swagger: '2.0', info: {}, paths: {} }]],
    ['a Postman collection', { info: { name: 'x', _postman_id: '1' }, item: [] }],
    ['a prompts/list result', { prompts: [{ name: 'p', description: 'd' }] }],
    ['a prompts/list result', { jsonrpc: '2.0', id: 1, result: { prompts: [] } }],
    ['a resources/list result', { result: { resources: [{ uri: 'x', name: 'y' }] } }],
    [
      'a list of MCP prompts',
      [{ name: 'p', description: 'd', arguments: [{ name: 'a', description: 'b', required: true }] }],
    ],
    ['a message history', [message, message]],
    ['a message history', { model: 'm', messages: [message] }],
    ['a message history', { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] }],
    ['a message history', { messages: [{ role: 'user', content: [{ text: 'hi' }] }] }],
    ['a message of a history', `${text(message)}\n${text(message)}`],
    ['a tsconfig', { compilerOptions: { strict: true } }],
    ['a lock file', { name: 'x', version: '1', lockfileVersion: 3, packages: {} }],
    ['a JSON-RPC error', { jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'no' } }],
    ['an MCP initialize result', { result: { protocolVersion: '1', capabilities: {}, serverInfo: { name: 's' } } }],
    ['an object with the keys name, age', { name: 'Ann', age: 5 }],
    ['an object with the key name', { name: 'Ann' }],
    [
      'a list of 2, the first is an object with the keys name, price',
      [
        { name: 'a', price: 1 },
        { name: 'b', price: 2 },
      ],
    ],
    ['a list of 1, the first is a list of 2.', [[{ name: 'a', price: 1 }, 2]]],
    ['a list of 1, the first is a list of 1.', '['.repeat(12_000) + ']'.repeat(12_000)],
    ['a number', 42],
  ])('%s: the refusal says what it is', (what, value) => {
    expect(() => parse(value)).toThrow(
      expect.objectContaining({
        code: 'unrecognised_format',
        message: expect.stringContaining(
          `file.json does not contain a list of tools. It is ${what.startsWith('a message of') ? `lines, the first is ${what}` : what}`,
        ),
        hint: expect.stringContaining('Pegboard reads'),
      }),
    );
  });
});

describe('large files', () => {
  it.each([
    ['an array', `[${'{"name":"a"},'.repeat(20_000)}{"name":"a"}]`, 'x.json'],
    ['a list', `{"tools":[${'{},'.repeat(20_000)}{}]}`, 'x.json'],
    ['lines', '{"name":"a"}\n'.repeat(20_001), 'x.jsonl'],
    [
      'several servers',
      JSON.stringify(
        Array.from({ length: 3 }, (_, i) => ({ server: `s${i}`, tools: Array.from({ length: 6667 }, () => ({})) })),
      ),
      'x.json',
    ],
  ])('of more tools than a live server may list are refused with the number: %s', (_what, given, file) => {
    expect(() => parse(given, file)).toThrow(
      expect.objectContaining({
        code: 'file_too_large',
        message: expect.stringMatching(/lists 20,001 tools; 20,000 is the limit/),
      }),
    );
  });

  it('of one tool with too many properties or levels: that tool is left out', () => {
    const many = Object.fromEntries(Array.from({ length: 10_001 }, (_, i) => [`p${i}`, {}]));
    const deep = `${'{"items":'.repeat(101)}{}${'}'.repeat(101)}`;
    const value = `{"tools":[${text({ ...echo, name: 'many', inputSchema: { properties: many } })},{"name":"deep","inputSchema":${deep}},${text(echo)}]}`;
    const read = only(value);
    expect(read.tools.map(({ name }) => name)).toEqual(['echo']);
    expect(read.leftOut.map(({ name, reason }) => [name, reason])).toEqual([
      ['many', 'has more than 10,000 properties'],
      ['deep', 'is nested more than 100 levels deep'],
    ]);
  });

  it('of one bad tool among 500: 499 come in', () => {
    const tools = Array.from({ length: 500 }, (_, i) => ({ ...echo, name: i === 250 ? '' : `t${i}` }));
    const read = only({ tools });
    expect([read.tools.length, read.leftOut.map(({ place }) => place)]).toEqual([499, ['tools[250]']]);
  });

  it('of a hundred kinds of trouble tell the first of them and count the rest', () => {
    const bad = Array.from({ length: 150 }, () => ({ description: 'no name' }));
    const read = only({ tools: [echo, ...bad] });
    expect(read.leftOut).toHaveLength(150);
    expect(read.findings).toHaveLength(101);
    expect(read.findings.at(-1)?.message).toBe('50 more tools were left out.');
  });

  it('of wrappers without end are no list', () => {
    const value = `${'{"result":'.repeat(50_000)}{}${'}'.repeat(50_000)}`;
    expect(() => parse(value)).toThrow(expect.objectContaining({ code: 'unrecognised_format' }));
  });
});
