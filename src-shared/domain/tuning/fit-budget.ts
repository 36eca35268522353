import { type BoardRules, type BoardTool, placeTools } from './board.ts';
import { type MovePlan, planMove } from './plan-move.ts';

/** A tool on the board with what taking it off saves. */
export interface DropCandidate {
  readonly name: string;
  /** In the unit of the budget: code points or tokens. */
  readonly size: number;
  /** How many golden queries name it as a right answer. */
  readonly wanted: number;
  /** How often MCP hosts used it. */
  readonly used: number;
}

/**
 * What to drop first: what no golden query wants, of that what hosts use least, and of that the most expensive. Equal ones are in the
 * order of their names.
 */
export function dropOrder(candidates: readonly DropCandidate[]): readonly DropCandidate[] {
  return candidates.toSorted(
    (left, right) =>
      left.wanted - right.wanted ||
      left.used - right.used ||
      right.size - left.size ||
      (left.name < right.name ? -1 : 1),
  );
}

export interface BudgetFit {
  /** Names of the tools to defer, in the order of `dropOrder`. */
  readonly dropped: readonly string[];
  /** What deferring them saves, and whether that is enough. */
  readonly freed: number;
  readonly fits: boolean;
  /** What deferring them writes; null when there is nothing to defer. */
  readonly plan: MovePlan | null;
}

/**
 * The tools to defer so that the prompt costs `excess` less: in the order of `dropOrder`, without those that turn out not to be needed. A
 * tool that no change of patterns can move alone stays on the board. Where everything that can go is not enough, all of that.
 */
export function fitBudget(
  tools: readonly BoardTool[],
  rules: BoardRules,
  { candidates, excess }: { readonly candidates: readonly DropCandidate[]; readonly excess: number },
): BudgetFit {
  if (excess <= 0 || !rules.tool_search.enabled) return { dropped: [], freed: 0, fits: excess <= 0, plan: null };
  const onBoard = new Set(placeTools(tools, rules).flatMap(({ tool, mode }) => (mode === 'always' ? [tool.name] : [])));
  const order = dropOrder(candidates.filter(({ name, size }) => onBoard.has(name) && size > 0));
  const moveOf = (chosen: readonly DropCandidate[]) =>
    planMove(tools, rules, { chosen: new Set(chosen.map(({ name }) => name)), to: 'deferred' });
  const chosen = needed(order, excess);
  const plan = chosen.length === 0 ? null : moveOf(chosen);
  if (plan?.refused !== 'shared_pattern') return fitOf(chosen, plan, excess);
  // Rare: a tool shares its pattern with a name that has a star. It is found by trying, and stays.
  const movable: DropCandidate[] = [];
  for (const candidate of order) {
    if (sizeOf(movable) >= excess) break;
    if (moveOf([...movable, candidate]).refused === null) movable.push(candidate);
  }
  const fewest = needed(movable, excess);
  const fewestPlan = moveOf(fewest);
  return fewestPlan.refused === null ? fitOf(fewest, fewestPlan, excess) : fitOf(movable, moveOf(movable), excess);
}

/** The first of the order that free enough, less those without which the others still do: the most wanted go back first. */
function needed(order: readonly DropCandidate[], excess: number): readonly DropCandidate[] {
  const taken: DropCandidate[] = [];
  let freed = 0;
  for (const candidate of order) {
    if (freed >= excess) break;
    taken.push(candidate);
    freed += candidate.size;
  }
  const back = new Set<DropCandidate>();
  for (const candidate of taken.toReversed()) {
    if (freed - candidate.size < excess) continue;
    freed -= candidate.size;
    back.add(candidate);
  }
  return taken.filter((candidate) => !back.has(candidate));
}

function fitOf(chosen: readonly DropCandidate[], plan: MovePlan | null, excess: number): BudgetFit {
  if (plan === null || plan.refused !== null) return { dropped: [], freed: 0, fits: false, plan };
  const freed = sizeOf(chosen);
  return { dropped: chosen.map(({ name }) => name), freed, fits: freed >= excess, plan };
}

function sizeOf(candidates: readonly DropCandidate[]): number {
  return candidates.reduce((sum, { size }) => sum + size, 0);
}
