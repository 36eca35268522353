import { describe, expect, it } from 'vitest';
import { Stems } from '#core/search/ranker/stem.ts';
import { Thesaurus } from '#core/search/ranker/thesaurus.ts';

describe('a thesaurus', () => {
  const thesaurus = new Thesaurus([
    ['create', 'make', 'set up'],
    ['make', 'build'],
    ['set off', 'launch'],
    ['東京', 'tokyo'],
    ['…', 'set up'],
  ]);
  it('has the members of all groups of a word, by stem', () => {
    expect([...thesaurus.companions('make').values()].sort()).toEqual(['build', 'create', 'make', 'set up']);
    expect([...thesaurus.companions(new Stems().of('create')).values()].sort()).toEqual(['create', 'make', 'set up']);
    expect([...thesaurus.companions('set up').values()].sort()).toEqual(['create', 'make', 'set up']);
    expect(thesaurus.companions('other').size).toBe(0);
  });

  it('knows which phrases begin with a word, each once, and reads the characters of a CJK word alone', () => {
    expect(thesaurus.phrasesFrom('set')).toEqual([
      ['set', 'up'],
      ['set', 'off'],
    ]);
    expect(thesaurus.phrasesFrom('make')).toEqual([]);
    expect(thesaurus.phrasesFrom('東')).toEqual([['東', '京']]);
    expect([...thesaurus.companions('東 京').values()].sort()).toEqual(['tokyo', '東京']);
  });
});
