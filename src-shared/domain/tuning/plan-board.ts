import type { ConfigChange } from '../config-edit.ts';
import type { LoadingMode } from '../loading-mode.ts';
import { type BoardRules, type BoardTool, placeTools } from './board.ts';
import { type MovePlan, patternsPath, planMove } from './plan-move.ts';

/** What makes a board of another: the changes, and the tools that no change can move. */
export interface BoardPlan {
  readonly changes: readonly ConfigChange[];
  readonly refused: readonly string[];
}

const defaultPath = ['tool_search', 'default_loading_mode'];

/**
 * The smallest change of the configuration after which exactly these tools are on the board: two moves, one to each side; or, where that
 * is shorter, `default_loading_mode: deferred` first. Tools that a move refuses stay where they are.
 */
export function planBoard(tools: readonly BoardTool[], rules: BoardRules, board: ReadonlySet<string>): BoardPlan {
  const direct = planFrom(tools, rules, board);
  if (rules.tool_search.default_loading_mode === 'deferred' || !rules.tool_search.enabled) return direct;
  const deferring = { ...rules, tool_search: { ...rules.tool_search, default_loading_mode: 'deferred' as const } };
  const rest = planFrom(tools, deferring, board);
  const other = { changes: [{ path: defaultPath, value: 'deferred' }, ...rest.changes], refused: rest.refused };
  return other.refused.length <= direct.refused.length && lengthOf(other) < lengthOf(direct) ? other : direct;
}

function planFrom(tools: readonly BoardTool[], rules: BoardRules, board: ReadonlySet<string>): BoardPlan {
  let state = { tools, rules };
  let changes: readonly ConfigChange[] = [];
  for (const to of ['deferred', 'always'] as const) {
    const chosen = new Set(tools.flatMap(({ name }) => (board.has(name) === (to === 'always') ? [name] : [])));
    const plan = movable(state, chosen, to);
    if (plan === null) continue;
    changes = [...changes.filter(({ path }) => !plan.changes.some((one) => samePath(one.path, path))), ...plan.changes];
    state = afterMove(state, plan);
  }
  const refused = placeTools(state.tools, state.rules).flatMap(({ tool, mode }) =>
    (mode === 'always') === board.has(tool.name) ? [] : [tool.name],
  );
  return { changes, refused };
}

interface State {
  readonly tools: readonly BoardTool[];
  readonly rules: BoardRules;
}

/** The move of all, or of those that can move where one cannot; null where there is nothing to move. */
function movable({ tools, rules }: State, chosen: ReadonlySet<string>, to: LoadingMode): MovePlan | null {
  const plan = planMove(tools, rules, { chosen, to });
  if (plan.refused === null) return plan;
  if (plan.refused !== 'shared_pattern') return null;
  // Rare: a tool shares its pattern with a name that has a star.
  const alone = [...chosen].filter((name) => planMove(tools, rules, { chosen: new Set([name]), to }).refused === null);
  const some = planMove(tools, rules, { chosen: new Set(alone), to });
  return some.refused === null ? some : null;
}

function afterMove({ tools, rules }: State, plan: MovePlan): State {
  const overlays = new Map(rules.overlays);
  for (const name of plan.declared) overlays.set(name, plan.to);
  for (const name of plan.undeclared) overlays.delete(name);
  const patterns = plan.changes.find(({ path }) => samePath(path, patternsPath))?.value as
    | readonly string[]
    | undefined;
  const declared = new Set(plan.declared);
  return {
    tools: tools.map((tool) => (declared.has(tool.name) ? { ...tool, declared_mode: plan.to } : tool)),
    rules: {
      ...rules,
      overlays,
      tool_search: { ...rules.tool_search, ...(patterns && { always_loaded_patterns: patterns }) },
    },
  };
}

function samePath(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((part, i) => part === b[i]);
}

/** Lines of the change, about: its fields and the entries of its lists. */
function lengthOf({ changes }: BoardPlan): number {
  return changes.reduce((sum, { value }) => sum + (Array.isArray(value) ? value.length : 1), 0);
}
