import type { Random } from '../random.ts';

const nestedIn = (depth: number, wrap: (inner: unknown) => unknown, core: unknown) => {
  let value = core;
  for (let n = 0; n < depth; n++) value = wrap(value);
  return value;
};

/** Two branches that are both the definition itself: each level of an example doubles the work. */
const twice = {
  $defs: {
    n: { anyOf: [{ $ref: '#/$defs/m' }, { $ref: '#/$defs/m' }] },
    m: { type: 'object', properties: { c: { $ref: '#/$defs/n' } } },
  },
};

/** JSON Schemas that take a validator long, far or round in circles. */
const schemas: readonly ((random: Random) => unknown)[] = [
  (random) => ({
    ...twice,
    type: 'object',
    properties: { c: { $ref: '#/$defs/n' } },
    examples: [nestedIn(random.pick([4, 12, 24, 45]), (c) => ({ c }), {})],
  }),
  (random) => ({
    type: 'object',
    properties: { list: { type: 'array', uniqueItems: true } },
    examples: [{ list: Array.from({ length: random.pick([20, 2000]) }, (_, n) => ({ n, same: { deep: [1, 2, 3] } })) }],
  }),
  () => ({ $ref: '#' }),
  () => ({ type: 'object', properties: { me: { $ref: '#' } }, required: ['me'] }),
  () => ({ $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } }, $ref: '#/$defs/a' }),
  () => ({ allOf: [{ $ref: '#' }, { $ref: '#' }] }),
  () => ({
    type: 'object',
    properties: { a: { type: 'string', pattern: '^(a+)+$' } },
    examples: [{ a: `${'a'.repeat(40)}!` }],
  }),
  () => ({ type: 'string', pattern: '[' }),
  () => ({ $schema: 'http://json-schema.org/draft-04/schema#', type: 'object', exclusiveMinimum: true, id: 'x' }),
  () => ({ $schema: 'https://json-schema.org/draft/2019-09/schema', $recursiveRef: '#', unevaluatedProperties: false }),
  () => ({ $schema: 'https://nowhere.invalid/own', type: 'object' }),
  () => ({ type: ['string', 'null'], enum: [], const: null, multipleOf: 0 }),
  () => ({ type: 'object', additionalProperties: { $ref: 'https://nowhere.invalid/schema.json' } }),
  () => ({ type: 'object', properties: { ['__proto__']: { type: 'string' }, constructor: { default: {} } } }),
  () => ({ type: 'object', patternProperties: { '(a|a)*$': {} }, propertyNames: { pattern: '(' } }),
  () => ({ type: 'array', minItems: 1e308, maxItems: -1, items: false }),
  () => true,
  () => false,
  () => JSON.parse('{"if": {"$ref": "#"}, "then": false, "else": true}'),
  () => ({ type: 'object', required: 'name', properties: [] }),
  () => ({ type: 'object', $dynamicRef: '#x', $dynamicAnchor: 'x' }),
  (random) => nestedIn(random.pick([40, 101, 400]), (items) => ({ type: 'array', items }), {}),
  (random) => ({
    type: 'object',
    properties: Object.fromEntries(
      Array.from({ length: random.pick([50, 3000]) }, (_, n) => [`p${n}`, { type: 'string' }]),
    ),
  }),
];

/** A JSON Schema that a server may send and nobody expects. */
export function oddSchema(random: Random): unknown {
  return random.pick(schemas)(random);
}
