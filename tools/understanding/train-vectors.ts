import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeWordVectors } from '#core/search/understanding/vectors/word-vectors.ts';
import { installBeginnings, readBeginnings } from './vectors/beginnings.ts';
import { type Hits, leaveOut } from './vectors/leave-out.ts';
import { readCorpus } from './vectors/read-corpus.ts';
import { defaultTraining, trainVectors } from './vectors/train-vectors.ts';

/**
 * `npm run understanding:train`: trains the word vectors on the corpus beside this file and writes `understanding/vectors.bin`.
 * `--cache` is where the packages of the beginnings are installed, about 450 MB. `--folds 4` writes nothing: it trains without each
 * quarter of the domains in turn, and prints how often the right tool of the quarter came first and among the first five.
 */

const { values } = parseArgs({
  options: { cache: { type: 'string' }, folds: { type: 'string' }, out: { type: 'string' } },
});
const root = join(import.meta.dirname, '../..');
const cache = values.cache ?? join(root, 'node_modules/.cache/understanding/vectors');
const out = values.out ?? join(root, 'understanding/vectors.bin');
const corpus = readCorpus(join(import.meta.dirname, 'corpus'));
const say = (text: string) => process.stdout.write(`${text}\n`);

installBeginnings(cache);
say('Reading the beginnings …');
if (values.folds === undefined) {
  const beginnings = await readBeginnings(cache, { teacher: true });
  say(`Training on ${corpus.length} capabilities …`);
  const onEpoch = (epoch: number, loss: number) => say(`epoch ${epoch + 1}: loss ${loss.toFixed(3)}`);
  const table = trainVectors(beginnings, corpus, { ...defaultTraining, onEpoch });
  const bytes = writeWordVectors(table);
  writeFileSync(out, bytes);
  say(`Wrote ${table.words.length} words, ${(bytes.length / 1e6).toFixed(2)} MB, to ${out}`);
} else {
  await sayFolds(Number(values.folds));
}

/** What each part of the training is worth for domains that it did not see. */
async function sayFolds(folds: number): Promise<void> {
  const [glove, taught] = [
    await readBeginnings(cache, { teacher: false }),
    await readBeginnings(cache, { teacher: true }),
  ];
  for (let fold = 0; fold < folds; fold++) {
    const untrained = { ...defaultTraining, epochs: 0, folds, fold };
    const { words, meaning } = await leaveOut(glove, corpus, untrained);
    sayHits(`fold ${fold + 1}, words alone`, words);
    sayHits('  + GloVe', meaning);
    sayHits('  + the teacher', (await leaveOut(taught, corpus, untrained)).meaning);
    sayHits('  + our pairs', (await leaveOut(taught, corpus, { ...defaultTraining, folds, fold })).meaning);
  }
}

function sayHits(name: string, hits: Hits): void {
  const shares = [...hits].map(([style, { count, first, five }]) => {
    return `${style} ${(first / count).toFixed(3)}/${(five / count).toFixed(3)}`;
  });
  say(`${name}: ${shares.join(', ')}`);
}
