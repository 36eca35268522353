import { describe, expect, it } from 'vitest';
import { Stems } from '#core/search/ranker/stem.ts';
import { readWordVectors, writeWordVectors } from '#core/search/understanding/vectors/word-vectors.ts';
import { seeded } from '../../../tools/understanding/vectors/linear.ts';
import { readDomain } from '../../../tools/understanding/vectors/read-corpus.ts';
import { defaultTraining, trainVectors } from '../../../tools/understanding/vectors/train-vectors.ts';

const corpus = readDomain(
  [
    ...['## refund_payment', 'Refund a payment to the card.', 't refund payment', 'w cash back for the buyer', ''],
    ...['## refund_order', 'Refund an order to the buyer.', 't refund order', 'w cash back for what came late'],
    ...['## weather_forecast', 'The weather forecast of a city.', 't weather', 'w will rain come down outside'],
    ...['## weather_alert', 'Alert of bad weather.', 't storm alert', 'w rain and hail outside', 'de Regen'],
  ].join('\n'),
  'test',
);
const words = 'refund payment card cash back buyer weather forecast city rain come outside alert storm order'.split(
  ' ',
);
const random = seeded(3);
const values = Float64Array.from({ length: words.length * 12 }, () => random() - 0.5);
const beginnings = { words, features: { columns: 12, values } };
const options = { ...defaultTraining, dimensions: 8, epochs: 30, dropout: 0 };

describe('the training of word vectors', () => {
  it('repeats to the byte', () => {
    const train = () => writeWordVectors(trainVectors(beginnings, corpus, options));
    expect(Buffer.compare(train(), train())).toBe(0);
    expect(
      Buffer.compare(train(), writeWordVectors(trainVectors(beginnings, corpus, { ...options, seed: 2 }))),
    ).not.toBe(0);
  });

  it('brings words together that ask for the same, and gives rows to words that the beginnings lack', () => {
    const nearer = (epochs: number) => {
      const vectors = readWordVectors(writeWordVectors(trainVectors(beginnings, corpus, { ...options, epochs })));
      const stems = new Stems();
      const sum = (text: string) =>
        vectors.sumOf(text.split(' ').map((word) => ({ row: vectors.rowOf(word, stems.of(word)), word, weight: 1 })));
      const product = (x: Float64Array, y: Float64Array) => x.reduce((total, one, i) => total + one * (y[i] ?? 0), 0);
      const cosine = (a: Float64Array, b: Float64Array) => product(a, b) / Math.sqrt(product(a, a) * product(b, b));
      const query = sum('cash back buyer');
      return cosine(query, sum('refund payment card')) - cosine(query, sum('weather forecast city'));
    };
    expect(nearer(30)).toBeGreaterThan(nearer(0) + 0.2);
    const trained = trainVectors(beginnings, corpus, options);
    expect(trained.words).toContain('for');
  });

  it('refuses a line that is neither a name nor a query', () => {
    expect(() => readDomain('## a\nDefinition.\nxx what', 'bad')).toThrow('bad.txt, line 3');
  });
});
