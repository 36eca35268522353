import type { Saving, SimulatedStep } from '#shared/domain/simulation.ts';
import type { Trace, TraceStep } from '#shared/domain/trace.ts';
import { addTokenCounts, type TokenCount } from '#shared/tokens.ts';
import { builtinCatalog } from '../builtin-catalog.ts';
import { observationMessage } from '../observations.ts';

const none: TokenCount = { estimate: 0, o200k: 0 };

interface TurnToCompare {
  readonly turn: number;
  /** The system prompt with every permitted tool. */
  readonly allTools: TokenCount;
  /** Steps of the same run in earlier turns. */
  readonly before: readonly TraceStep[];
  readonly count: (text: string) => TokenCount;
}

/**
 * The steps of a turn with what they would have sent with every permitted tool in the prompt: the same calls and answers, but
 * none of tool_search and tool_get, which nobody needs there.
 */
export function compareSteps({ steps }: Trace, { turn, allTools, before, count }: TurnToCompare): SimulatedStep[] {
  // A resumed run sends what it searched for before it paused, too.
  let discovery = before
    .filter(isDiscoveryCall)
    .map((step) => exchanged(step, count))
    .reduce(addTokenCounts, none);
  return steps.map((step) => {
    const isDiscovery = isDiscoveryCall(step);
    const messages = subtract(subtract(step.tokens, step.system_tokens), discovery);
    if (isDiscovery) discovery = addTokenCounts(discovery, exchanged(step, count));
    return { ...step, turn, all_tools_tokens: isDiscovery ? null : addTokenCounts(allTools, messages) };
  });
}

function isDiscoveryCall({ action }: TraceStep): boolean {
  return builtinCatalog.some(({ name }) => name === action?.next_node);
}

/** Totals over all steps by both estimators. */
export function totals(steps: readonly SimulatedStep[]): Record<keyof TokenCount, Saving> {
  const deferred = steps.map(({ tokens }) => tokens).reduce(addTokenCounts, none);
  const all = steps.map(({ all_tools_tokens }) => all_tools_tokens ?? none).reduce(addTokenCounts, none);
  const saving = (key: keyof TokenCount): Saving => ({
    all_tools: all[key],
    deferred: deferred[key],
    saving: all[key] === 0 ? 0 : Math.round((1 - deferred[key] / all[key]) * 10_000) / 10_000,
  });
  return { estimate: saving('estimate'), o200k: saving('o200k') };
}

/** What a step adds to the messages after it. */
function exchanged({ reply, observation }: TraceStep, count: (text: string) => TokenCount): TokenCount {
  return addTokenCounts(count(reply), observation === null ? none : count(observationMessage(observation)));
}

function subtract(left: TokenCount, right: TokenCount): TokenCount {
  return { estimate: left.estimate - right.estimate, o200k: left.o200k - right.o200k };
}
