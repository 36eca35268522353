import { toolGetInputSchema, toolSearchInputSchema } from '#shared/domain/search-request.ts';
import type { UsageRecord } from '#shared/domain/usage.ts';
import { isPegboardError } from '#shared/errors.ts';
import { estimateTokens } from '#shared/tokens.ts';
import type { ToolFinder } from '../planner/permitted/tool-finder.ts';
import { callServedTool, type HostCall } from './call-tool.ts';
import { getAnswer } from './get-answer.ts';
import type { GatewayAnswer } from './host-dialogue.ts';
import { nearWordsIn } from './near-words.ts';
import { failure, readInput, said } from './own-answers.ts';
import { searchAnswer } from './search-answer.ts';
import type { AskServer } from './upstreams.ts';
import type { GatewayView } from './view.ts';

/** What answers the calls of one caller. */
export interface CallParts {
  readonly view: GatewayView;
  readonly finder: ToolFinder;
  readonly upstreams: AskServer;
  /** Milliseconds that only grow. */
  readonly stopwatch: () => number;
}

export interface AnsweredCall {
  readonly answer: GatewayAnswer;
  /** What the log keeps of it; null while the host is asked something, and for a search or a `tool_get` that failed. */
  readonly record: UsageRecord | null;
}

/** Answers a call of a tool of the list: our own search and get, else the tool that is called or named by a call tool. */
export async function answerCall(call: HostCall, parts: CallParts): Promise<AnsweredCall> {
  const { view, stopwatch, upstreams } = parts;
  if (view.mode === 'search' && call.name === 'tool_search') return answerSearch(call, parts);
  if (view.mode === 'search' && call.name === 'tool_get') return answerGet(call, parts);
  const start = stopwatch();
  const { answer, record, args } = await callServedTool(view, call, upstreams);
  if (!record) return { answer, record };
  const kept = view.config.gateway.log.arguments && args !== null;
  return {
    answer,
    record: {
      ...{ kind: 'call', ...record, through: record.tool === null ? '' : call.name },
      ...{ elapsed_ms: stopwatch() - start, tokens: tokensOfAnswer(answer) },
      arguments: kept ? JSON.stringify(args) : null,
      result: kept ? JSON.stringify(answer.kind === 'result' ? answer.result : answer) : null,
    },
  };
}

/** Tokens of an answer, by the estimate. */
export function tokensOfAnswer(answer: GatewayAnswer): UsageRecord['tokens'] {
  return estimateTokens(JSON.stringify(answer.kind === 'result' ? answer.result : answer.message));
}

async function answerSearch(call: HostCall, { view, finder, stopwatch }: CallParts): Promise<AnsweredCall> {
  const start = stopwatch();
  const input = readInput(toolSearchInputSchema, call.arguments);
  if ('problem' in input) return { answer: failure(input.problem), record: null };
  try {
    const { outcome, output, scope } = await finder.explain(view, input.value);
    const { text, strength } = searchAnswer(view, { outcome, output, nearWords: nearWordsIn(scope) });
    const { query, search_type, limit } = input.value;
    const hits = output.tools.map(({ name, score }) => ({ name, score }));
    return {
      answer: said(text),
      record: {
        ...{ kind: 'search', outcome: 'ok', error: null, query, search_type, limit, hits, strength },
        ...{ elapsed_ms: stopwatch() - start, tokens: estimateTokens(text) },
      },
    };
  } catch (error) {
    if (!isPegboardError(error)) throw error;
    return { answer: failure(view.gate.text(error.message)), record: null };
  }
}

async function answerGet(call: HostCall, { view, finder, stopwatch }: CallParts): Promise<AnsweredCall> {
  const start = stopwatch();
  const input = readInput(toolGetInputSchema, call.arguments);
  if ('problem' in input) return { answer: failure(input.problem), record: null };
  const { text, names } = await getAnswer(view, finder, input.value);
  return {
    answer: said(text),
    record: {
      ...{ kind: 'get', outcome: names.length > 0 ? 'ok' : 'not_found', error: null, names },
      ...{ elapsed_ms: stopwatch() - start, tokens: estimateTokens(text) },
    },
  };
}
