import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { DeclaredMode, LoadingMode } from '#shared/domain/loading-mode.ts';
import { type BoardRules, type BoardTool, placeTools } from '#shared/domain/tuning/board.ts';
import { type BoardPlan, planBoard } from '#shared/domain/tuning/plan-board.ts';
import { namesOnBoard } from '../../../support/names-on-board.ts';

const rulesOf = (default_loading_mode: LoadingMode, patterns: readonly string[] = []): BoardRules => ({
  tool_search: { enabled: true, default_loading_mode, always_loaded_patterns: patterns },
  sources: new Map([['src', { name: 'src' }]]),
  overlays: new Map(),
});

const toolsOf = (names: readonly string[]): BoardTool[] =>
  names.map((name) => ({ name, upstream_name: name, source: 'src', declared_mode: 'undeclared' }));

/** Which tools are on the board when the changes are written. */
function boardAfter(tools: readonly BoardTool[], rules: BoardRules, { changes }: BoardPlan): Set<string> {
  const valueAt = (path: string) => changes.find((change) => change.path.join('.') === path)?.value;
  const declared = new Map(
    changes.filter(({ path }) => path[0] === 'overlays').map(({ path, value }) => [path[1], value]),
  );
  const next = tools.map((tool) => ({
    ...tool,
    declared_mode: (declared.get(tool.name) ?? tool.declared_mode) as DeclaredMode,
  }));
  return namesOnBoard(
    placeTools(next, {
      ...rules,
      tool_search: {
        ...rules.tool_search,
        default_loading_mode: (valueAt('tool_search.default_loading_mode') ??
          rules.tool_search.default_loading_mode) as LoadingMode,
        always_loaded_patterns: (valueAt('tool_search.always_loaded_patterns') ??
          rules.tool_search.always_loaded_patterns) as string[],
      },
    }),
  );
}

const shop = toolsOf(['shop.get_order', 'shop.get_price', 'shop.list', 'shop.refund', 'mail.send', 'mail.read']);

it('makes exactly the board that is asked for, from any board', () => {
  const names = fc.uniqueArray(fc.stringMatching(/^[ab]\.[ab]{1,2}(_[ab])?$/), { minLength: 1, maxLength: 12 });
  const patterns = fc.array(fc.constantFrom('a.*', 'b.*', 'a.a*', '*', 'b.b'), { maxLength: 3 });
  const picks = fc.array(fc.boolean(), { minLength: 12, maxLength: 12 });
  fc.assert(
    fc.property(names, patterns, picks, fc.constantFrom('always', 'deferred'), (given, already, chosen, mode) => {
      const tools = toolsOf(given);
      const rules = rulesOf(mode as LoadingMode, already);
      const board = new Set(given.filter((_, i) => chosen[i]));
      const plan = planBoard(tools, rules, board);
      expect(plan.refused).toEqual([]);
      expect(boardAfter(tools, rules, plan)).toEqual(board);
    }),
    { numRuns: 500 },
  );
});

it('changes the patterns once where tools go to both sides, and nothing where the board is the same', () => {
  const rules = rulesOf('deferred', ['mail.*']);
  const plan = planBoard(shop, rules, new Set(['shop.list', 'mail.read']));
  expect(plan.changes).toEqual([
    { path: ['tool_search', 'always_loaded_patterns'], value: ['mail.read', 'shop.list'] },
  ]);
  expect(planBoard(shop, rules, new Set(['mail.send', 'mail.read'])).changes).toEqual([]);
});

it('defers by default where that is shorter than deferring each tool', () => {
  const plan = planBoard(shop, rulesOf('always'), new Set(['shop.list']));
  expect(plan.changes).toEqual([
    { path: ['tool_search', 'default_loading_mode'], value: 'deferred' },
    { path: ['tool_search', 'always_loaded_patterns'], value: ['shop.list'] },
  ]);
  expect(planBoard(shop, rulesOf('always'), new Set(shop.slice(1).map(({ name }) => name))).changes).toEqual([
    { path: ['overlays', 'shop.get_order', 'loading_mode'], value: 'deferred' },
  ]);
});
