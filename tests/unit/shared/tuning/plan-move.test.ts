import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DeclaredMode, LoadingMode } from '#shared/domain/loading-mode.ts';
import { type BoardRules, type BoardTool, placeTools } from '#shared/domain/tuning/board.ts';
import { type MovePlan, planMove } from '#shared/domain/tuning/plan-move.ts';
import { namesOnBoard } from '../../../support/names-on-board.ts';

const tool = (name: string, declared_mode: DeclaredMode = 'undeclared'): BoardTool => ({
  name,
  upstream_name: name,
  source: 'src',
  declared_mode,
});

const rulesOf = (over: {
  patterns?: readonly string[];
  mode?: LoadingMode;
  overlays?: Readonly<Record<string, LoadingMode>>;
  enabled?: boolean;
}): BoardRules => ({
  tool_search: {
    enabled: over.enabled ?? true,
    default_loading_mode: over.mode ?? 'deferred',
    always_loaded_patterns: over.patterns ?? [],
  },
  sources: new Map([['src', { name: 'src' }]]),
  overlays: new Map(Object.entries(over.overlays ?? {})),
});

/** Which tools are on the board when the plan was written. */
function boardAfter(tools: readonly BoardTool[], rules: BoardRules, plan: MovePlan): Set<string> {
  const patterns = plan.changes.find(({ path }) => path.join('.') === 'tool_search.always_loaded_patterns')?.value;
  const declared = new Map(
    plan.changes
      .filter(({ path }) => path[0] === 'overlays')
      .map(({ path, value }) => [path[1], (value ?? 'undeclared') as DeclaredMode]),
  );
  const tool_search = { ...rules.tool_search, ...(patterns ? { always_loaded_patterns: patterns as string[] } : {}) };
  const next = tools.map((one) => ({ ...one, declared_mode: declared.get(one.name) ?? one.declared_mode }));
  return namesOnBoard(placeTools(next, { ...rules, tool_search }));
}

const shop = ['shop.get_order', 'shop.get_price', 'shop.list', 'shop.refund', 'mail.send'].map((name) => tool(name));
const patternsIn = (plan: MovePlan) => plan.changes.find(({ path }) => path[0] === 'tool_search')?.value;

