import { describe, expect, it } from 'vitest';
import { hostBudgets } from '#core/host-budgets/host-budgets.ts';
import {
  charactersOfToken,
  claudeCodeSkills,
  codexSkills,
  searchRule,
  toolCaps,
} from '#core/host-budgets/host-limits.ts';
import { claudeCodeListing, codexListing, pegboardListing } from '#core/host-budgets/skill-listings.ts';
import { testCatalog } from '../../../support/planner.ts';

const skill = (name: string, length: number) => ({ name, description: 'x'.repeat(length) });

describe('the skills that Claude Code lists', () => {
  it('have their whole description up to its limit, and one character more is cut', () => {
    const { description } = claudeCodeSkills;
    expect(claudeCodeListing([skill('a', description)], 1_000_000).listing).toMatchObject({ whole: 1, shortened: [] });
    expect(claudeCodeListing([skill('a', description + 1)], 1_000_000).listing).toMatchObject({
      whole: 0,
      shortened: [{ name: 'a', from: description + 1, to: description }],
    });
  });

  it('lose their descriptions, never their names, from one character over the budget on', () => {
    const window = 10_000;
    const budget = window * claudeCodeSkills.share * charactersOfToken;
    // "- a: …\n" has six characters beside the description.
    const exact = budget - 6 - '- b: y\n'.length;
    const listing = (length: number) =>
      claudeCodeListing([skill('a', length), { name: 'b', description: 'y' }], window).listing;
    expect(listing(exact)).toMatchObject({ budget, wanted: budget, used: budget, whole: 2, name_only: [] });
    expect(listing(exact + 1)).toMatchObject({ wanted: budget + 1, whole: 1, name_only: ['b'], omitted: [] });
  });
});

describe('the skills that Codex lists', () => {
  it('are shortened evenly first, and left out only when their names do not fit', () => {
    const { fallbackCharacters: budget } = codexSkills;
    const two = [skill('a', 1000), { name: 'b', description: 'short' }];
    expect(codexListing(two, null).listing).toMatchObject({ unit: 'characters', budget, whole: 2 });
    const many = Array.from({ length: 20 }, (_, i) => skill(`s${i}`, 500));
    const listing = codexListing(many, null).listing;
    expect(listing).toMatchObject({ whole: 0, name_only: [], omitted: [] });
    expect(listing.shortened).toHaveLength(20);
    expect(listing.used).toBeLessThanOrEqual(budget);
    expect(listing.used + 20).toBeGreaterThan(budget);
    // "- s0000\n" has eight characters.
    const names = (count: number) =>
      Array.from({ length: count }, (_, i) => skill(`s${String(i).padStart(4, '0')}`, 0));
    expect(codexListing(names(budget / 8), null).listing.omitted).toEqual([]);
    expect(codexListing(names(budget / 8 + 1), null).listing.omitted).toEqual(['s1000']);
  });

  it('have a budget in tokens of four bytes where the window is known', () => {
    expect(codexListing([skill('a', 9)], 200_000).listing).toMatchObject({
      unit: 'tokens',
      budget: 4_000,
      wanted: 4,
      used: 4,
    });
  });
});

it('our own directory lists so many skills, and no more', () => {
  expect(pegboardListing([skill('a', 1), skill('b', 1)], 2).listing.omitted).toEqual([]);
  expect(pegboardListing([skill('a', 1), skill('b', 1), skill('c', 1)], 2).listing.omitted).toEqual(['c']);
});

describe('what hosts take of tools', () => {
  const report = (count: number, contextWindow: number | null, tokens = 1) =>
    hostBudgets({
      tools: testCatalog(Array.from({ length: count }, (_, i) => ({ name: `t${String(i).padStart(3, '0')}` }))).catalog,
      skills: [],
      contextWindow,
      maximumEntries: 30,
      count: () => ({ estimate: 0, o200k: tokens }),
    });

  it('fits up to each cap; one more is cut, warned of or refused', () => {
    expect(toolCaps.map(({ cap }) => cap)).toEqual([40, 80, 128, 128]);
    for (const [i, { cap, effect }] of toolCaps.entries()) {
      expect(report(cap, null).tools[i]).toMatchObject({ effect: 'fits', cut: [] });
      const cut = effect === 'cut' ? [`t${String(cap).padStart(3, '0')}`] : [];
      expect(report(cap + 1, null).tools[i]).toMatchObject({ effect, cut });
    }
  });

  it('is worth a search by its share of the context window', () => {
    const verdict = (tokens: number) => report(1, 10_000, tokens).search.verdict;
    expect([99, 100, 499, 500].map(verdict)).toEqual(['load_all', 'consider', 'consider', 'search']);
    expect(searchRule).toMatchObject({ from: 0.01, to: 0.05 });
    expect(report(1, null).search).toMatchObject({ share: null, verdict: 'unknown' });
  });
});
