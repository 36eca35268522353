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

describe('null and values of the wrong kind in a captured tool', () => {
  it('stand for absent where a field is optional, in every format', () => {
    const hints = { title: null, readOnlyHint: null, destructiveHint: null, idempotentHint: null, openWorldHint: true };
    const nulls = { title: null, description: null, outputSchema: null, icons: null, _meta: null, execution: null };
    const read = only([
      { ...echo, ...nulls, annotations: hints },
      { ...echo, ...nulls, name: 'b', annotations: null },
    ]);
    expect(read.findings).toEqual([]);
    expect(read.catalog).toMatchObject([
      {
        title: null,
        description: '',
        output_schema: null,
        annotations: { openWorldHint: true },
        side_effects: 'external',
      },
      { annotations: null, side_effects: null },
    ]);
    expect(read.catalog.map(({ extra }) => extra)).toEqual([{}, {}]);
    const [anthropic] = only([
      { name: 'a', input_schema: null },
      { name: 'b', input_schema: schema },
    ]).catalog;
    expect(anthropic?.input_schema).toEqual({ type: 'object' });
  });

  it.each([
    ['annotations as a list', { annotations: ['x'] }, 'annotations (a list)'],
    ['annotations as a text', { annotations: 'readOnly' }, 'annotations (a text)'],
    ['a hint that is a text', { annotations: { readOnlyHint: 'maybe' } }, 'annotations.readOnlyHint (a text)'],
    ['a title of annotations that is a number', { annotations: { title: 5 } }, 'annotations.title (a number)'],
    ['a description that is a list', { description: ['a'] }, 'description (a list)'],
    ['a title that is a number', { title: 7 }, 'title (a number)'],
    ['tags as a text', { tags: 'a,b' }, 'tags (a text)'],
    ['an output schema that is a text', { outputSchema: 'x' }, 'outputSchema (a text)'],
  ])('%s: the tool is read without it and the finding names the tool', (_what, fields, told) => {
    for (const file of ['x.json', 'x.jsonl']) {
      const read = only([{ ...echo, ...fields }].map(text).join('\n'), file);
      expect(read.catalog).toHaveLength(1);
      expect(read.catalog[0]?.annotations ?? {}).toEqual({});
      const [finding] = read.findings;
      expect(finding).toMatchObject({ code: 'field_ignored', severity: 'warning' });
      expect(finding?.message).toContain('echo');
      expect(finding?.message).toContain(told);
    }
  });

  it('reads hints whose meaning is certain, and tells of it', () => {
    const read = only([{ ...echo, annotations: { readOnlyHint: 'true', destructiveHint: 0 } }]);
    expect(read.catalog[0]).toMatchObject({
      annotations: { readOnlyHint: true, destructiveHint: false },
      side_effects: 'read',
    });
    expect(read.findings).toMatchObject([
      { code: 'field_converted', message: expect.stringContaining('"true" and was read as true') },
    ]);
  });

  it('trims spaces around a name and tells of it; the server is called by its own name', () => {
    const read = only([{ ...echo, name: ' echo\n' }]);
    expect(read.catalog[0]).toMatchObject({ name: 's.echo', upstream_name: ' echo\n' });
    expect(read.findings).toMatchObject([{ code: 'field_converted', message: expect.stringContaining('spaces') }]);
  });

  it.each(['x'.repeat(5000), '検索', 'поиск.документов', 'a b c', 'emoji 🛶', '__proto__'])(
    'reads a name of any length and alphabet, such as name %#',
    (name) => {
      const [tool] = only(`[{"name": ${JSON.stringify(name)}, "description": "d", "inputSchema": {}}]`).catalog;
      expect(tool?.name).toBe(`s.${name}`);
    },
  );
});

