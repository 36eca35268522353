import type { HistoryEntry } from '#shared/domain/history.ts';
import { asRecord, jsonOf } from '../../history/history-reader.ts';
import { parseReply } from '../../history/parse-reply.ts';
import { searchText } from '../../history/search-return.ts';
import type { ModelMessage } from '../models/model-client.ts';
import { observationMessage } from '../run/observations.ts';

/**
 * A history as an agent of ours reads it: calls as JSON, each with its observation after it. What such an agent said comes back
 * byte for byte.
 */
export function plannerMessages(entries: readonly HistoryEntry[], searchName: string): ModelMessage[] {
  const answers = new Map(
    entries.flatMap((entry) =>
      entry.kind === 'result' || entry.kind === 'found' ? [[entry.call_id, entry] as const] : [],
    ),
  );
  const assistant = (content: string): ModelMessage => ({ role: 'assistant', content });
  return entries.flatMap((entry) => {
    if (entry.kind === 'user' || entry.kind === 'assistant') return [{ role: entry.kind, content: entry.text }];
    // What came of a call is told with it.
    if (entry.kind === 'result' || entry.kind === 'found') return [];
    const action =
      entry.kind === 'call'
        ? { next_node: entry.name, args: entry.args }
        : { next_node: searchName, args: { query: searchText(entry.args) } };
    const answer = answers.get(entry.call_id);
    const call = assistant(entry.text && calls(entry.text, action.next_node) ? entry.text : JSON.stringify(action));
    return answer ? [call, { role: 'user', content: observationMessage(answerText(answer)) }] : [call];
  });
}

/** Whether a reply as it was written calls this tool: a search may have been recorded under another name. */
function calls(text: string, name: string): boolean {
  const parsed = parseReply(text);
  return 'action' in parsed && parsed.action.next_node === name;
}

/** What came of a call as an observation. */
function answerText(answer: Extract<HistoryEntry, { kind: 'result' | 'found' }>): string {
  if (answer.kind === 'result')
    return isObservation(answer.text) ? answer.text : JSON.stringify({ result: jsonValue(answer.text) });
  if (answer.text !== undefined) return answer.text;
  if (answer.error) return JSON.stringify({ error: answer.error });
  return JSON.stringify({ result: { tools: answer.tools } });
}

function isObservation(text: string): boolean {
  const record = asRecord(jsonOf(text));
  return record !== null && ['result', 'error', 'truncated'].some((key) => Object.hasOwn(record, key));
}

function jsonValue(text: string): unknown {
  return jsonOf(text) ?? text;
}
