import { describe, expect, it } from 'vitest';
import { readEvalTools } from '#core/evaluation/run-evaluation.ts';
import { buildRankerIndex } from '#core/search/ranker/build-index.ts';
import { explainRankerScore } from '#core/search/ranker/explain-score.ts';
import { defaultParameters } from '#core/search/ranker/parameters.ts';
import { prepareQuery } from '#core/search/ranker/prepare-query.ts';
import { rankTools } from '#core/search/ranker/rank.ts';
import { thesaurusWith } from '#core/search/ranker/thesaurus/groups.ts';
import { cosineOf, dotProduct, unitVector, vectorTable } from '#core/search/understanding/vectors/vector-table.ts';
import {
  readWordVectors,
  shippedWordVectors,
  writeWordVectors,
} from '#core/search/understanding/vectors/word-vectors.ts';
import { fullUnderstanding } from '#shared/domain/config.ts';
import { SeededRandom } from '../../../integration/reference/seeded-random.ts';

const catalog = {
  refund_payment: 'Refund a captured payment in full or in part to the card of the customer.',
  create_invoice: 'Create an invoice with line items and a due date.',
  delete_branch: 'Delete a branch of a git repository.',
  weather_forecast: 'Get the weather forecast for a city for the next days.',
  schedule_meeting: 'Schedule a meeting in the calendar and invite the attendees.',
};

async function indexOf(texts: Readonly<Record<string, string>>, meaning: boolean) {
  const lines = Object.entries(texts).map(([name, description]) => JSON.stringify({ name, description }));
  const tools = readEvalTools(lines.join('\n'), 'tools.jsonl');
  const understanding = { ...fullUnderstanding, meaning };
  return buildRankerIndex(tools, { parameters: defaultParameters, thesaurus: thesaurusWith([]), understanding });
}

async function search(query: string, { texts = catalog as Readonly<Record<string, string>>, meaning = true } = {}) {
  const index = await indexOf(texts, meaning);
  const prepared = prepareQuery(index, query);
  const scores = rankTools(index, prepared);
  const names = [...scores.tools].map((id, place) => ({
    name: index.tools[id]?.name ?? '',
    score: scores.scores[place] ?? 0,
  }));
  const found = names.sort((a, b) => b.score - a.score);
  const explain = (name: string) => explainRankerScore({ kind: 'pegboard', index, query: prepared, scores }, name);
  return { found, added: scores.meaning, explain };
}

function cosineOfTexts(a: string, b: string): number {
  const words = shippedWordVectors();
  const vector = (text: string) => {
    const rows = text.split(' ').map((word) => ({ row: words.rowOf(word, word), word, weight: 1 }));
    return unitVector(words.sumOf(rows.filter(({ row }) => row >= 0)));
  };
  return cosineOf(dotProduct(vector(a), vector(b)));
}

describe('word vectors', () => {
  it('bring together words that mean nearly the same', () => {
    expect(cosineOfTexts('refund', 'reimburse')).toBeGreaterThan(cosineOfTexts('refund', 'weather') + 0.15);
    expect(cosineOfTexts('meeting', 'appointment')).toBeGreaterThan(cosineOfTexts('meeting', 'invoice') + 0.15);
  });

  it('are read as they were written, and a damaged file is refused', () => {
    const table = {
      dimensions: 3,
      words: ['alpha', 'beta'],
      rows: Int8Array.of(1, -2, 3, 127, 0, -127),
      scales: Float32Array.of(0.5, 2),
      stems: new Map([['bet', 1]]),
    };
    const bytes = writeWordVectors(table);
    const read = readWordVectors(bytes);
    expect([read.rowOf('alpha', 'x'), read.rowOf('bets', 'bet'), read.rowOf('gamma', 'gamma')]).toEqual([0, 1, -1]);
    expect([...read.sumOf([{ row: 1, word: 'beta', weight: 2 }])]).toEqual([508, 0, -508]);
    expect(() => readWordVectors(bytes.subarray(0, bytes.length - 1))).toThrow('damaged');
    expect(() => readWordVectors(Buffer.from('PBV2 and more than a header'))).toThrow('damaged');
  });
});

describe('a table of vectors', () => {
  it('gives the same whole numbers with vector instructions as without', () => {
    const random = new SeededRandom(7);
    const vectors = Array.from({ length: 600 }, () => {
      return unitVector(Float64Array.from({ length: 20 }, () => random.next() - 0.5));
    });
    for (const asked of [vectors.slice(0, 1), vectors.slice(0, 5)]) {
      const all = Int16Array.from(vectors.flatMap((vector) => [...vector]));
      const fast = vectorTable(all, 20).dotProducts(asked);
      const plain = vectorTable(all.slice(0, 100 * 20), 20).dotProducts(asked);
      expect([...fast.subarray(0, 100)]).toEqual([...plain]);
      expect([...fast]).toEqual(vectors.map((vector) => Math.max(...asked.map((one) => dotProduct(vector, one)))));
      expect(cosineOf(fast[0] ?? 0)).toBeCloseTo(1, 3);
    }
  });
});

describe('the meaning of a query', () => {
  it('finds a tool that has no word of the query', async () => {
    const query = 'umbrella and raincoat';
    expect((await search(query, { meaning: false })).found).toEqual([]);
    expect((await search(query)).found[0]?.name).toBe('weather_forecast');
  });

  it('adds nothing where the words of a tool are sure', async () => {
    const query = 'delete branch';
    const { added, found } = await search(query);
    expect(added).toBeNull();
    expect(found).toEqual((await search(query, { meaning: false })).found);
  });

  it('says nothing of a query without a known word, and of a catalog in another language', async () => {
    expect((await search('qzxv wvqx')).added).toBeNull();
    const texts = {
      rechnung_anlegen: 'Legt für einen Kunden eine neue Rechnung mit Positionen und Fälligkeit an.',
      zweig_entfernen: 'Entfernt einen Zweig aus der Versionsverwaltung, falls niemand ihn mehr benötigt.',
    };
    expect((await search('reimburse the buyer', { texts })).added).toBeNull();
  });

  it('is explained: the parts add up, and the words it rests on are named', async () => {
    const { found, explain } = await search('give the buyer of yesterday the money back. It was a mistake');
    const { raw, meaning } = explain('refund_payment');
    expect(found[0]?.score).toBe(raw);
    if (!meaning) throw new Error('Meaning was asked.');
    const { words, top, whole, gain, cosine, bonus, because, asked } = meaning;
    expect(words + bonus).toBeCloseTo(raw, 9);
    expect(gain).toBeCloseTo(defaultParameters.meaning * (whole - top), 9);
    expect(bonus).toBeCloseTo(gain * cosine, 9);
    expect(asked).toMatch(/money back/);
    expect(because.map((pair) => pair.asked)).toContain('money');
    const shares = because.map(({ share }) => share);
    expect(shares).toEqual(shares.toSorted((a, b) => b - a));
  });

  it('is the same every time', async () => {
    const query = 'is it going to be wet outside tomorrow';
    expect((await search(query)).found).toEqual((await search(query)).found);
  });
});
