import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { searchOn, servicesWith, testServices, write } from '../../support/workspace.ts';

const refund = {
  name: 'shop.refund',
  description: 'Pay back.',
  inputSchema: {
    type: 'object',
    properties: { order: { type: 'string' }, lines: { type: 'array', items: { type: 'integer' } } },
    required: ['order'],
    additionalProperties: false,
  },
};

describe('an example as it is typed', () => {
  const check = async (text: string, tool = 'shop.refund', description = '') =>
    (await servicesWith([refund])).curation.checkExample({ tool, text, description });

  it('says what does not fit the schema, and where in the text', async () => {
    const found = await check('{\n  "order": 7,\n  "lines": [1, "two"],\n  "pay": {"x": 1}\n}');
    const places = found?.findings.map(({ message, range }) => [message, range?.start, range?.end]);
    expect(places).toEqual(
      expect.arrayContaining([
        ['order: must be string', { line: 2, column: 12 }, { line: 2, column: 13 }],
        ['lines.1: must be integer', { line: 3, column: 16 }, { line: 3, column: 21 }],
        ['pay: is not an argument', { line: 4, column: 10 }, { line: 4, column: 11 }],
      ]),
    );
    expect(found?.findings.map(({ severity }) => severity)).toEqual(['warning', 'warning', 'warning']);
    expect((await check('{}'))?.findings).toMatchObject([
      { message: 'order: is required', range: { start: { line: 1, column: 1 }, end: { line: 1, column: 2 } } },
    ]);
  });

  it('counts what it costs in the prompt, and has no arguments while it is no JSON', async () => {
    const fitting = await check('{"order": "A-1"}');
    expect(fitting).toMatchObject({ findings: [], args: { order: 'A-1' } });
    const described = await check('{"order": "A-1"}', 'shop.refund', 'Everything of an order');
    expect(described?.tokens?.estimate).toBeGreaterThan(fitting?.tokens?.estimate ?? 1000);
    expect(await check('{\n  "order": }')).toMatchObject({
      findings: [{ severity: 'error', range: { start: { line: 2 } } }],
      args: null,
      tokens: null,
    });
    expect(await check('[1]')).toMatchObject({ findings: [{ severity: 'error' }], args: null });
    expect(await check('{}', 'nobody')).toBeNull();
    expect(await check(`{"order": ${'['.repeat(20_000)}${']'.repeat(20_000)}}`)).toMatchObject({
      findings: [{ severity: 'error', message: 'The arguments are nested more than 200 levels deep.' }],
      args: null,
    });
  });
});

describe('duplicates', () => {
  it('are tools that say the same of themselves, however their schemas order their keys', async () => {
    const { inputSchema } = refund;
    const services = await servicesWith([
      refund,
      { ...refund, name: 'shop.pay_back', inputSchema: { ...inputSchema, type: 'object' } },
      { ...refund, name: 'shop.other', inputSchema: {} },
      { name: 'shop.bare' },
      { name: 'shop.empty' },
      { ...refund, name: 'desk.refund', inputSchema: Object.fromEntries(Object.entries(inputSchema).reverse()) },
    ]);
    expect(await services.curation.duplicates()).toEqual([
      { kind: 'definition', tools: ['desk.refund', 'shop.pay_back', 'shop.refund'] },
    ]);
  });

  it('are tools that two servers call the same, unless the policy denies one', async () => {
    const captured = (tools: readonly string[]) => JSON.stringify({ tools: tools.map((name) => ({ name })) });
    const openWith = async (more: string) => {
      const root = temporaryFolder();
      write(root, 'sources/a.json', captured(['search', 'read']));
      write(root, 'sources/b.json', captured(['search']));
      const source = (name: string) => `{name: ${name}, path: sources/${name}.json, format: tools_list}`;
      write(root, 'pegboard.yaml', `${searchOn}sources: [${source('a')}, ${source('b')}]\n${more}`);
      const services = await testServices();
      await services.workspace.open({ path: root });
      return services.curation.duplicates();
    };
    expect(await openWith('')).toEqual([{ kind: 'name', tools: ['a.search', 'b.search'] }]);
    expect(await openWith('policy: {denied_tools: [b.search]}')).toEqual([]);
  });
});
