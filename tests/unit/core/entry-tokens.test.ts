import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entryTokens } from '#core/describe/entry-tokens.ts';
import { countTextTokens } from '#core/prompt/count-tokens.ts';
import { entryLine, type PromptTool, schemaPieces } from '#core/prompt/render-tool.ts';
import { casesOf } from '../../support/depth.ts';

const examples = { enabled: true, max_examples_per_tool: 2, include_descriptions: true, filter_tags: null };

const tool: PromptTool = {
  name: 'shop.refund',
  description: 'Pays money back to whoever bought something, in the currency it was paid in.',
  side_effects: 'write',
  input_schema: {
    type: 'object',
    properties: {
      order: { type: 'string', description: 'The order, as `A-1`.' },
      amount: { type: 'number', description: 'How much: all of it without. '.repeat(20) },
    },
    required: ['order'],
  },
  output_schema: { type: 'object' },
  examples: [
    { args: { order: 'A-1', amount: 3 }, tags: ['edge-case'] },
    { args: { order: 'A-2' }, description: 'All of it', tags: ['minimal'] },
    { args: { order: 'A-3' }, tags: [] },
  ],
};

const sum = (parts: readonly { readonly tokens: { estimate: number; o200k: number } }[]) =>
  parts.reduce(
    (total, { tokens }) => ({ estimate: total.estimate + tokens.estimate, o200k: total.o200k + tokens.o200k }),
    { estimate: 0, o200k: 0 },
  );

describe('tokens of a tool in the prompt, part by part', () => {
  it('add up to its entry by both estimators, each example and argument by itself', () => {
    const { whole, parts } = entryTokens(tool, examples);
    expect(whole).toEqual(countTextTokens(entryLine(tool, examples)));
    expect(sum(parts)).toEqual(whole);
    expect(parts.map(({ part, of }) => (of === null ? part : `${part} ${of}`))).toEqual([
      'joins',
      'name',
      'description',
      'side_effects',
      'schema',
      'argument order',
      'argument amount',
      'output_schema',
      'example 1',
      'example 0',
    ]);
    const dearest = parts.toSorted((a, b) => b.tokens.o200k - a.tokens.o200k)[0];
    expect(dearest).toMatchObject({ part: 'argument', of: 'amount' });
    // Near to what the part alone would be: only at its two ends does a token belong to a neighbour.
    const description = parts.find(({ part }) => part === 'description')?.tokens.o200k ?? 0;
    expect(Math.abs(description - countTextTokens(tool.description).o200k)).toBeLessThanOrEqual(2);
  });

  it('add up whatever the texts are, and the schema in pieces is the schema', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 60 });
    const schema = fc.dictionary(
      fc.oneof(fc.constantFrom('properties', 'type', 'required'), text),
      fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.dictionary(text, fc.jsonValue({ maxDepth: 2 }))),
    );
    const anyTool = fc.record({ name: text, description: text, input_schema: schema });
    fc.assert(
      fc.property(anyTool, (given) => {
        const made: PromptTool = { ...tool, ...given };
        const { whole, parts } = entryTokens(made, examples);
        expect(sum(parts)).toEqual(whole);
        const pieces = schemaPieces(given.input_schema).map((piece) => piece.text);
        expect(JSON.parse(pieces.join(''))).toEqual(JSON.parse(JSON.stringify(given.input_schema)));
      }),
      { numRuns: casesOf(60) },
    );
  });

  it('keeps ten thousand arguments short', () => {
    const properties = Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`a${i}`, { type: 'string' }]));
    const { whole, parts } = entryTokens({ ...tool, input_schema: { properties } }, examples);
    expect(parts.filter(({ part }) => part === 'argument')).toHaveLength(301);
    expect(sum(parts)).toEqual(whole);
  });
});
