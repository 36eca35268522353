import { describe, expect, it } from 'vitest';
import type { GoldenSet } from '#shared/domain/golden-query.ts';
import { openProposals, typedFor } from '../../../src-renderer/features/use/golden-model.ts';

const proposal = (query: string) => ({ query, tool: 'a.b', source: 'a', count: 2, last_at: 1, rank: null });
const golden = (...queries: string[]): GoldenSet => ({
  files: [],
  queries: queries.map((query, i) => ({ file: 'evals/golden.jsonl', line: i + 1, query, relevant: [['a.b']] })),
  findings: [],
});

describe('golden queries from use', () => {
  it('leave out what was skipped and what is golden by now, and come back when that is undone', () => {
    const all = [proposal('one'), proposal('two'), proposal('three')];
    const open = (set: GoldenSet | null, ...skipped: string[]) =>
      openProposals(all, set, { skipped }).map(({ query }) => query);
    expect(open(golden(' two '), 'one')).toEqual(['three']);
    expect(open(golden(), 'one')).toEqual(['two', 'three']);
    expect(open(null)).toEqual(['one', 'two', 'three']);
  });

  it('take the words that were typed for this proposal, and for no other', () => {
    const typed = { of: 'one', text: 'uno' };
    expect(typedFor(proposal('one'), { typed })).toBe('uno');
    expect(typedFor(proposal('two'), { typed })).toBe('two');
    expect(typedFor(proposal('one'), { typed: null })).toBe('one');
  });
});
