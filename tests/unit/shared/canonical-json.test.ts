import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '#shared/canonical-json.ts';

describe('canonical JSON', () => {
  it('is pinned by a vector', () => {
    const text = canonicalJson({ b: [1, { z: null, a: 'ż"' }], a: { '10': true, '2': 1.5 }, u: undefined });
    expect(text).toBe('{"a":{"10":true,"2":1.5},"b":[1,{"a":"ż\\"","z":null}]}');
    expect(createHash('sha256').update(text).digest('hex')).toBe(
      '06de8fb0d1b28186c1da0ed97b591a870094c50ae9e603efde84ef15babedd8d',
    );
  });

  it('does not depend on the order of keys, and reads back as the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const shuffled = JSON.parse(JSON.stringify(value), (_key, inner) =>
          typeof inner === 'object' && inner !== null && !Array.isArray(inner)
            ? Object.fromEntries(Object.entries(inner).reverse())
            : inner,
        );
        expect(canonicalJson(shuffled)).toBe(canonicalJson(value));
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});