describe('schemas of arguments', () => {
  it('are left as they are where they are deeper than any list may have them', () => {
    const deep: unknown = JSON.parse(`${'{"items":'.repeat(20_000)}{}${'}'.repeat(20_000)}`);
    expect(normaliseTool({ name: 'a', inputSchema: deep }, source).input_schema).toBe(deep);
  });

  it.each([
    ['missing', undefined, { type: 'object' }],
    ['null', null, { type: 'object' }],
    ['{}', {}, {}],
    ['true', true, { type: 'object' }],
    ['false', false, { type: 'object', properties: {}, additionalProperties: false }],
    ['an empty list', [], { type: 'object' }],
    ['JSON text', JSON.stringify(schema), schema],
    ['without a type', { properties: { a: {} } }, { properties: { a: {} } }],
    ['with a list of PHP for its properties', { type: 'object', properties: [] }, { type: 'object', properties: {} }],
    ['with null keywords', { type: 'object', properties: null, required: null }, { type: 'object' }],
    [
      'with types in a list',
      { properties: { a: { type: ['string', 'null'], default: null } } },
      { properties: { a: { type: ['string', 'null'], default: null } } },
    ],
    ['wrapped by the AI SDK', { jsonSchema: schema }, schema],
  ])('are read where they are %s', (_what, given, expected) => {
    const { catalog, leftOut } = only({ tools: [{ ...echo, inputSchema: given }] });
    expect(leftOut).toEqual([]);
    expect(catalog[0]?.input_schema).toEqual(expected);
  });

  it.each([
    ['a text', 'x', 'is the text "x", not a schema'],
    ['a number', 5, 'is a number, not a schema'],
    ['a list', ['a'], 'is a list whose entries are not arguments'],
    ['a Zod object', { _def: {}, '~standard': {} }, 'is a Zod object'],
  ])('that are %s leave their tool out, and the others come in', (_what, given, reason) => {
    const read = only({ tools: [{ ...echo, name: 'bad', inputSchema: given }, echo] });
    expect(read.tools).toEqual([echo]);
    expect(read.leftOut).toMatchObject([{ place: 'tools[0]', name: 'bad', reason: expect.stringContaining(reason) }]);
    expect(read.findings).toMatchObject([
      { code: 'tool_left_out', severity: 'error', message: expect.stringContaining('tools[0] bad') },
    ]);
  });

  it.each([
    ["LangChain's args_schema", { args_schema: schema }, schema],
    [
      "LangChain's args",
      { args: { text: { type: 'string' } } },
      { type: 'object', properties: { text: { type: 'string' } } },
    ],
    [
      'args beside a class that cannot be dumped',
      { args_schema: "<class 'Search'>", args: { text: { type: 'string' } } },
      { type: 'object', properties: { text: { type: 'string' } } },
    ],
    [
      "Cohere's parameter_definitions",
      {
        parameter_definitions: {
          text: { type: 'str', description: 'It', required: true },
          many: { type: 'List[int]' },
        },
      },
      {
        type: 'object',
        properties: {
          text: { type: 'string', description: 'It' },
          many: { type: 'array', items: { type: 'integer' } },
        },
        required: ['text'],
      },
    ],
    [
      'a list of arguments',
      { arguments: [{ name: 'text', type: 'string', desc: 'It', required: true }] },
      { type: 'object', properties: { text: { type: 'string', description: 'It' } }, required: ['text'] },
    ],
  ])('are found in %s', (_what, fields, expected) => {
    const read = only([{ name: 'say', description: 'Says', ...fields }]);
    expect(read.catalog[0]?.input_schema).toEqual(expected);
    const again = readStoredTools(storedText(read.format, read.tools), 'x.json', read.format);
    expect(again.tools).toEqual(read.tools);
  });

  it('that cannot be dumped leave the tool out rather than its arguments', () => {
    const read = only([{ name: 'a', description: 'b', args_schema: "<class 'Search'>" }, echo]);
    expect(read.leftOut).toMatchObject([{ name: 'a', reason: expect.stringContaining('args_schema') }]);
  });
});
