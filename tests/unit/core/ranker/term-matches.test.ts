import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readEvalTools } from '#core/evaluation/run-evaluation.ts';
import { buildRankerIndex } from '#core/search/ranker/build-index.ts';
import { MatchMemory, type TermMatches } from '#core/search/ranker/match-memory.ts';
import { defaultParameters } from '#core/search/ranker/parameters.ts';
import { prepareQuery } from '#core/search/ranker/prepare-query.ts';
import { rankTools } from '#core/search/ranker/rank.ts';
import { thesaurusWith } from '#core/search/ranker/thesaurus/groups.ts';
import { fullUnderstanding } from '#shared/domain/config.ts';
import { casesOf } from '../../../support/depth.ts';

const words = [
  'open',
  'issue',
  'issues',
  'list',
  'repo',
  'pull request',
  'Rechnung',
  'löschen',
  'invoice',
  'forcast',
  'get',
];
const texts = fc.array(fc.constantFrom(...words, 'repository', 'delete', 'forecast', 'customer'), {
  minLength: 1,
  maxLength: 6,
});

async function indexOf(descriptions: readonly string[]) {
  const lines = descriptions.map((description, i) => JSON.stringify({ name: `tool_${i}`, description }));
  const tools = readEvalTools(lines.join('\n'), 'tools.jsonl');
  return buildRankerIndex(tools, {
    parameters: defaultParameters,
    thesaurus: thesaurusWith([]),
    understanding: fullUnderstanding,
  });
}

it('scores of a word that was asked before are those of the first time, to the last bit', async () => {
  const catalogs = fc.array(texts, { minLength: 1, maxLength: 8 });
  const queries = fc.array(texts, { minLength: 2, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(catalogs, queries, async (descriptions, asked) => {
      const tools = descriptions.map((some) => some.join(' '));
      const used = await indexOf(tools);
      for (const query of [...asked, ...asked]) {
        const fresh = await indexOf(tools);
        const text = query.join(' ');
        const again = rankTools(used, prepareQuery(used, text));
        const first = rankTools(fresh, prepareQuery(fresh, text));
        const scores = ({ tools: ids, scores: all }: typeof first) => new Map([...ids].map((id, i) => [id, all[i]]));
        expect(scores(again)).toEqual(scores(first));
      }
    }),
    { numRuns: casesOf(30) },
  );
});

it('a memory of matches forgets what was not asked for longest, and looks it up again', () => {
  const memory = new MatchMemory(100);
  const lookedUp: string[] = [];
  const ask = (key: string) =>
    memory.of(key, () => {
      lookedUp.push(key);
      const tools = new Int32Array(30);
      const matches = { stem: key, idf: 1, variants: [], tools, best: new Float64Array(30), nameBits: tools };
      return matches satisfies TermMatches;
    });
  for (const key of ['a', 'b', 'a', 'c', 'd', 'a', 'e', 'f', 'a']) expect(ask(key).stem).toBe(key);
  expect(lookedUp).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  ask('b');
  expect(lookedUp.at(-1)).toBe('b');
});
