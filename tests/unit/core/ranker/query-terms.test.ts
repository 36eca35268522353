import { describe, expect, it } from 'vitest';
import { defaultParameters } from '#core/search/ranker/parameters.ts';
import { quotedSpans, readQuery } from '#core/search/ranker/query-terms.ts';
import { Stems } from '#core/search/ranker/stem.ts';
import { Thesaurus } from '#core/search/ranker/thesaurus.ts';
import { Tokenizer } from '#core/search/ranker/tokens.ts';

const reader = {
  parameters: defaultParameters,
  tokenizer: new Tokenizer(),
  stems: new Stems(),
  thesaurus: new Thesaurus([['pull request', 'pr']]),
  understanding: { languages: true },
};
const read = (query: string) => readQuery(query, reader);
const weightOf = (query: string, stem: string) => read(query).terms.find((term) => term.stem === stem)?.weight;

describe('the words of a query', () => {
  it('weigh nothing when they are function words, half when they put the request', () => {
    const { terms, ignored } = read('I want to list the issues');
    expect(terms.map(({ word, weight }) => [word, weight])).toEqual([
      ['want', 0.5],
      ['list', 1],
      ['issues', 1],
    ]);
    expect(ignored.map(({ word }) => word)).toEqual(['i', 'to', 'the']);
  });

  it('all count when there is nothing but function words', () => {
    expect(read('what is on now').terms.map(({ word, weight }) => [word, weight])).toEqual([
      ['what', 1],
      ['is', 1],
      ['on', 1],
      ['now', 1],
    ]);
  });

  it('come once a stem, and weigh more when they come again', () => {
    const { terms } = read('issue issues Issue');
    expect(terms).toMatchObject([{ word: 'issue', forms: ['issue', 'issues'], count: 3 }]);
    expect(terms[0]?.weight).toBeCloseTo(1 + 0.3 * Math.log(3), 12);
  });

  it.each([
    '"paris"',
    '“paris”',
    "'paris'",
    '`paris`',
    '{paris}',
    '<paris>',
    '[paris]',
    'https://x.org/paris',
    '/tmp/paris',
  ])('weigh less when they stand only in %s', (quoted) => {
    expect(weightOf(`weather in ${quoted}`, 'pari')).toBeCloseTo(0.4, 12);
    expect(weightOf(`weather in ${quoted}`, 'weather')).toBe(1);
    expect(weightOf(`paris weather in ${quoted}`, 'pari')).toBeCloseTo(1 + 0.3 * Math.log(2), 12);
  });

  it('are not quoted by apostrophes', () => {
    expect(quotedSpans("don't list the user's files")).toEqual([]);
  });

  it('pair with their neighbours when both count', () => {
    expect(read('open pull request of the repository').pairs).toEqual([
      ['open', 'pull'],
      ['pull', 'request'],
    ]);
    expect(read('天気 予報').pairs).toEqual([]);
  });

  it('know the phrases of the thesaurus that they are part of', () => {
    expect(read('all pull requests').terms.map(({ word, phrases }) => [word, phrases])).toEqual([
      ['pull', ['pull request']],
      ['requests', ['pull request']],
    ]);
  });

  it('are read up to 2,000 characters, and no pair of letters is cut in half', () => {
    const { terms } = read(`${'a'.repeat(10)} ${'😀'.repeat(994)}𝒳beyond`);
    expect(terms.map(({ word }) => word)).toEqual(['aaaaaaaaaa']);
  });

  it('take time in proportion to the text, whatever the text', () => {
    for (const piece of ['"', "'", '<', '{[', '“', 'a@', 'http://', ' /', '` `']) {
      expect(quotedSpans(piece.repeat(2000).slice(0, 2000)).length).toBeLessThan(2000);
    }
  });
});
