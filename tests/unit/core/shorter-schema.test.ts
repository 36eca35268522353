import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkArguments } from '#core/json/check-arguments.ts';
import { shorterSchema } from '#core/json/shorter-schema.ts';
import { isPegboardError } from '#shared/errors.ts';
import { casesOf } from '../../support/depth.ts';

const short = (schema: Record<string, unknown>, form: 'plain' | 'references' = 'plain', tool = 'make_page') =>
  shorterSchema(schema, { tool, form });

/** What a check says of arguments: nothing, or each place with its reason. */
function saidOf(schema: Record<string, unknown>, args: Record<string, unknown>): unknown {
  try {
    return checkArguments({ name: 'one', input_schema: schema }, args);
  } catch (error) {
    if (!isPegboardError(error)) throw error;
    return error.data;
  }
}

describe('a shorter schema', () => {
  it('leaves out titles that repeat a name, what allows everything, and its dialect', () => {
    const address = { type: 'object', title: 'HomeAddress', additionalProperties: true, properties: {}, required: [] };
    const schema = {
      ...{ $schema: 'http://json-schema.org/draft-07/schema#', type: 'object', title: 'make_pageArguments' },
      properties: {
        page_name: { title: 'Page Name', type: ['string'], minLength: 0, description: 'Name of the page.' },
        title: { title: 'The heading', type: 'string' },
        home: { $ref: '#/$defs/HomeAddress' },
      },
      $defs: { HomeAddress: address, Gone: { type: 'string' }, Older: { $ref: '#/$defs/Gone' } },
    };
    expect(short(schema)).toEqual({
      schema: {
        type: 'object',
        properties: {
          page_name: { type: 'string', description: 'Name of the page.' },
          title: { title: 'The heading', type: 'string' },
          home: { $ref: '#/$defs/HomeAddress' },
        },
        $defs: { HomeAddress: { type: 'object', properties: {} } },
      },
      steps: { titles: 3, empty: 4, dialect: 1, unused: 2 },
    });
    expect(short(schema)).toBe(short(schema));
  });

  it('keeps a dialect that says something, names of parts, data, and what looks at other keywords', () => {
    const pair = { type: 'array', items: [{ type: 'string' }, { type: 'number' }] };
    for (const schema of [
      { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object', properties: { pair } },
      { $schema: 'http://json-schema.org/draft-04/schema#', type: 'object' },
      { type: 'object', $defs: { a: { $anchor: 'here', type: 'string' } }, properties: { b: { $ref: '#here' } } },
      {
        type: 'object',
        default: { title: '', required: [] },
        enum: [{ title: '' }],
        properties: { '': { type: 'null' } },
      },
      { type: 'object', allOf: [{ additionalProperties: true }], unevaluatedProperties: false },
      { type: 'object', properties: [] as unknown, required: 'name' },
    ]) {
      expect(short(schema, 'references').schema).toEqual(schema);
    }
  });

  it('writes a part once, under a name that people can read, also where a definition is the part already', () => {
    const place = {
      type: 'object',
      properties: { street: { type: 'string' }, town: { type: 'string', description: 'The town, without its code.' } },
    };
    const schema = {
      type: 'object',
      properties: { from: place, to: place, 'stop/over': { type: 'array', items: place } },
    };
    expect(short(schema).schema).toEqual(schema);
    expect(short(schema, 'references')).toEqual({
      schema: {
        type: 'object',
        properties: {
          from: { $ref: '#/$defs/from' },
          to: { $ref: '#/$defs/from' },
          'stop/over': { type: 'array', items: { $ref: '#/$defs/from' } },
        },
        $defs: { from: place },
      },
      steps: { references: 1 },
    });
    const defined = {
      type: 'object',
      properties: { from: place, to: { $ref: '#/$defs/Place' } },
      $defs: { Place: place },
    };
    expect(short(defined, 'references').schema).toEqual({
      ...defined,
      properties: { from: { $ref: '#/$defs/Place' }, to: { $ref: '#/$defs/Place' } },
    });
  });

  it('accepts the same and gives the same reasons, and is never longer, for random schemas and values', () => {
    fc.assert(
      fc.property(schemas, fc.array(values, { minLength: 1, maxLength: 6 }), (schema, all) => {
        for (const form of ['plain', 'references'] as const) {
          const { schema: made, steps } = short(schema, form);
          expect(JSON.stringify(made).length).toBeLessThanOrEqual(JSON.stringify(schema).length);
          if (Object.keys(steps).length === 0) expect(made).toEqual(schema);
          for (const value of all) expect(saidOf(made, value)).toEqual(saidOf(schema, value));
          expect(short(made, form).schema).toEqual(made);
        }
      }),
      { numRuns: casesOf(200), seed: 20_268 },
    );
  });
});

const word = fc.constantFrom('a', 'b', 'page_name', 'title', 'required', '$ref', 'constructor');
const leaf = fc.constantFrom<Record<string, unknown>>(
  { type: 'string' },
  { type: ['string'], minLength: 0, title: 'A' },
  { type: 'integer', minimum: 1, title: 'Page Name' },
  { enum: ['a', 'b', { title: '' }], description: '' },
  { type: 'boolean', default: { additionalProperties: true, required: [] } },
  { $ref: '#/$defs/node' },
  { $ref: '#/$defs/text', description: 'A text that somebody wrote.' },
  { type: 'string', pattern: '^[ab]+$', description: 'A text of a and b only, as long as you like.' },
);
const nested = fc.letrec<{ schema: Record<string, unknown> }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    fc.record(
      {
        type: fc.constant('object'),
        title: fc.constantFrom('A', 'Page Name', 'Something else'),
        properties: fc.dictionary(word, tie('schema'), { maxKeys: 4 }),
        required: fc.uniqueArray(word, { maxLength: 2 }),
        additionalProperties: fc.oneof(fc.boolean(), fc.constant({}), tie('schema')),
        minProperties: fc.constantFrom(0, 1),
      },
      { requiredKeys: ['type', 'properties'] },
    ),
    fc.record({
      type: fc.constant('array'),
      items: tie('schema'),
      minItems: fc.constantFrom(0, 1),
      uniqueItems: fc.boolean(),
    }),
    fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ not: tie('schema') }),
  ),
})).schema;
const schemas = fc
  .record({
    dialect: fc.constantFrom(
      null,
      'http://json-schema.org/draft-07/schema#',
      'https://json-schema.org/draft/2020-12/schema',
    ),
    properties: fc.dictionary(word, nested, { minKeys: 1, maxKeys: 4 }),
    part: nested,
    again: fc.array(word, { maxLength: 3 }),
    unevaluated: fc.constantFrom({}, {}, {}, { unevaluatedProperties: false }),
  })
  .map(
    ({ dialect, properties, part, again, unevaluated }): Record<string, unknown> => ({
      ...(dialect === null ? {} : { $schema: dialect }),
      type: 'object',
      title: 'make_pageInput',
      // The same part in several places.
      properties: { ...properties, ...Object.fromEntries(again.map((name) => [`${name}_again`, part])) },
      ...unevaluated,
      $defs: {
        node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } },
        text: { type: 'string', title: 'Text', maxLength: 3 },
      },
    }),
  );
const anything = fc.oneof(
  fc.constantFrom<unknown>(
    'a',
    'b',
    'abab',
    'zzzz',
    '',
    1,
    0,
    true,
    null,
    [],
    {},
    ['a', 'a'],
    { a: 'a' },
    { next: { next: 1 } },
  ),
  fc.jsonValue({ maxDepth: 3 }),
);
const values = fc
  .dictionary(fc.oneof(word, fc.constantFrom('a_again', 'title_again', '$ref_again')), anything, { maxKeys: 6 })
  .map((value): Record<string, unknown> => ({ ...value }));
