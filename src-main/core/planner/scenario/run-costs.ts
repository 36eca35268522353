import type { WorkspaceConfig } from '#shared/domain/config.ts';
import type { Saving, SimulatedStep, Simulation } from '#shared/domain/simulation.ts';
import type { TraceStep } from '#shared/domain/trace.ts';
import { addTokenCounts, type TokenCount } from '#shared/tokens.ts';
import { builtinCatalog } from '../../catalog/builtin-catalog.ts';
import { parseReply } from '../../history/parse-reply.ts';
import { countTextTokens } from '../../prompt/count-tokens.ts';
import type { ModelMessage } from '../models/model-client.ts';
import { cacheOffsets, cacheTotals } from '../prompt-cache/cache-offsets.ts';
import type { SentStep } from '../prompt-cache/sent-step.ts';
import { observationMessage } from '../run/observations.ts';
import type { PlayedTurn } from './play-turns.ts';
import { runTypeReport } from './run-types.ts';

const none: TokenCount = { estimate: 0, o200k: 0 };

type Count = (text: string) => TokenCount;

/**
 * What the turns cost: step by step beside the same with every permitted tool in the prompt, turn by turn, and in sum; and how far a
 * prompt cache could reach. `sent` is what each step was made of.
 */
export function runCosts(
  played: readonly PlayedTurn[],
  {
    sent,
    count,
    config,
  }: { readonly sent: readonly SentStep[]; readonly count: Count; readonly config: WorkspaceConfig },
): Pick<Simulation, 'steps' | 'turns' | 'tokens' | 'cache'> {
  const steps = played.flatMap((turn) => compareSteps(turn, count));
  // A request without a reply is not a step.
  const offsets = cacheOffsets(sent.slice(0, steps.length), { count, providers: config.providers });
  return {
    steps: steps.map((step, i) => ({ ...step, cache: offsets[i] ?? [] })),
    turns: played.map(({ turn, trace, allTools }) => ({
      turn,
      run_type: runTypeReport(trace, allTools),
      memory: trace.memory ?? null,
    })),
    tokens: totals(steps),
    cache: cacheTotals(offsets, config.planner.stable_prefix ? 'appended' : 'listed'),
  };
}

/** Counts each text once: a prompt is counted at every step. */
export function countsOnce(): (text: string) => TokenCount {
  const known = new Map<string, TokenCount>();
  return (text) => {
    const tokens = known.get(text) ?? countTextTokens(text);
    known.set(text, tokens);
    return tokens;
  };
}

function isDiscoveryTool(name: string | undefined): boolean {
  return name === 'pai_tool_search_tool' || builtinCatalog.some((tool) => tool.name === name);
}

/** Tokens of the searches in messages, with what they found. */
function discoveryIn(said: readonly ModelMessage[], count: Count): TokenCount {
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
function compareSteps(
  { trace, turn, said, before, allTools }: PlayedTurn,
  count: Count,
): Omit<SimulatedStep, 'cache'>[] {
  // A resumed run sends what it searched for before it paused, too.
  let discovery = before
    .filter(({ action }) => isDiscoveryTool(action?.next_node))
    .map((step) => exchanged(step, count))
    .reduce(addTokenCounts, discoveryIn(said, count));
  return trace.steps.map((step) => {
    const isDiscovery = isDiscoveryTool(step.action?.next_node);
    const own = subtract(step.tokens, step.system_tokens);
    const messages = subtract(subtract(own, step.appended_tokens ?? none), discovery);
    if (isDiscovery) discovery = addTokenCounts(discovery, exchanged(step, count));
    return { ...step, turn, all_tools_tokens: isDiscovery ? null : addTokenCounts(allTools, messages) };
  });
}

/** Totals over all steps by both estimators. */
function totals(steps: readonly Omit<SimulatedStep, 'cache'>[]): Record<keyof TokenCount, Saving> {
  const deferred = steps.map(({ tokens }) => tokens).reduce(addTokenCounts, none);
  const all = steps.map(({ all_tools_tokens }) => all_tools_tokens ?? none).reduce(addTokenCounts, none);
  const saving = (key: keyof TokenCount): Saving => ({
    all_tools: all[key],
    deferred: deferred[key],
    saving: all[key] === 0 ? 0 : Math.round((1 - deferred[key] / all[key]) * 10_000) / 10_000,
  });
  return { estimate: saving('estimate'), o200k: saving('o200k') };
}

/** The messages that a step adds. */
function exchanged({ reply, observation }: TraceStep, count: Count): TokenCount {
  return addTokenCounts(count(reply), observation === null ? none : count(observationMessage(observation)));
}

function subtract(left: TokenCount, right: TokenCount): TokenCount {
  return { estimate: left.estimate - right.estimate, o200k: left.o200k - right.o200k };
}
