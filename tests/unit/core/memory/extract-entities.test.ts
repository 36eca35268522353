import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extractEntities } from '#core/memory/extract-entities.ts';
import { type Extraction, extractionSchema, extractorNameSchema } from '#shared/domain/extraction.ts';
import { casesOf } from '../../../support/depth.ts';

const bySchema = (result: unknown, schema: Partial<Extraction>) =>
  extractEntities(result, {
    extraction: extractionSchema.parse({ path: '$root', type: 'page', nameField: 'name', ...schema }),
    extractor: undefined,
  });
const by = (extractor: 'find_resource' | 'vector_search', result: unknown) =>
  extractEntities(result, { extraction: null, extractor });

describe('entities of a result', () => {
  it('are read by a schema: root or key, one or several, id by default (R17.24)', () => {
    expect(bySchema({ id: 'p1', name: 'About' }, {})).toEqual([{ type: 'page', id: 'p1', name: 'About' }]);
    expect(
      bySchema(
        { image: { key: 7, file: 'a.png' } },
        { path: 'image', type: 'image', nameField: 'file', idField: 'key' },
      ),
    ).toEqual([{ type: 'image', id: '7', name: 'a.png' }]);
    const many = { items: [{ id: 'a', name: 'A' }, { name: 'no id' }, { id: 'b' }] };
    expect(bySchema(many, { path: 'items', isArray: true })).toEqual([
      { type: 'page', id: 'a', name: 'A' },
      { type: 'page', id: 'b', name: 'b' },
    ]);
    expect(bySchema([{ id: 'a', name: 'A' }], { isArray: true })).toHaveLength(1);
    expect(bySchema(many, { path: 'items' })).toEqual([]);
    expect(bySchema({ id: 'p1', name: 'About' }, { isArray: true })).toEqual([]);
  });

  it('are none without a schema, and for what is not there (R17.25, R17.29)', () => {
    expect(extractEntities({ id: 'p1', name: 'About' }, { extraction: null, extractor: undefined })).toEqual([]);
    expect(extractEntities({ id: 'p1' }, { extraction: { path: 7 }, extractor: undefined })).toEqual([]);
    for (const result of [null, undefined, 'text', 3, true, [], {}, { pages: null }, { pages: 'p' }]) {
      for (const path of ['pages', '$root']) {
        expect(bySchema(result, { path })).toEqual([]);
        expect(bySchema(result, { path, isArray: true })).toEqual([]);
      }
    }
    expect(bySchema({}, { path: '__proto__', idField: 'constructor' })).toEqual([]);
    // What the result has elsewhere, or in another form than the schema says, is no entity either.
    const [one, shapes] = [{ id: 'p1', name: 'About' }, [true, false]];
    for (const isArray of shapes) expect(bySchema({ ...one, others: [one] }, { path: 'pages', isArray })).toEqual([]);
    for (const wrong of [one, [[one]], { 0: one }])
      expect(bySchema({ pages: wrong }, { path: 'pages', isArray: true })).toEqual([]);
    for (const wrong of [[one], [[one]]]) expect(bySchema({ pages: wrong }, { path: 'pages' })).toEqual([]);
  });

  it('come from the custom extractor where a tool has one, whatever its schema says, else from the schema (R17.26)', () => {
    const result = { id: 'x', name: 'X', type: 'section', matches: [{ id: 's1', name: 'Hero' }] };
    const extraction = { path: '$root', type: 'page', nameField: 'name', idField: 'id', isArray: false };
    expect(extractEntities(result, { extraction, extractor: 'find_resource' })).toEqual([
      { type: 'section', id: 's1', name: 'Hero' },
    ]);
    expect(extractEntities({ ...result, matches: [] }, { extraction, extractor: 'find_resource' })).toEqual([]);
    expect(extractEntities(result, { extraction, extractor: undefined })).toEqual([
      { type: 'page', id: 'x', name: 'X' },
    ]);
  });

  it('of a found resource have its type, and a name, slug, filename or id, in that order (R17.27)', () => {
    const matches = [
      { id: 1, name: 'N', slug: 's', filename: 'f' },
      { id: 2, slug: 's', filename: 'f' },
      { id: 3, name: '', filename: 'f' },
      { id: 4 },
      { id: 5, name: 'own', type: 'section' },
      { name: 'no id' },
      null,
      'text',
    ];
    for (const type of ['page', 'image']) {
      const found = by('find_resource', { type, matches });
      expect(found.map((entity) => [entity.type, entity.name])).toEqual(
        ['N', 's', 'f', '4', 'own'].map((name) => [type, name]),
      );
    }
    const malformed = [{}, 'text', matches[0]].map((bad) => ({ type: 'page', matches: bad }));
    for (const bad of [null, 'text', [], matches, { matches }, { type: 'page' }, { type: 7, matches }, ...malformed])
      expect(by('find_resource', bad)).toEqual([]);
  });

  it('of a vector search are of an unknown type where none is given (R17.28)', () => {
    const results = [
      { id: 'a', title: 'T', filename: 'f' },
      { id: 'b', type: 'image', filename: 'f' },
      { id: 'c' },
      5,
      { id: 'd', name: 'N', title: 'T' },
    ];
    expect(by('vector_search', { results })).toEqual([
      { type: 'unknown', id: 'a', name: 'T' },
      { type: 'image', id: 'b', name: 'f' },
      { type: 'unknown', id: 'c', name: 'c' },
      { type: 'unknown', id: 'd', name: 'N' },
    ]);
    for (const bad of [null, {}, { results: 'x' }, []]) expect(by('vector_search', bad)).toEqual([]);
  });

  it('are read from the JSON that a server sends as text', () => {
    const content = [{ type: 'text', text: '{"id":"p1","name":"About"}' }];
    expect(bySchema(content, {})).toEqual([{ type: 'page', id: 'p1', name: 'About' }]);
    expect(bySchema([{ type: 'text', text: '{broken' }], {})).toEqual([]);
  });

  it('are one line each, short, few, and hide what shows itself as a credential', () => {
    const [entity] = bySchema({ id: 'p1', name: `a\n- order: b (c)\n${'x'.repeat(5000)}` }, {});
    expect(entity?.name).toMatch(/^a - order: b \(c\) x+…$/);
    expect(entity?.name.length).toBe(200);
    const token = `ghp_${'a1'.repeat(18)}`;
    expect(JSON.stringify(bySchema({ id: token, name: `key ${token}` }, {}))).not.toContain(token);
    const many = Array.from({ length: 1000 }, (_, id) => ({ id, name: 'n' }));
    expect(bySchema(many, { isArray: true })).toHaveLength(100);
  });

  it('survive random results, malformed in every way', () => {
    const anything = fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true, withSparseArray: true });
    const keys = fc.constantFrom('id', 'name', 'type', 'matches', 'results', 'items', 'title', 'text');
    const few = { maxLength: 4 };
    const shaped = fc.dictionary(keys, fc.oneof(anything, fc.array(fc.dictionary(keys, anything), few)));
    fc.assert(
      fc.property(fc.oneof(anything, shaped, fc.array(shaped, few)), fc.boolean(), (result, isArray) => {
        const found = [
          ...extractorNameSchema.options.flatMap((extractor) => by(extractor, result)),
          ...['$root', 'items', 'matches'].flatMap((path) => bySchema(result, { path, isArray })),
        ];
        for (const { type, id, name } of found) {
          for (const text of [type, id, name]) {
            expect(text).not.toBe('');
            expect(text).not.toMatch(/[\n\r]/);
          }
        }
      }),
      { numRuns: casesOf(500) },
    );
  });
});
