import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callClass } from '#core/gateway/call-class.ts';
import { firstSentence, oneLine } from '#core/gateway/one-line.ts';
import { overviewOf } from '#core/gateway/overview.ts';
import { readArguments } from '#core/gateway/read-arguments.ts';
import { signatureOf } from '#core/gateway/signature.ts';
import { workspaceConfigSchema } from '#shared/domain/config.ts';
import { type CatalogTool, sideEffectsSchema } from '#shared/domain/tool.ts';
import { estimateTokens } from '#shared/tokens.ts';

const directory = workspaceConfigSchema.parse({}).tool_search.directory;
const named = (name: string) =>
  ({ name, namespace: name.split('.')[0], source: 's', tags: [] }) as unknown as CatalogTool;

describe('the signature of a tool', () => {
  it.each([
    [{}, ''],
    [{ properties: { a: { type: 'string' }, b: { type: 'integer' } }, required: ['b'] }, 'b: integer, a?: string'],
    [{ properties: { a: { type: ['string', 'null'] } } }, 'a?: string|null'],
    [
      { properties: { a: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }] } } } },
      'a?: (string|number)[]',
    ],
    [{ properties: { a: { $ref: '#/$defs/P' } }, $defs: { P: { properties: { x: {}, y: {} } } } }, 'a?: {x, y}'],
    [{ properties: { a: { $ref: '#' } } }, 'a?: {a}'],
    [{ properties: { a: { enum: ['x', 1, null] }, b: { const: 'k' }, c: true } }, 'a?: "x"|1|null, b?: "k", c?: any'],
  ])('of %j is %s', (schema, signature) => {
    expect(signatureOf(schema, 8)).toBe(signature);
  });

  it('shows the required arguments first and tells how many it leaves out', () => {
    const properties = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`p${i}`, { type: 'string' }]));
    expect(signatureOf({ properties, required: ['p11'] }, 2)).toBe('p11: string, p0?: string, …+10');
  });

  it('is one line for any schema whatever', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.dictionary(fc.string(), fc.jsonValue()),
        (given, inner) => {
          expect(signatureOf({ ...given, properties: inner }, 8)).not.toMatch(/[\n\r\u2028]/);
        },
      ),
    );
  });
});

describe('the overview', () => {
  const tools = [
    'github.create_issue',
    'github.listIssues',
    'github.get_pull_request',
    'mail.send',
    'mail.get_mail',
  ].map(named);
  const readable = (text: string) => text;

  it('has a line for each group, the largest first, with what its tools are about', () => {
    expect(overviewOf(tools, directory, { budget: 600, readable })).toBe(
      '- github (3 tools): issue, pull, request\n- mail (2 tools)',
    );
  });

  it('stays within its budget and says how many groups it leaves out', () => {
    const many = Array.from({ length: 300 }, (_, i) => named(`space${i}.get_thing`));
    const text = overviewOf(many, directory, { budget: 100, readable });
    expect(estimateTokens(text)).toBeLessThanOrEqual(100);
    expect(text).toMatch(/- … \d+ more groups$/);
    expect(overviewOf(many, directory, { budget: 0, readable })).toBe('');
  });
});

describe('arguments of a call', () => {
  it('are an object, or a text that holds one; never silently nothing', () => {
    expect(readArguments({ a: 1 })).toEqual({ kind: 'arguments', args: { a: 1 } });
    expect(readArguments('{"a": 1}')).toEqual({ kind: 'arguments', args: { a: 1 } });
    expect(readArguments(undefined)).toEqual({ kind: 'arguments', args: {} });
    for (const wrong of [null, [], 'x', '', '[1]', '"{}"', 1, true]) expect(readArguments(wrong).kind).toBe('problem');
  });
});

describe('what a call may do', () => {
  const tool = (fields: Partial<CatalogTool>) =>
    ({ side_effects: null, risk_level: null, annotations: null, ...fields }) as CatalogTool;

  it('is known by the metadata of the workspace, then by the hints of the server', () => {
    expect(sideEffectsSchema.options.map((side_effects) => callClass(tool({ side_effects })))).toEqual([
      ...['read', 'read', 'write', 'write', 'write'],
    ]);
    expect(callClass(tool({ side_effects: 'write', annotations: { destructiveHint: true } }))).toBe('destructive');
    expect(callClass(tool({ side_effects: 'read', risk_level: 'destructive' }))).toBe('destructive');
  });

  it('counts as destructive where nobody said anything', () => {
    expect(callClass(tool({}))).toBe('destructive');
  });
});

describe('a text on one line', () => {
  it('forges no second line, and cuts with a mark', () => {
    expect(oneLine('a\n- b\u2028c\u0000d', 50)).toBe('a - b c d');
    expect(oneLine('x'.repeat(20), 10)).toBe(`${'x'.repeat(9)}…`);
    expect(firstSentence('Reads v1.2 of a file. Then more.', 80)).toBe('Reads v1.2 of a file.');
  });
});
