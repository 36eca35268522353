import { expect, it } from 'vitest';
import { readEvalTools } from '#core/evaluation/run-evaluation.ts';
import { chooseTexts, type TextJob, withEdits } from '#core/optimize/texts/choose-texts.ts';
import { toolSearchConfigSchema } from '#shared/domain/config.ts';
import { manyTools } from '../../../support/many-tools.ts';

const tools = readEvalTools(
  manyTools(20)
    .map((tool) => JSON.stringify(tool))
    .join('\n'),
  'tools.jsonl',
);
const names = tools.map(({ name }) => name);
const others = ['albor', 'brimel', 'dastor', 'fluven', 'gorpin', 'hestal', 'jumrik', 'kelvot'];

/** Queries in words that no definition has: each tool is asked for by a word of its own, beside a word that comes once. */
function jobOf(askedBy: Readonly<Record<string, string>>, rounds: number): TextJob {
  const queries = Object.entries(askedBy).flatMap(([tool, word]) =>
    others.slice(0, rounds).map((other) => ({ query: `${word} the ${word.slice(0, 2)}${other}`, relevant: [[tool]] })),
  );
  const config = toolSearchConfigSchema.parse({ enabled: true });
  return { tools, config, fts: 'detect', queries, most: 6, folds: 3, seed: 5 };
}

it('finds the words that several tools lack, together, and the gain holds for queries it did not see', async () => {
  const [first = '', second = ''] = names;
  const job = jobOf({ [first]: 'zwiebel', [second]: 'quastel' }, 8);
  const { edits, heldOut, inSample, cost } = await chooseTexts(job);
  expect(edits.map(({ tool, text }) => [tool, text.includes(tool === first ? 'zwiebel' : 'quastel')]).sort()).toEqual(
    [
      [first, true],
      [second, true],
    ].sort(),
  );
  expect(heldOut.interval[0]).toBeGreaterThan(0.3);
  expect(inSample.mean).toBeGreaterThanOrEqual(heldOut.mean);
  expect(cost.hit_at_1.after).toBe(16);
});

it('moves a sentence of the description to its front where that lifts the tool', async () => {
  const [wanted, rival] = tools;
  if (!wanted || !rival) throw new Error('There are tools.');
  const described = (tool: typeof wanted, description: string) => ({ ...tool, description, tags: [], phrases: [] });
  const both = [
    described(wanted, 'Works with paper. It is quick. Zwiebel is what it prints.'),
    described(
      rival,
      'Zwiebel by mail, boat, train, bicycle, plane, cart, truck, sledge, barge, horse, donkey and pigeon.',
    ),
  ];
  const config = toolSearchConfigSchema.parse({ enabled: true });
  const queries = Array.from({ length: 12 }, () => ({ query: 'zwiebel', relevant: [[wanted.name]] }));
  const job: TextJob = { tools: both, config, fts: 'detect', queries, most: 3, folds: 3, seed: 5 };
  const { edits, heldOut } = await chooseTexts(job);
  expect(edits).toEqual([{ tool: wanted.name, field: 'first_sentence', text: 'Zwiebel is what it prints.' }]);
  expect(heldOut.interval[0]).toBeGreaterThan(0.3);
  const [after] = withEdits(both, edits);
  expect(after?.description).toBe('Zwiebel is what it prints. Works with paper. It is quick.');
});

it('proposes nothing that holds where each query has words of its own', async () => {
  const words = ['lorbin', 'mastuk', 'norfel', 'pildra', 'rusket', 'tovmar'];
  const job = jobOf(Object.fromEntries(names.slice(0, 6).map((name, i) => [name, words[i] ?? ''])), 1);
  const { heldOut } = await chooseTexts(job);
  expect(heldOut.interval[0]).toBeLessThanOrEqual(0);
});

it('stops when it is cancelled', async () => {
  const job = jobOf({ 'no.such': 'zwiebel' }, 2);
  await expect(chooseTexts(job, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'cancelled' });
});
