import { describe, expect, it } from 'vitest';
import { createNameGate } from '#core/catalog/name-gate.ts';
import { gateSchema } from '#core/planner/permitted/gate-schema.ts';
import { gateValue, maximumDepth, mentionsName } from '#core/planner/permitted/gate-value.ts';

const gate = createNameGate(new Set(['vault.canary', 'string', 'email', 'date', 'Owner', 'Team', 'a/b', 'a~b', 'a b']));
const gated = (schema: object) => gateSchema(schema as Record<string, unknown>, gate);

describe('a schema beside hidden names', () => {
  it('keeps names of arguments in every keyword that maps them, and gates their schemas', () => {
    for (const keyword of ['properties', 'patternProperties', 'dependentSchemas']) {
      expect(gated({ [keyword]: { 'vault.canary': { description: 'As vault.canary.' } } })).toEqual({
        [keyword]: { 'vault.canary': { description: 'As another tool.' } },
      });
    }
  });

  it('loses any other keyword that holds such a name', () => {
    expect(gated({ 'vault.canary': 1, properties: 'vault.canary', $defs: 'vault.canary', title: 'Kept' })).toEqual({
      properties: 'another tool',
      $defs: 'another tool',
      title: 'Kept',
    });
  });

  it('gives each definition with such a name another, for every way to refer to it', () => {
    const schema = {
      $defs: { Owner: { type: 'string' }, Plain: { type: 'integer' } },
      definitions: { Team: { type: 'object' }, 'a/b': {}, 'a~b': {}, 'a b': {} },
      allOf: [
        { $ref: '#/$defs/Owner' },
        { $dynamicRef: '#/definitions/Team' },
        { $recursiveRef: '#/definitions/a~1b' },
        { $ref: '#/definitions/a~0b' },
        { $ref: '#/definitions/a%20b' },
        { $ref: '#/$defs/Plain' },
      ],
    };
    expect(gated(schema)).toEqual({
      $defs: { 'definition-1': { type: 'string' }, Plain: { type: 'integer' } },
      definitions: { 'definition-2': { type: 'object' }, 'definition-3': {}, 'definition-4': {}, 'definition-5': {} },
      allOf: [
        { $ref: '#/$defs/definition-1' },
        { $dynamicRef: '#/definitions/definition-2' },
        { $recursiveRef: '#/definitions/definition-3' },
        { $ref: '#/definitions/definition-4' },
        { $ref: '#/definitions/definition-5' },
        { $ref: '#/$defs/Plain' },
      ],
    });
  });

  it('loses a reference that names a hidden tool and no definition, also one that cannot be decoded', () => {
    expect(gated({ $ref: 'https://x.test/vault.canary', $dynamicRef: '#/$defs/%E0%A4%A', $recursiveRef: '#' })).toEqual(
      {
        $dynamicRef: '#/$defs/%E0%A4%A',
        $recursiveRef: '#',
      },
    );
    expect(gated({ $ref: ['vault.canary'] })).toEqual({ $ref: ['another tool'] });
  });

  it('keeps the types and formats of JSON Schema where a hidden tool has their name, and gates others', () => {
    expect(gated({ type: 'string', format: 'email' })).toEqual({ type: 'string', format: 'email' });
    expect(gated({ type: ['string', 'null'], format: 'date' })).toEqual({ type: ['string', 'null'], format: 'date' });
    for (const type of ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']) {
      const named = createNameGate(new Set([type]));
      expect(gateSchema({ type }, named)).toEqual({ type });
    }
    expect(gated({ type: 'vault.canary', format: 'vault.canary' })).toEqual({
      type: 'another tool',
      format: 'another tool',
    });
    expect(gated({ type: ['string', 'vault.canary'] })).toEqual({ type: ['another tool', 'another tool'] });
  });

  it('keeps the address of a dialect only where it is one of JSON Schema', () => {
    const words = createNameGate(new Set(['draft-07']));
    const dialect = 'http://json-schema.org/draft-07/schema#';
    expect(gateSchema({ $schema: dialect }, words)).toEqual({ $schema: dialect });
    expect(gateSchema({ $schema: `https://x.test/?${dialect}` }, words).$schema).toContain('another tool');
  });

  it('requires no argument that is not there, and no hidden name', () => {
    const properties = { 'vault.canary': {}, own: {} };
    expect(gated({ required: ['vault.canary', 'own'] }).required).toEqual(['own']);
    expect(gated({ properties, required: ['vault.canary', 'own'] }).required).toEqual(['vault.canary', 'own']);
    expect(gated({ required: 'vault.canary' }).required).toBe('another tool');
    const dependentRequired = { 'vault.canary': ['own'], own: ['vault.canary', 'own'], odd: 'vault.canary' };
    expect(gated({ dependentRequired: { ...dependentRequired, odd: 1 } }).dependentRequired).toEqual({
      own: ['own'],
      odd: 1,
    });
    expect(gated({ properties, dependentRequired: { 'vault.canary': ['vault.canary'] } }).dependentRequired).toEqual({
      'vault.canary': ['vault.canary'],
    });
  });

  it('loses a value that holds such a name, and an enum of which nothing is left', () => {
    for (const keyword of ['const', 'default', 'example']) {
      expect(gated({ [keyword]: 'vault.canary' })).toEqual({});
      expect(gated({ [keyword]: 'Call vault.canary.' })).toEqual({});
      expect(gated({ [keyword]: { a: 'vault.canary' } })).toEqual({});
      expect(gated({ [keyword]: { list: ['kept', 1] } })).toEqual({ [keyword]: { list: ['kept', 1] } });
    }
    expect(gated({ enum: ['vault.canary', 'kept'], default: 'vault.canary' })).toEqual({ enum: ['kept'] });
    expect(gated({ default: null })).toEqual({ default: null });
    expect(gated({ enum: ['vault.canary'] })).toEqual({});
    expect(gated({ enum: ['vault.canary', 'kept', 1] })).toEqual({ enum: ['kept', 1] });
    expect(gated({ enum: [] })).toEqual({ enum: [] });
  });

  it('reads the keywords with data as data, where no word is one of JSON Schema', () => {
    for (const keyword of ['examples', '$comment', 'pattern', 'title', 'description']) {
      expect(gated({ [keyword]: { type: 'string', list: ['vault.canary', 1] } })).toEqual({
        [keyword]: { type: 'another tool', list: [1] },
      });
    }
    expect(gated({ items: { type: 'string' }, anyOf: [{ type: 'string' }, true, null, 3, 'vault.canary'] })).toEqual({
      items: { type: 'string' },
      anyOf: [{ type: 'string' }, true, null, 3, 'another tool'],
    });
  });

  it('allows everything below the deepest level that is read', () => {
    const deep = (levels: number): Record<string, unknown> => {
      let schema: Record<string, unknown> = { title: 'vault.canary' };
      for (let level = 0; level < levels; level++) schema = { not: schema };
      return schema;
    };
    const at = (schema: unknown, levels: number): unknown => {
      let node = schema;
      for (let level = 0; level < levels; level++) node = (node as { not: unknown }).not;
      return node;
    };
    expect(at(gated(deep(maximumDepth)), maximumDepth)).toEqual({ title: 'another tool' });
    expect(at(gated(deep(maximumDepth + 1)), maximumDepth + 1)).toBe(true);
    expect(JSON.stringify(gated(deep(maximumDepth + 50)))).not.toContain('canary');
  });
});

