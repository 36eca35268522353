import { describe, expect, it } from 'vitest';
import { Stems } from '#core/search/ranker/stem.ts';
import { ownGroups } from '#core/search/ranker/thesaurus/groups.ts';
import { Thesaurus } from '#core/search/ranker/thesaurus.ts';
import { porterStem } from '../../../integration/reference/porter-stem.ts';

describe('the thesaurus that Pegboard brings', () => {
  it('has groups of 2 to 14 members', () => {
    expect(ownGroups.length).toBeGreaterThan(250);
    for (const group of ownGroups) {
      expect(group.length, group.join(', ')).toBeGreaterThanOrEqual(2);
      expect(group.length, group.join(', ')).toBeLessThanOrEqual(14);
    }
  });

  it('has no word twice in a group, and no group twice', () => {
    const stems = new Stems();
    const keys = ownGroups.map((group) => {
      expect(new Set(group).size, group.join(', ')).toBe(group.length);
      return group
        .map((member) =>
          member
            .split(' ')
            .map((word) => stems.of(word))
            .join(' '),
        )
        .sort()
        .join(',');
    });
    expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([]);
  });

  it('is written in lower case letters and digits, one space between the words of a member', () => {
    for (const member of ownGroups.flat()) expect(member).toMatch(/^[a-z0-9]+( [a-z0-9]+){0,2}$/);
  });
});

describe('a thesaurus', () => {
  const thesaurus = new Thesaurus([
    ['ticket', 'issue'],
    ['pull request', 'PR'],
    ['検索', 'search'],
    ['issue', 'publish'],
  ]);
  const companions = (stem: string) => [...thesaurus.companions(stem).values()];

  it('finds the members of every group that has a word of the stem', () => {
    expect(companions('issu')).toEqual(['ticket', 'issue', 'publish']);
    expect(companions('nothing')).toEqual([]);
  });

  it('knows phrases by their stems, in any script', () => {
    expect(thesaurus.phrasesFrom('pull')).toEqual([['pull', 'request']]);
    expect(companions('pull request')).toContain('PR');
    expect(thesaurus.phrasesFrom('検')).toEqual([['検', '索']]);
  });
});

describe('stems', () => {
  it('are those of an independent implementation of Porter’s algorithm', () => {
    const stems = new Stems();
    const words = new Set(ownGroups.flat().flatMap((member) => member.split(' ')));
    const endings = ['s', 'ed', 'ing', 'ational', 'ization', 'fulness', 'ously', 'ement', 'able', 'ivity', 'ly', 'er'];
    for (const word of words) {
      for (const form of [word, ...endings.map((ending) => word + ending)]) {
        if (/^[a-z]{3,60}$/.test(form)) expect(stems.of(form), form).toBe(porterStem(form));
      }
    }
    expect(stems.of('zdjęcie')).toBe('zdjęcie');
  });
});
