import { describe, expect, it } from 'vitest';
import type { UseRow } from '#shared/domain/use-report.ts';
import { matrixTools, sessionsOf } from '../../../src-renderer/features/use/pair-matrix.ts';
import { isFiltered, reportInput, rowsFilter, targetOf } from '../../../src-renderer/features/use/use-model.ts';
import { initialView, noFilters } from '../../../src-renderer/features/use/use-store.ts';

const now = Date.parse('2026-03-31T15:20:00Z');
const midnight = Date.parse('2026-03-31T00:00:00Z');
const dayMs = 86_400_000;

describe('the scope of the figures', () => {
  it('begins at a midnight, so that the figures stay the same for a day', () => {
    expect(reportInput(noFilters, now)).toEqual({ since: midnight - 30 * dayMs });
    expect(reportInput(noFilters, now + 3_600_000)).toEqual(reportInput(noFilters, now));
    expect(reportInput({ ...noFilters, period: 'all' }, now)).toEqual({});
  });

  it('asks for events without a client by the empty name', () => {
    const scope = { ...noFilters, period: 'all', origin: 'jsonl', source: 'shop', client: '' } as const;
    expect(reportInput(scope, now)).toEqual({ origins: ['jsonl'], source: 'shop', client: null });
    expect([isFiltered(noFilters), isFiltered(scope)]).toEqual([false, true]);
  });

  it('lists the events of a figure within the scope', () => {
    const view = { ...initialView, figure: { title: 'a', filter: { tool: 'a', ok: false } } };
    expect(rowsFilter(view, now)).toEqual({ since: midnight - 30 * dayMs, tool: 'a', ok: false });
  });
});

it('leads from a call to its tool, from a search to its query, and from an unknown name nowhere', () => {
  const row = (part: Partial<UseRow>) => ({ kind: 'call', tool: null, query: null, ...part }) as UseRow;
  expect(targetOf(row({ tool: 'a.b' }))).toEqual({ tool: 'a.b' });
  expect(targetOf(row({ kind: 'search', query: 'x', tool: null }))).toEqual({ query: 'x' });
  expect(targetOf(row({}))).toBeNull();
  expect(targetOf(null)).toBeNull();
});

it('draws the tools of the most frequent pairs once each', () => {
  const pair = (a: string, b: string) => ({ tools: [a, b] as [string, string], sessions: 1, of: 1 });
  const pairs = [pair('a', 'b'), pair('b', 'c'), pair('d', 'e')];
  expect(matrixTools(pairs, 4)).toEqual(['a', 'b', 'c', 'd']);
  expect([sessionsOf(pairs, 'c', 'b'), sessionsOf(pairs, 'a', 'c')]).toEqual([1, 0]);
});
