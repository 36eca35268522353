import { expect, it } from 'vitest';
import { chooseTexts, type TextJob } from '#core/optimize/texts/choose-texts.ts';
import { demoWorkspace } from '../../../support/demo-catalog.ts';

const others = ['albor', 'brimel', 'dastor', 'fluven', 'gorpin', 'hestal', 'jumrik', 'kelvot'];

/** Queries in words that no definition has: each tool is asked for by a word of its own, beside a word that comes once. */
async function jobOf(askedBy: Readonly<Record<string, string>>, rounds: number): Promise<TextJob> {
  const { registry, file } = await demoWorkspace();
  const queries = Object.entries(askedBy).flatMap(([tool, word]) =>
    others.slice(0, rounds).map((other) => ({ query: `${word} the ${word.slice(0, 2)}${other}`, relevant: [[tool]] })),
  );
  const config = file.config.tool_search;
  return { tools: [...registry.values()], config, fts: 'detect', queries, most: 6, folds: 3, seed: 5 };
}

it('finds the words that several tools lack, together, and the gain holds for queries it did not see', async () => {
  const { registry } = await demoWorkspace();
  const [first = '', second = ''] = [...registry.keys()];
  const job = await jobOf({ [first]: 'zwiebel', [second]: 'quastel' }, 8);
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

it('proposes nothing that holds where each query has words of its own', async () => {
  const { registry } = await demoWorkspace();
  const names = [...registry.keys()].slice(0, 6);
  const words = ['lorbin', 'mastuk', 'norfel', 'pildra', 'rusket', 'tovmar'];
  const job = await jobOf(Object.fromEntries(names.map((name, i) => [name, words[i] ?? ''])), 1);
  const { heldOut } = await chooseTexts(job);
  expect(heldOut.interval[0]).toBeLessThanOrEqual(0);
});

it('stops when it is cancelled', async () => {
  const job = await jobOf({ 'no.such': 'zwiebel' }, 2);
  await expect(chooseTexts(job, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'cancelled' });
});
