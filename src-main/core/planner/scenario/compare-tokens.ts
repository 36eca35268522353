import type { Saving, SimulatedStep } from '#shared/domain/simulation.ts';
import type { Trace, TraceStep } from '#shared/domain/trace.ts';
import { addTokenCounts, type TokenCount } from '#shared/tokens.ts';
import { builtinCatalog } from '../../catalog/builtin-catalog.ts';
import { parseReply } from '../../history/parse-reply.ts';
import type { ModelMessage } from '../model-client.ts';
import { observationMessage } from '../observations.ts';

const none: TokenCount = { estimate: 0, o200k: 0 };

interface CompareOptions {
  readonly turn: number;
  /** What was said before the first step. */
  readonly said: readonly ModelMessage[];
  /** Steps of the same run in the turns before. */
  readonly before: readonly TraceStep[];
  readonly allTools: TokenCount;
  readonly count: (text: string) => TokenCount;
}

function isDiscoveryTool(name: string | undefined): boolean {
  return name === 'pai_tool_search_tool' || builtinCatalog.some((tool) => tool.name === name);
}

/** Tokens of the searches in messages, with what they found. */
function discoveryIn(said: readonly ModelMessage[], count: (text: string) => TokenCount): TokenCount {
  return said
    .filter((message, i) => isSearch(message) || isSearch(said[i - 1]))
    .map(({ content }) => count(content))
    .reduce(addTokenCounts, none);
}

function isSearch(message: ModelMessage | undefined): boolean {
  if (message?.role !== 'assistant') return false;
  const parsed = parseReply(message.content);
  return 'action' in parsed && isDiscoveryTool(parsed.action.next_node);
}

/**
 * The steps of a turn with what they would have sent with every permitted tool in the prompt: the same calls and answers, but
 * none of tool_search and tool_get, which nobody needs there.
 */
export function compareSteps(
  { steps }: Trace,
  { turn, said, before, allTools, count }: CompareOptions,
): Omit<SimulatedStep, 'cache'>[] {
  // A resumed run sends what it searched for before it paused, too.
  let discovery = before
    .filter(({ action }) => isDiscoveryTool(action?.next_node))
    .map((step) => exchanged(step, count))
    .reduce(addTokenCounts, discoveryIn(said, count));
  return steps.map((step) => {
    const isDiscovery = isDiscoveryTool(step.action?.next_node);
    const own = subtract(step.tokens, step.system_tokens);
    const messages = subtract(subtract(own, step.appended_tokens ?? none), discovery);
    if (isDiscovery) discovery = addTokenCounts(discovery, exchanged(step, count));
    return { ...step, turn, all_tools_tokens: isDiscovery ? null : addTokenCounts(allTools, messages) };
  });
}

/** Totals over all steps by both estimators. */
export function totals(steps: readonly Omit<SimulatedStep, 'cache'>[]): Record<keyof TokenCount, Saving> {
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
