import type { UsageRecord } from '#shared/domain/usage.ts';
import type { AnsweredCall } from '../../gateway/answer-call.ts';
import type { GatewayAnswer } from '../../gateway/host-dialogue.ts';
import { type CallOutcome, errorObservation, resultObservation } from '../../planner/run/observations.ts';

type Outcome = Exclude<CallOutcome['outcome'], 'paused' | 'awaits_approval' | 'invalid_reply'>;

/**
 * A call as a step of a run: what the model reads of the answer, and the tool of the catalog that ran, or that was named and did not run. `listed` is the
 * name that was called.
 */
export function readCall(listed: string, { answer, record }: AnsweredCall, maximumCharacters: number): CallOutcome {
  const { isError, value } = readAnswer(answer);
  const outcome = outcomeOf(record, isError);
  const observation = isError
    ? errorObservation(outcome, typeof value === 'string' ? value : JSON.stringify(value), maximumCharacters)
    : resultObservation(value, maximumCharacters);
  return { outcome, observation, tool: toolOf(listed, record), activated: null };
}

/** The value of an answer: what it says in structure, else its text, which is read where it is JSON so that it is not quoted twice. */
function readAnswer(answer: GatewayAnswer): { readonly isError: boolean; readonly value: unknown } {
  if (answer.kind === 'refusal') return { isError: true, value: answer.message };
  const { content, structuredContent, isError } = answer.result;
  const texts = (Array.isArray(content) ? content : []).flatMap(({ text }) => (typeof text === 'string' ? [text] : []));
  const text = texts.join('\n');
  if (isError === true) return { isError: true, value: text || 'The tool failed.' };
  return { isError: false, value: structuredContent ?? parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A call that the gateway refused before it came to a tool counts as one with wrong arguments: the tool did not run. */
function outcomeOf(record: UsageRecord | null, isError: boolean): Outcome {
  if (!isError) return 'result';
  if (record?.outcome === 'not_found') return 'tool_not_found';
  if (record === null || record.error === 'wrong_call_tool' || record.error === 'invalid_arguments')
    return 'invalid_arguments';
  return record.error === 'server_timeout' ? 'tool_timeout' : 'tool_failed';
}

function toolOf(listed: string, record: UsageRecord | null): string | null {
  if (record?.kind === 'call') return record.tool;
  // A search or a `tool_get`, also one whose arguments were wrong.
  return record !== null || listed === 'tool_search' || listed === 'tool_get' ? listed : null;
}
