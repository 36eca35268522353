import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readEvalTools } from '#core/evaluation/run-evaluation.ts';
import { buildRankerIndex } from '#core/search/ranker/build-index.ts';
import { defaultParameters } from '#core/search/ranker/parameters.ts';
import { prepareQuery } from '#core/search/ranker/prepare-query.ts';
import { rankTools } from '#core/search/ranker/rank.ts';
import { thesaurusWith } from '#core/search/ranker/thesaurus/groups.ts';
import { makeToolVectors } from '#core/search/understanding/vectors/make-tool-vectors.ts';
import { ToolRowGatherer } from '#core/search/understanding/vectors/tool-rows.ts';
import { completeHere, type GatheredVectors } from '#core/search/understanding/vectors/tool-vectors.ts';
import { shippedWordVectors } from '#core/search/understanding/vectors/word-vectors.ts';
import { fullUnderstanding } from '#shared/domain/config.ts';

const weights = [1, 0.5];
const words = shippedWordVectors();

/** Tools with two fields, each a list of words by their rows. */
function rowsOf(tools: readonly (readonly (readonly number[])[])[]) {
  const gatherer = new ToolRowGatherer(weights.length);
  for (const fields of tools) for (const field of fields) gatherer.addField(field);
  return gatherer.gathered();
}

const tool = fc.tuple(fc.array(fc.nat(300), { maxLength: 6 }), fc.array(fc.nat(300), { maxLength: 6 }));

describe('the file of tool vectors', () => {
  it('gives the vectors that are made without it, and has all of the same tools', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(tool, { minLength: 1, maxLength: 8 }), async (tools) => {
        const rows = rowsOf(tools);
        const { vectors } = await makeToolVectors({ rows, weights }, words);
        const first = await makeToolVectors({ rows, weights, cached: null }, words);
        const again = await makeToolVectors({ rows, weights, cached: first.cache }, words);
        expect(first.vectors).toEqual(vectors);
        expect(again).toEqual({ vectors, made: 0, cache: null });
      }),
      { numRuns: 50 },
    );
  });

  it('saves everything but an edited tool, and keeps the vector of before for an undo', async () => {
    const [before, after] = [
      rowsOf([
        [[1, 2], [3]],
        [[4], [5]],
      ]),
      rowsOf([
        [[1, 2], [3]],
        [[4, 6], [5]],
      ]),
    ];
    const first = await makeToolVectors({ rows: before, weights, cached: null }, words);
    const edited = await makeToolVectors({ rows: after, weights, cached: first.cache }, words);
    expect([first.made, edited.made]).toEqual([2, 1]);
    expect((await makeToolVectors({ rows: before, weights, cached: edited.cache }, words)).made).toBe(0);
  });

  it('counts as none when it is damaged, cut or of other weights', async () => {
    const rows = rowsOf([
      [[1, 2], [3]],
      [[4], [5]],
    ]);
    const { cache, vectors } = await makeToolVectors({ rows, weights, cached: null }, words);
    if (!cache) throw new Error('There is a file.');
    const damaged = [
      new Uint8Array(),
      cache.slice(0, 30),
      cache.slice(0, -1),
      cache.map((byte, i) => (i === 8 ? ~byte : byte)),
    ];
    for (const cached of damaged) {
      expect(await makeToolVectors({ rows, weights, cached }, words)).toMatchObject({ vectors, made: 2 });
    }
    expect((await makeToolVectors({ rows, weights: [1, 1], cached: cache }, words)).made).toBe(2);
  });
});

describe('vectors that come later', () => {
  it('leave the words alone until they are there, and then give the scores of an index that waited', async () => {
    const lines = ['refund_payment Refund a captured payment', 'weather_forecast Get the weather of the next days'];
    const tools = readEvalTools(
      lines.map((line) => JSON.stringify({ name: line.split(' ')[0], description: line })).join('\n'),
      'tools.jsonl',
    );
    const options = { parameters: defaultParameters, thesaurus: thesaurusWith([]), understanding: fullUnderstanding };
    const left: GatheredVectors[] = [];
    const later = await buildRankerIndex(tools, {
      ...options,
      completeVectors: async (vectors) => void left.push(vectors),
    });
    const waited = await buildRankerIndex(tools, options);
    const found = (index: typeof later) => {
      const { tools: ids, scores } = rankTools(index, prepareQuery(index, 'umbrella and raincoat'));
      return [...ids].map((id, i) => [index.tools[id]?.name, scores[i]]);
    };
    expect(found(later)).toEqual([]);
    for (const vectors of left) await completeHere(vectors);
    expect(found(waited)[0]?.[0]).toBe('weather_forecast');
    expect(found(later)).toEqual(found(waited));
  });
});
