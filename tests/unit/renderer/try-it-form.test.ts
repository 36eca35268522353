import { describe, expect, it } from 'vitest';
import { canBeForm, canShow, formField } from '../../../src-renderer/features/try-it/form-field.ts';
import { emptyElement, initialArguments } from '../../../src-renderer/features/try-it/initial-arguments.ts';

const kindOf = (schema: unknown, root: unknown = schema) => {
  const { shape, isNullable } = formField(schema, root);
  return isNullable ? `${shape.kind}?` : shape.kind;
};

describe('the field for a schema', () => {
  it.each([
    [{ type: 'string' }, 'text'],
    [{ type: 'integer' }, 'number'],
    [{ type: 'number' }, 'number'],
    [{ type: 'boolean' }, 'choice'],
    [{ enum: ['a', 1] }, 'choice'],
    [{ const: 'a' }, 'choice'],
    [{ oneOf: [{ const: 'a', title: 'A' }, { const: 'b' }] }, 'choice'],
    [{ type: 'array', items: { type: 'string' } }, 'list'],
    [{ type: 'object', properties: { a: {} } }, 'object'],
    [{ properties: { a: {} } }, 'object'],
    [{ type: ['string', 'null'] }, 'text?'],
    [{ anyOf: [{ type: 'integer' }, { type: 'null' }], default: null }, 'number?'],
    [{ allOf: [{ type: 'string' }], description: 'x' }, 'text'],
  ])('%j is %s', (schema, kind) => {
    expect(kindOf(schema)).toBe(kind);
  });

  it.each([
    ['any value', {}],
    ['several types', { type: ['string', 'integer'] }],
    ['alternatives', { oneOf: [{ type: 'string' }, { type: 'object', properties: { a: {} } }] }],
    ['nullable with rules beside', { anyOf: [{ type: 'string' }, { type: 'null' }], minLength: 2 }],
    ['a free map', { type: 'object', additionalProperties: { type: 'string' } }],
    ['a tuple', { type: 'array', prefixItems: [{ type: 'string' }], items: {} }],
    ['a reference to elsewhere', { $ref: 'https://example.com/schema.json' }],
    ['a reference to nowhere', { $ref: '#/$defs/gone' }],
    ['a reference to itself', { $ref: '#' }],
    ['no schema', 'text'],
    [
      'more fields than anybody fills in',
      { properties: Object.fromEntries([...Array(301).keys()].map((n) => [n, {}])) },
    ],
  ])('%s is written as JSON', (_what, schema) => {
    expect(kindOf(schema)).toBe('json');
  });

  it('follows references within the document, in circles no further than asked', () => {
    const root = {
      type: 'object',
      properties: { tree: { $ref: '#/$defs/a~1b', description: 'The tree.' } },
      $defs: { 'a/b': { type: 'object', description: 'A node.', properties: { child: { $ref: '#/$defs/a~1b' } } } },
    };
    const field = formField(root.properties.tree, root);
    expect(field.shape).toMatchObject({ kind: 'object', properties: [{ name: 'child' }] });
    expect(field.schema.description).toBe('The tree.');
    expect(initialArguments(root)).toEqual({});
  });

  it('follows several references and wrappers one after another', () => {
    const $defs = {
      a: { $ref: '#/$defs/b' },
      b: { anyOf: [{ type: 'null' }, { $ref: '#/$defs/c' }] },
      c: { allOf: [{ type: 'integer' }] },
    };
    expect(kindOf({ $ref: '#/$defs/a' }, { $defs })).toBe('number?');
  });

  it('is a form for a tool without arguments, and none for one whose rules no field shows', () => {
    expect(canBeForm({ type: 'object' })).toBe(true);
    expect(canBeForm({ type: 'object', properties: {}, additionalProperties: false })).toBe(true);
    expect(canBeForm({ type: 'object', oneOf: [{ required: ['a'] }] })).toBe(false);
    expect(canBeForm({ $ref: 'https://example.com' })).toBe(false);
  });
});

describe('a control', () => {
  it.each([
    [{ type: 'string' }, 'two\nlines', true],
    [{ type: 'string' }, 'a\r\nb', false],
    [{ type: 'string' }, '\ud800', false],
    [{ type: 'string' }, 5, false],
    [{ type: 'string' }, null, false],
    [{ type: ['string', 'null'] }, null, true],
    [{ type: 'number' }, '5', false],
    [{ type: 'array', items: {} }, Array(101).fill(0), false],
    [{ properties: { a: {} } }, [], false],
    [{ enum: ['a'] }, 'other', true],
  ])('for %j shows %j without changing it: %s', (schema, value, shown) => {
    expect(canShow(formField(schema, schema), value)).toBe(shown);
  });
});

describe('the arguments a form starts with', () => {
  it('are defaults, required constants, and the required objects around them; nothing else is sent', () => {
    const schema = {
      type: 'object',
      properties: {
        limit: { type: 'integer', default: 10 },
        version: { const: 'v1' },
        unneeded: { const: 'v2' },
        name: { type: 'string' },
        constructor: { type: 'string', default: 'c' },
        page: { type: 'object', properties: { size: { default: 5 }, from: {} } },
        optional: { type: 'object', properties: { deep: { default: 1 } } },
      },
      required: ['version', 'name', 'page'],
    };
    expect(initialArguments(schema)).toEqual({ limit: 10, version: 'v1', constructor: 'c', page: { size: 5 } });
  });

  it('end in a schema that requires itself many times over without end', () => {
    const names = [...'abcdefghij'];
    const node = {
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, { $ref: '#/$defs/node' }])),
      required: names,
    };
    const prepared = JSON.stringify(initialArguments({ ...node, $defs: { node } }));
    expect(prepared.match(/\{/g)?.length).toBeGreaterThan(100);
    expect(prepared.match(/\{/g)?.length).toBeLessThanOrEqual(300);
  });

  it('never leave a new element out', () => {
    const schemas = [
      { type: 'string' },
      { type: 'number' },
      { enum: ['x'] },
      { properties: { a: {} } },
      {},
      { default: 7 },
    ];
    expect(schemas.map((schema) => emptyElement(schema, schema))).toEqual(['', 0, 'x', {}, null, 7]);
  });
});
