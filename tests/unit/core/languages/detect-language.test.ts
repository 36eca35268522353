import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { quotedSpans } from '#core/search/ranker/query-terms.ts';
import { detectLanguage } from '#core/search/understanding/languages/detect-language.ts';
import { queryLanguageSchema } from '#shared/domain/query-language.ts';

const detect = (query: string) => detectLanguage(query, quotedSpans(query));
const fixture = (path: string) => readFileSync(join(import.meta.dirname, '../../../fixtures', path), 'utf8');

describe('the language of a query', () => {
  const queries = fixture('languages/queries.txt')
    .trimEnd()
    .split('\n')
    .map((line) => line.split(' | ') as [string, string]);

  it('is found for all of 150 queries but one at most', () => {
    expect(new Set(queries.map(([language]) => language))).toEqual(new Set(queryLanguageSchema.options));
    expect(queries).toHaveLength(150);
    expect(queries.filter(([language, query]) => detect(query) !== language).slice(1)).toEqual([]);
  });

  it('is English for what agents and people ask in English', () => {
    const english = fixture('understanding/dev.jsonl')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { query: string; language: string })
      .filter(({ language }) => language === 'en')
      .map(({ query }) => query);
    expect(english.length).toBeGreaterThan(50);
    expect(english.filter((query) => detect(query) !== null)).toEqual([]);
  });

  it.each([
    'Find me a hotel in Los Angeles',
    'Make a Spotify playlist.',
    'Reserve a table for me at Le Petit Café, tomorrow for afternoon tea.',
    'Create an AI-powered playlist.',
    'deploy to k8s',
    'naïve Bayes classifier for text',
    'archive the channel',
    'the weather in São Paulo',
    'what did detonating the sample 44d88612fea8a8f36de82e1278abb02f reveal?',
    'list of die casting machines',
    '',
    '🌦️ 123',
  ])('is not told from a loan, a name or an identifier: %j', (query) => {
    expect(detect(query)).toBeNull();
  });

  it('does not come from quoted text', () => {
    expect(detect('translate "Guten Morgen, wie geht es dir?" please')).toBeNull();
    expect(detect('search for 「請求書を作成する」 in my mail')).toBeNull();
    expect(detect('übersetze "good morning my friend"')).toBe('de');
  });

  it('is none for a language that no table has', () => {
    expect(detect('Tìm chuyến xe cho tôi từ Hà Nội')).toBeNull();
    expect(detect('มีฝนตกไหม')).toBeNull();
  });
});
