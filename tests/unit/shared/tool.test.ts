import { describe, expect, it } from 'vitest';
import { builtinCatalog } from '#core/catalog/builtin-catalog.ts';
import { builtinTools, reservedToolNames } from '#shared/domain/builtin-tools.ts';
import { toolGetInputSchema, toolSearchInputSchema } from '#shared/domain/search-request.ts';
import {
  namespaceOf,
  sideEffectsFromAnnotations,
  sideEffectsRank,
  sideEffectsSchema,
  toolCurationSchema,
  toolOverlaySchema,
} from '#shared/domain/tool.ts';
import { codePoints, estimateTokens } from '#shared/tokens.ts';
import { testCatalog } from '../../support/planner.ts';

describe('tool', () => {
  it.each([
    ['github.create_issue', 'github'],
    ['a.b.c', 'a'],
    ['echo', null],
    ['.odd', null],
  ])('takes the namespace of %s to be %s, in the catalog too (R1.05)', (name, expected) => {
    expect(namespaceOf(name)).toBe(expected);
    expect(testCatalog([{ name }]).catalog.map(({ namespace }) => namespace)).toEqual([expected]);
  });

  it('accepts exactly five side effects (R1.04)', () => {
    const five = ['pure', 'read', 'write', 'external', 'stateful'];
    expect(sideEffectsSchema.options).toEqual(five);
    const read = (side_effects: unknown) => testCatalog([{ name: 'a', side_effects }]).catalog[0]?.side_effects;
    for (const side_effects of five) {
      expect(toolOverlaySchema.parse({ side_effects })).toEqual({ side_effects });
      expect(read(side_effects)).toBe(side_effects);
    }
    for (const side_effects of ['none', 'READ', 'read-only', '', null, 7]) {
      expect(toolOverlaySchema.safeParse({ side_effects }).error?.issues[0]?.path).toEqual(['side_effects']);
      expect(read(side_effects)).toBeNull();
    }
  });

  it('accepts exactly three risk levels', () => {
    for (const risk_level of ['safe', 'moderate', 'destructive'])
      expect(toolCurationSchema.parse({ risk_level })).toEqual({ risk_level });
    expect(toolCurationSchema.safeParse({ risk_level: 'mild' }).success).toBe(false);
  });

  it.each([
    ...['pages', 'sections', 'images', 'posts', 'navigation', 'entries', 'search', 'research', 'pexels', 'http'],
    // And any other.
    'ours',
    'Zwei Wörter',
  ])('accepts the category %s, from a source and in an overlay (R1.20)', (category) => {
    expect(toolOverlaySchema.parse({ category })).toEqual({ category });
    expect(testCatalog([{ name: 'a', category }]).catalog[0]?.category).toBe(category);
    const overlaid = testCatalog([{ name: 'a', category: 'other' }], { overlays: { a: { category } } });
    expect(overlaid.catalog[0]?.category).toBe(category);
  });

  it.each([
    [{ readOnlyHint: true, destructiveHint: true }, 'read'],
    [{ openWorldHint: true, destructiveHint: true }, 'external'],
    [{ destructiveHint: true }, 'write'],
    [{ readOnlyHint: false }, 'write'],
    [{ title: 'X' }, null],
    [null, null],
  ])('maps annotations %j to %s', (annotations, expected) => {
    expect(sideEffectsFromAnnotations(annotations)).toBe(expected);
  });

  it('ranks unknown side effects last', () => {
    expect([...sideEffectsSchema.options, null].map(sideEffectsRank)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('counts a quarter of the code points, rounded up (R10.06)', () => {
    const texts = ['', 'a', 'abcd', 'abcde', 'abcdefgh', '😀😀😀😀', '😀😀😀😀😀', 'éééé', 'e\u0301e\u0301e\u0301'];
    expect(texts.map(estimateTokens)).toEqual([0, 1, 1, 2, 2, 1, 2, 1, 2]);
    expect(estimateTokens(`${'a'.repeat(4000)}😀`)).toBe(1001);
  });

  it('counts code points as the language does, halves of pairs too', () => {
    const units = ['a', 'é', '→', '😀', '\ud83d', '\ude00'];
    for (const first of units) {
      for (const second of units) {
        for (const third of units) {
          const text = first + second + third;
          expect(codePoints(text)).toBe([...text].length);
        }
      }
    }
  });
});

describe('built-in tools', () => {
  it('requires only the query, with the defaults of the seeds (R4.02)', () => {
    expect(toolSearchInputSchema.parse({ query: 'x' })).toEqual({
      query: 'x',
      search_type: 'fts',
      limit: 8,
      include_always_loaded: false,
    });
    for (const query of [undefined, 7, null, ['x']])
      expect(toolSearchInputSchema.safeParse({ query }).error?.issues[0]?.path).toEqual(['query']);
    const search = builtinTools.find((tool) => tool.name === 'tool_search');
    expect(search?.input_schema).toMatchObject({ required: ['query'], properties: { query: { type: 'string' } } });
  });

  it.each([0, 21, 2.5, '8'])('rejects the limit %s and names the field (R4.04)', (limit) => {
    expect(toolSearchInputSchema.safeParse({ query: 'x', limit }).error?.issues[0]?.path).toEqual(['limit']);
    const taken = [undefined, 1, 20].map((given) => toolSearchInputSchema.parse({ query: 'x', limit: given }).limit);
    expect(taken).toEqual([8, 1, 20]);
    const search = builtinTools.find((tool) => tool.name === 'tool_search');
    expect(search?.input_schema).toHaveProperty('properties.limit', {
      type: 'integer',
      minimum: 1,
      maximum: 20,
      default: 8,
    });
  });

  it('takes 1 to 10 names in tool_get', () => {
    expect(toolGetInputSchema.parse({ names: ['a'] })).toEqual({
      names: ['a'],
      include_schemas: true,
      include_examples: true,
    });
    expect(toolGetInputSchema.safeParse({ names: [] }).success).toBe(false);
    expect(toolGetInputSchema.safeParse({ names: Array.from({ length: 11 }, String) }).success).toBe(false);
  });

  it('declares tool_search as the seeds do (R4.11, R4.12)', () => {
    const search = builtinTools.find((tool) => tool.name === 'tool_search');
    expect(search).toMatchObject({ side_effects: 'read', tags: ['meta', 'discovery'], loading_mode: 'always' });
    expect(search?.description).toMatch(/^Search for tools that are not visible yet\./);
    // In the catalog, the tool of ours is what is declared.
    expect(builtinCatalog.find((tool) => tool.name === 'tool_search')).toMatchObject({
      description: search?.description,
      side_effects: 'read',
      tags: ['meta', 'discovery'],
      mode: 'always',
    });
    expect(search?.input_schema).toMatchObject({
      type: 'object',
      required: ['query'],
      properties: {
        search_type: { enum: ['fts', 'regex', 'exact'], default: 'fts' },
        limit: { type: 'integer', minimum: 1, maximum: 20, default: 8 },
        include_always_loaded: { type: 'boolean', default: false },
      },
    });
    expect(search?.output_schema).toMatchObject({ required: ['tools', 'query', 'search_type'] });
    expect([...reservedToolNames]).toEqual([
      'tool_search',
      'tool_get',
      'skill_search',
      'skill_get',
      'skill_list',
      'pai_tool_search_tool',
      'finish',
      'final_response',
    ]);
  });
});
