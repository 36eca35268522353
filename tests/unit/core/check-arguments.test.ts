import { describe, expect, it } from 'vitest';
import { checkArguments } from '#core/json/check-arguments.ts';
import type { PegboardError } from '#shared/errors.ts';

const tool = (input_schema: Record<string, unknown>) => ({ name: 'x.tool', input_schema });

describe('checking arguments against the schema of a server', () => {
  it('keeps the patterns of a schema apart', () => {
    const schema = { properties: { a: { type: 'string', pattern: '^a+$' }, b: { type: 'string', pattern: '^b+$' } } };
    expect(checkArguments(tool(schema), { a: 'aa', b: 'bb' })).toEqual([]);
    expect(() => checkArguments(tool(schema), { a: 'bb', b: 'bb' })).toThrow(/a: must match/);
    expect(() => checkArguments(tool(schema), { a: 'aa', b: 'aa' })).toThrow(/b: must match/);
  });

  it('takes no argument from what every object inherits', () => {
    const properties = { constructor: { type: 'string' }, toString: { type: 'string' } };
    expect(checkArguments(tool({ type: 'object', properties }), {})).toEqual([]);
    expect(() => checkArguments(tool({ type: 'object', required: ['constructor'] }), {})).toThrow(/is required/);
  });

  it('leaves a pattern that no linear engine reads to the server', () => {
    const schema = { properties: { a: { type: 'string', pattern: '^(?!x)y$' } } };
    expect(checkArguments(tool(schema), { a: 'anything' })).toEqual([]);
  });

  it.each([
    'http://json-schema.org/draft-07/schema#',
    'https://json-schema.org/draft/2019-09/schema',
    'https://json-schema.org/draft/2020-12/schema',
    undefined,
  ])('reads the dialect %s', ($schema) => {
    const schema = {
      ...($schema ? { $schema } : {}),
      type: 'object',
      properties: { n: { type: 'integer', minimum: 1 } },
      required: ['n'],
    };
    expect(checkArguments(tool(schema), { n: 1 })).toEqual([]);
    expect(() => checkArguments(tool(schema), {})).toThrow(/n: is required/);
    expect(() => checkArguments(tool(schema), { n: 0 })).toThrow(/n: must be >= 1/);
  });

  it('says of each issue where it is, also of what is missing or too much', () => {
    const schema = {
      type: 'object',
      properties: {
        'a/b': {
          type: 'object',
          properties: { list: { type: 'array', items: { enum: ['x', 'y'] } } },
          required: ['~c'],
        },
      },
      additionalProperties: false,
    };
    const issuesOf = () => {
      try {
        checkArguments(tool(schema), { 'a/b': { list: ['x', 'z'] }, more: 1 });
      } catch (error) {
        return (error as PegboardError).data?.issues;
      }
      return undefined;
    };
    expect(issuesOf()).toEqual([
      { path: 'more', pointer: '/more', message: 'is not an argument' },
      { path: 'a/b.~c', pointer: '/a~1b/~0c', message: 'is required' },
      { path: 'a/b.list.1', pointer: '/a~1b/list/1', message: 'must be one of ["x","y"]' },
    ]);
  });

  it.each([
    ['a reference to elsewhere', { $ref: 'https://example.com/schema.json' }],
    ['a schema that is none', { type: 'nonsense' }],
    ['a reference to nowhere', { $ref: '#/$defs/gone' }],
  ])('%s is told, not fetched, not thrown', (_what, schema) => {
    expect(checkArguments(tool(schema), { n: 1 })).toEqual([
      expect.objectContaining({ code: 'schema_not_checked', severity: 'info' }),
    ]);
  });

  it('what one schema calls itself or a part of it, another may be called too', () => {
    const named = (type: string) => ({
      $id: 'https://example.com/tool',
      properties: { n: { $ref: 'part' } },
      $defs: { part: { $id: 'part', type } },
    });
    expect(checkArguments(tool(named('integer')), { n: 1 })).toEqual([]);
    expect(checkArguments(tool(named('string')), { n: 'one' })).toEqual([]);
    // A reference to what the schema before it defined leads nowhere.
    const stranger = { properties: { n: { $ref: 'https://example.com/part' } } };
    expect(checkArguments(tool(stranger), { n: 1 })).toEqual([
      expect.objectContaining({ code: 'schema_not_checked', severity: 'info' }),
    ]);
  });
});