describe('a value beside hidden names', () => {
  it('has its texts gated; lists lose the texts with a name, objects the keys', () => {
    expect(gateValue('Use vault.canary.', gate)).toBe('Use another tool.');
    expect(
      gateValue([1, null, true, 'vault.canary', 'kept', { 'vault.canary': 1, own: 'vault.canary' }], gate),
    ).toEqual([1, null, true, 'kept', { own: 'another tool' }]);
    expect([gateValue(null, gate), gateValue(0, gate), gateValue(undefined, gate)]).toEqual([null, 0, undefined]);
  });

  const nested = (levels: number, inner: unknown, wrap: (value: unknown) => unknown) => {
    let value = inner;
    for (let level = 0; level < levels; level++) value = wrap(value);
    return value;
  };
  it.each<[string, (value: unknown) => unknown]>([
    ['lists', (value) => [value]],
    ['objects', (own) => ({ own })],
  ])('is null below the deepest level of %s that is read, and counts as a mention there', (_kind, wrap) => {
    const kept = nested(maximumDepth, { own: 1 }, wrap);
    expect(gateValue(kept, gate)).toEqual(kept);
    expect(mentionsName(kept, gate)).toBe(false);
    const deeper = nested(maximumDepth + 1, { own: 1 }, wrap);
    expect(gateValue(deeper, gate)).toEqual(nested(maximumDepth + 1, null, wrap));
    expect(mentionsName(deeper, gate)).toBe(true);
  });

  it('mentions a name in a text, a key or further inside', () => {
    expect(mentionsName('vault.canary', gate)).toBe(true);
    expect(mentionsName({ 'vault.canary': 1 }, gate)).toBe(true);
    expect(mentionsName({ a: 1, b: [2, { c: 'By vault.canary.' }] }, gate)).toBe(true);
    expect(mentionsName({ a: 'own', b: [null, 1, true] }, gate)).toBe(false);
    expect(mentionsName(null, gate)).toBe(false);
  });
});
