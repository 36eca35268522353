import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LoadingMode } from '#shared/domain/loading-mode.ts';
import { placeTools } from '#shared/domain/tuning/board.ts';
import { type DropCandidate, dropOrder, fitBudget } from '#shared/domain/tuning/fit-budget.ts';
import { namesOnBoard } from '../../../support/names-on-board.ts';

const tool = (name: string) => ({ name, upstream_name: name, source: 's', declared_mode: 'undeclared' as const });
const rulesOf = (patterns: readonly string[], mode: LoadingMode = 'deferred') => ({
  tool_search: { enabled: true, default_loading_mode: mode, always_loaded_patterns: [...patterns] },
  sources: new Map(),
  overlays: new Map(),
});
const candidate = (name: string, size: number, wanted = 0, used = 0): DropCandidate => ({ name, size, wanted, used });

const tools = ['a.big', 'a.small', 'a.wanted', 'b.other'].map(tool);
const candidates = [candidate('a.big', 90), candidate('a.small', 10), candidate('a.wanted', 200, 2)];

describe('fitting the prompt into a budget', () => {
  it('drops what nobody looks for first, and of that the most expensive', () => {
    expect(dropOrder(candidates).map(({ name }) => name)).toEqual(['a.big', 'a.small', 'a.wanted']);
    const fit = fitBudget(tools, rulesOf(['a.*']), { candidates, excess: 50 });
    expect(fit).toMatchObject({ dropped: ['a.big'], freed: 90, fits: true });
    expect(fit.plan).toMatchObject({ moved: ['a.big'], removed: ['a.*'] });
  });

  it('keeps what hosts use before what they do not, however expensive', () => {
    const order = dropOrder([candidate('a.big', 90, 0, 3), candidate('a.small', 10), candidate('b.other', 1, 1)]);
    expect(order.map(({ name }) => name)).toEqual(['a.small', 'a.big', 'b.other']);
  });

  it('gives back what turned out not to be needed', () => {
    // Only all three together free 250, and without the small one they still do.
    expect(fitBudget(tools, rulesOf(['a.*']), { candidates, excess: 250 })).toMatchObject({
      dropped: ['a.big', 'a.wanted'],
      freed: 290,
      fits: true,
    });
  });

  it('says when everything that can go is not enough, and proposes nothing within the budget or with search off', () => {
    expect(fitBudget(tools, rulesOf(['a.*']), { candidates, excess: 1000 })).toMatchObject({ freed: 300, fits: false });
    expect(fitBudget(tools, rulesOf(['a.*']), { candidates, excess: 0 })).toMatchObject({ dropped: [], fits: true });
    const rules = rulesOf(['a.*']);
    const off = { ...rules, tool_search: { ...rules.tool_search, enabled: false } };
    expect(fitBudget(tools, off, { candidates, excess: 50 })).toEqual({
      dropped: [],
      freed: 0,
      fits: false,
      plan: null,
    });
  });

  it('leaves a tool on the board that no pattern can move alone', () => {
    // Only `a.x*` keeps the tool whose name is `a.x*` on the board, and `a.x1` with it.
    const starred = ['a.x*', 'a.x1', 'c.z'].map(tool);
    const given = [candidate('a.x1', 500), candidate('c.z', 40)];
    const fit = fitBudget(starred, rulesOf(['a.x*', 'c.z']), { candidates: given, excess: 30 });
    expect(fit).toMatchObject({ dropped: ['c.z'], freed: 40, fits: true });
  });

  it('moves exactly what it names, enough of it, and none too many', () => {
    const anyName = fc.constantFrom('a', 'b', 'c').chain((space) => fc.nat(9).map((at) => `${space}.t${at}`));
    const anyTools = fc.uniqueArray(
      fc.record({ name: anyName, size: fc.nat(100), wanted: fc.nat(2), used: fc.nat(2) }),
      {
        selector: ({ name }) => name,
        minLength: 1,
        maxLength: 12,
      },
    );
    const anyPatterns = fc.subarray(['a.*', 'b.t1', '*', 'c.t*']);
    fc.assert(
      fc.property(anyTools, anyPatterns, fc.integer({ min: 1, max: 500 }), (given, patterns, excess) => {
        const all = given.map(({ name }) => tool(name));
        const rules = rulesOf(patterns);
        const fit = fitBudget(all, rules, { candidates: given, excess });
        const before = namesOnBoard(placeTools(all, rules));
        const size = (names: readonly string[]) =>
          given.filter(({ name }) => names.includes(name)).reduce((sum, one) => sum + one.size, 0);
        expect([...before]).toEqual(expect.arrayContaining([...fit.dropped]));
        expect(fit.freed).toBe(size(fit.dropped));
        expect(fit.fits).toBe(fit.freed >= excess);
        expect(new Set(fit.plan?.moved ?? [])).toEqual(new Set(fit.dropped));
        if (fit.fits) {
          for (const name of fit.dropped) expect(fit.freed - size([name])).toBeLessThan(excess);
        } else expect(fit.freed).toBe(size([...before]));
      }),
    );
  });
});