describe('moving tools between board and drawers', () => {
  it('adds the pattern that matches the chosen tools and nothing else, at the end of a word', () => {
    const chosen = new Set(['shop.get_order', 'shop.get_price']);
    const plan = planMove(shop, rulesOf({ patterns: ['tasks.*'] }), { chosen, to: 'always' });
    expect(plan.added).toEqual(['shop.get_*']);
    expect(patternsIn(plan)).toEqual(['tasks.*', 'shop.get_*']);
    expect(plan.declared).toEqual([]);
  });

  it('names one tool whole, and a namespace by its dot', () => {
    const one = planMove(shop, rulesOf({}), { chosen: new Set(['shop.get_order']), to: 'always' });
    expect(one.added).toEqual(['shop.get_order']);
    const all = new Set(shop.map(({ name }) => name).filter((name) => name.startsWith('shop.')));
    expect(planMove(shop, rulesOf({}), { chosen: all, to: 'always' }).added).toEqual(['shop.*']);
  });

  it('sets the mode of a tool that an overlay put into a drawer, so that no pattern overrides it', () => {
    const tools = [...shop.slice(0, 4), tool('mail.send', 'deferred')];
    const rules = rulesOf({ overlays: { 'mail.send': 'deferred' } });
    const plan = planMove(tools, rules, { chosen: new Set(['mail.send']), to: 'always' });
    expect(plan.changes).toEqual([{ path: ['overlays', 'mail.send', 'loading_mode'], value: 'always' }]);
  });

  it('sets the mode where a star in the name would match others', () => {
    const tools = [tool('a.*'), tool('a.b')];
    const plan = planMove(tools, rulesOf({}), { chosen: new Set(['a.*']), to: 'always' });
    expect([plan.added, plan.declared]).toEqual([[], ['a.*']]);
  });

  it('takes a pattern out that matches chosen tools only', () => {
    const rules = rulesOf({ patterns: ['tasks.*', 'mail.*'] });
    const plan = planMove(shop, rules, { chosen: new Set(['mail.send']), to: 'deferred' });
    expect([plan.removed, plan.added, plan.declared]).toEqual([['mail.*'], [], []]);
    expect(patternsIn(plan)).toEqual(['tasks.*']);
  });

  it('replaces a pattern by narrower ones that keep its other tools, in its place', () => {
    const rules = rulesOf({ patterns: ['a.*', 'shop.*', 'z.*'] });
    const plan = planMove(shop, rules, { chosen: new Set(['shop.refund']), to: 'deferred' });
    expect(patternsIn(plan)).toEqual(['a.*', 'shop.get_*', 'shop.list', 'z.*']);
  });

  it('declares a tool deferred that a default keeps on the board', () => {
    const plan = planMove(shop, rulesOf({ mode: 'always' }), { chosen: new Set(['mail.send']), to: 'deferred' });
    expect(plan.changes).toEqual([{ path: ['overlays', 'mail.send', 'loading_mode'], value: 'deferred' }]);
  });

  it('says why nothing can move', () => {
    const chosen = new Set(['mail.send']);
    expect(planMove(shop, rulesOf({ enabled: false }), { chosen, to: 'deferred' }).refused).toBe('search_off');
    expect(planMove(shop, rulesOf({}), { chosen, to: 'deferred' }).refused).toBe('nothing_to_move');
    const many = Array.from({ length: 10_001 }, (_, i) => tool(`t.${i}`));
    const all = new Set(many.map(({ name }) => name));
    expect(planMove(many, rulesOf({ mode: 'always' }), { chosen: all, to: 'deferred' }).refused).toBe('too_many');
    const stars = [tool('a.*'), tool('a.b')];
    const move = { chosen: new Set(['a.b']), to: 'deferred' } as const;
    expect(planMove(stars, rulesOf({ patterns: ['a.*'] }), move).refused).toBe('shared_pattern');
  });

  it('moves the chosen tools and no other, whatever the rules say', () => {
    const name = fc
      .array(fc.constantFrom('a', 'b', '.', '_', '*', '😀'), { minLength: 1, maxLength: 5 })
      .map((parts) => parts.join(''));
    const mode = fc.constantFrom('always' as const, 'deferred' as const);
    const world = fc.record({
      tools: fc.uniqueArray(
        fc.record({ name, declared: fc.option(mode), overlaid: fc.boolean(), chosen: fc.boolean() }),
        { minLength: 1, maxLength: 14, selector: (one) => one.name },
      ),
      patterns: fc.uniqueArray(name, { maxLength: 4 }),
      mode,
      to: mode,
    });
    fc.assert(
      fc.property(world, (given) => {
        const tools = given.tools.map((one) => tool(one.name, one.declared ?? 'undeclared'));
        const overlays = Object.fromEntries(
          given.tools.flatMap((one) => (one.overlaid && one.declared ? [[one.name, one.declared]] : [])),
        );
        const rules = rulesOf({ patterns: given.patterns, mode: given.mode, overlays });
        const chosen = new Set(given.tools.filter((one) => one.chosen).map((one) => one.name));
        const before = namesOnBoard(placeTools(tools, rules));
        const plan = planMove(tools, rules, { chosen, to: given.to });
        const after = boardAfter(tools, rules, plan);
        const expected = tools
          .map((one) => one.name)
          .filter((one) => (plan.refused === null && chosen.has(one) ? given.to === 'always' : before.has(one)));
        expect([...after].toSorted()).toEqual(expected.toSorted());
      }),
      { numRuns: 500 },
    );
  });
});
