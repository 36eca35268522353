import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { englishStyles, languageStyles, readCorpus } from '../../../tools/understanding/vectors/read-corpus.ts';

const corpus = readCorpus(join(import.meta.dirname, '../../../tools/understanding/corpus'));

function repeated(texts: readonly string[]): string[] {
  const seen = new Set<string>();
  return texts.filter((text) => seen.has(text) || !seen.add(text));
}

describe('the corpus of capabilities', () => {
  it('is large and spread over many domains', () => {
    expect(corpus.length).toBeGreaterThanOrEqual(3000);
    expect(new Set(corpus.map(({ domain }) => domain)).size).toBeGreaterThanOrEqual(60);
  });

  it('has no name twice in a domain, and no query twice', () => {
    expect(repeated(corpus.map(({ domain, name }) => `${domain}: ${name}`))).toEqual([]);
    expect(repeated(corpus.flatMap(({ queries }) => queries.map(({ text }) => text.toLowerCase())))).toEqual([]);
  });

  it('asks for each capability in several styles, and in all languages', () => {
    const bare = corpus.filter(({ queries }) => queries.length === 0).map(({ name }) => name);
    expect(bare).toEqual([]);
    const styles = new Map<string, number>();
    for (const { queries } of corpus) {
      for (const { style } of queries) styles.set(style, (styles.get(style) ?? 0) + 1);
    }
    for (const style of [...englishStyles, ...languageStyles]) expect(styles.get(style) ?? 0).toBeGreaterThan(50);
  });
});
