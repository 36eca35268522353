import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Candidate, candidateList, withoutAlwaysLoaded } from '#core/search/candidates.ts';
import { bestOf, compareOrder, orderKeys } from '#core/search/result-order.ts';
import { type CatalogTool, sideEffectsSchema } from '#shared/domain/tool.ts';

const aTool = (given: Partial<CatalogTool> = {}) =>
  ({ name: 'a.tool', namespace: 'a', side_effects: null, mode: 'deferred', ...given }) as CatalogTool;

describe('the order of results', () => {
  it('looks at the namespace as far as one is preferred', () => {
    const rankOf = (namespace: string | null) => orderKeys(aTool({ namespace }), 1, ['b', 'c']).namespace_rank;
    expect(['b', 'c', 'a', null].map(rankOf)).toEqual([0, 1, 2, 2]);
    expect(orderKeys(aTool({ side_effects: 'read' }), 0.5, [])).toEqual({
      ...{ score: 0.5, namespace_rank: 0, side_effects: 'read', side_effects_rank: 1, name_length: 6, name: 'a.tool' },
    });
  });

  it('goes by score, then namespace, side effects, length of the name, and the name (R3.23, R3.24, R3.25)', () => {
    const long = 'z'.repeat(9);
    const steps = [
      orderKeys(aTool({ namespace: 'c', name: long }), 2, ['b', 'a']),
      orderKeys(aTool({ namespace: 'b', name: long }), 1, ['b', 'a']),
      orderKeys(aTool({ namespace: 'a', name: long }), 1, ['b', 'a']),
      ...(['pure', 'read', 'write', 'external', 'stateful'] as const).map((side_effects, i) =>
        orderKeys(aTool({ namespace: i % 2 === 0 ? 'c' : null, side_effects, name: long.slice(i) }), 1, ['b', 'a']),
      ),
      ...['z', 'aa', 'ab'].map((name) => orderKeys(aTool({ namespace: 'c', name }), 1, ['b', 'a'])),
    ];
    for (const [i, one] of steps.entries())
      for (const [j, other] of steps.entries()) expect(Math.sign(compareOrder(one, other))).toBe(Math.sign(i - j));
  });

  const candidates = fc.array(
    fc.record({
      raw: fc.constantFrom(0, 0.5, 0.5 + 1e-12, 1, 2),
      namespace: fc.constantFrom('a', 'b', null),
      side_effects: fc.constantFrom(null, ...sideEffectsSchema.options),
      name: fc.constantFrom('x', 'y', 'xx', 'yy', 'zzz'),
    }),
    { maxLength: 12 },
  );

  it('has the best first, as many as are asked for, as if all were sorted', () => {
    fc.assert(
      fc.property(
        candidates,
        fc.integer({ min: 1, max: 6 }),
        fc.constantFrom([], ['b'], ['b', 'a']),
        (given, limit, preferredNamespaces) => {
          const list = given.map(
            ({ raw, ...tool }): Candidate => ({ tool: aTool(tool), score_raw: raw, raw: null, tier: null }),
          );
          // Raw scores that differ by less than a rounding come to one score.
          const scoreOf = (raw: number) => Math.round(raw * 1e6) / 1e6;
          const found = bestOf(candidateList(list), { limit, scoreOf, preferredNamespaces });
          const sorted = list
            .map(({ tool, score_raw }) => orderKeys(tool, scoreOf(score_raw), preferredNamespaces))
            .sort(compareOrder)
            .slice(0, limit);
          expect(found.map(({ order }) => order)).toEqual(sorted);
          for (const { candidate, order } of found) expect(candidate.tool.name).toBe(order.name);
        },
      ),
    );
  });
});

describe('matches that are always loaded', () => {
  const matches = [aTool(), aTool({ mode: 'always' }), aTool({ mode: 'always' })].map((tool) => ({ tool }));
  it('are left out and counted, unless they are asked for', () => {
    expect(withoutAlwaysLoaded(matches, { include_always_loaded: false })).toEqual({ kept: [matches[0]], excluded: 2 });
    expect(withoutAlwaysLoaded(matches, { include_always_loaded: true })).toEqual({ kept: matches, excluded: 0 });
  });
});
