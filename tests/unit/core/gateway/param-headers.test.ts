import { describe, expect, it } from 'vitest';
import { paramHeaders } from '#core/mcp/param-headers.ts';
import { gatewayOf, hostAt } from '../../../support/gateway.ts';
import { servicesWith } from '../../../support/workspace.ts';

const schemaOf = (properties: Record<string, unknown>) => ({ type: 'object', properties });
const region = { type: 'string', 'x-mcp-header': 'Region' };

describe('arguments that a tool wants repeated in headers', () => {
  it('are repeated at any depth, when they are given', () => {
    const schema = schemaOf({
      region,
      where: schemaOf({ urgent: { type: 'boolean', 'x-mcp-header': 'Urgent' } }),
      count: { type: 'integer', 'x-mcp-header': 'Count' },
      nothing: { type: 'string', 'x-mcp-header': 'Nothing' },
      plain: { type: 'string' },
    });
    const args = { region: 'us west', where: { urgent: false }, count: 3, nothing: null, plain: 'x' };
    expect(paramHeaders(schema, args)).toEqual({
      headers: { 'Mcp-Param-Region': 'us west', 'Mcp-Param-Urgent': 'false', 'Mcp-Param-Count': '3' },
    });
    expect(paramHeaders(schema, undefined)).toEqual({ headers: {} });
    expect(paramHeaders(undefined, args)).toEqual({ headers: {} });
  });

  it.each([' padded', 'padded ', 'two\nlines', 'Grüße', '=?base64?eA==?='])(
    'are encoded when a header cannot hold %j',
    (text) => {
      expect(paramHeaders(schemaOf({ region }), { region: text })).toEqual({
        headers: { 'Mcp-Param-Region': `=?base64?${Buffer.from(text).toString('base64')}?=` },
      });
    },
  );

  it('are not read from what the arguments inherit', () => {
    const schema = schemaOf({ constructor: schemaOf({ name: { type: 'string', 'x-mcp-header': 'Name' } }) });
    expect(paramHeaders(schema, {})).toEqual({ headers: {} });
  });

  it.each([
    ['is not a valid header name', { a: { type: 'string', 'x-mcp-header': 'My Region' } }],
    ['is not a valid header name', { a: { type: 'string', 'x-mcp-header': '' } }],
    ['is for strings, integers and booleans only', { a: { type: 'number', 'x-mcp-header': 'A' } }],
    ['is given twice', { a: region, b: { type: 'string', 'x-mcp-header': 'REGION' } }],
  ])('make the definition invalid: %s', (words, properties) => {
    expect(paramHeaders(schemaOf(properties), {})).toEqual({ problem: expect.stringContaining(words) });
  });
});

it('lists tools without them: the gateway reads no argument from a header', async () => {
  const inputSchema = schemaOf({ region, where: schemaOf({ deep: region }), plain: { type: 'string' } });
  const services = await servicesWith([{ name: 'a', description: 'Does it.', inputSchema }], {
    yaml: 'tool_search: {enabled: false}\n',
  });
  const host = await hostAt(await gatewayOf(services));
  const { tools } = await host.listTools();
  const text = { type: 'string' };
  expect(tools[0]?.inputSchema).toEqual(schemaOf({ region: text, where: schemaOf({ deep: text }), plain: text }));
});
