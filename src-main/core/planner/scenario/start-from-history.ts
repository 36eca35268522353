import { type Finding, finding } from '#shared/domain/finding.ts';
import type { HistoryEntry } from '#shared/domain/history.ts';
import type { ScenarioTurn } from '#shared/domain/scenario.ts';
import { asRecord, jsonOf } from '../../history/history-reader.ts';
import { parseReply } from '../../history/parse-reply.ts';
import { searchText } from '../../history/search-return.ts';
import type { CompletionRequest, ModelClient, ModelMessage } from '../models/model-client.ts';
import { observationMessage } from '../run/observations.ts';

/** The start of a scenario: the earlier messages, and how many of its turns are played already. */
export interface Start {
  /** Messages of earlier turns. */
  readonly before: readonly ModelMessage[];
  /** Turns of the scenario that the history ends with. */
  readonly played: number;
  /** The last of those turns, when it was cut: its messages, and a reply whose call did not run. */
  readonly open: { readonly said: readonly ModelMessage[]; readonly pending: string | null } | null;
}

export const fromTheBeginning: Start = { before: [], played: 0, open: null };

/** The start of a scenario that continues a history (R18.01, R18.05). A turn belongs to the scenario when its query does. */
export function startFrom(entries: readonly HistoryEntry[], turns: readonly ScenarioTurn[], searchName: string): Start {
  const messages = plannerMessages(entries, searchName);
  const asked = messages.flatMap((message, at) => (isQuery(message) ? [at] : []));
  const played = overlap(
    asked.map((at) => messages[at]?.content ?? ''),
    turns.map(({ query }) => query),
  );
  const at = asked.at(-1);
  const said = at === undefined ? [] : messages.slice(at + 1);
  if (at === undefined || played === 0 || isAnswered(said)) return { before: messages, played, open: null };
  const last = said.at(-1);
  const pending = last?.role === 'assistant' ? last.content : null;
  return {
    before: messages.slice(0, at),
    played,
    open: { said: pending === null ? said : said.slice(0, -1), pending },
  };
}

/** The model of a run that was cut: first the reply whose call did not run, then whoever goes on. */
export function continuing(model: ModelClient, { pending }: NonNullable<Start['open']>): ModelClient {
  let next = pending;
  return {
    complete: (request: CompletionRequest) => {
      const reply = next;
      next = null;
      return reply === null ? model.complete(request) : Promise.resolve(reply);
    },
  };
}

/** Plays a script up to where a run was cut; a finding says where the history has another reply. */
export async function fastForward(
  model: ModelClient,
  before: readonly ModelMessage[],
  { said, pending }: NonNullable<Start['open']>,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const replies = pending === null ? said : [...said, { role: 'assistant' as const, content: pending }];
  for (const [i, message] of replies.entries()) {
    if (message.role !== 'assistant') continue;
    const reply = await model.complete({ messages: [...before, ...replies.slice(0, i)] });
    if (reply === message.content) continue;
    findings.push(
      finding('history_other_reply', {
        message: 'The reply in the history differs from the script here; the script continues after it.',
        path: 'history',
      }),
    );
  }
  return findings;
}

function isQuery({ role, content }: ModelMessage): boolean {
  return role === 'user' && !content.startsWith('Observation: ');
}

/** Whether a turn ended: its last message is an answer and not a call. */
function isAnswered(said: readonly ModelMessage[]): boolean {
  const last = said.at(-1);
  return last?.role === 'assistant' && !('action' in parseReply(last.content));
}

/** How many of the first turns a list of queries ends with. */
function overlap(asked: readonly string[], turns: readonly (string | undefined)[]): number {
  for (let count = Math.min(asked.length, turns.length); count > 0; count--) {
    const end = asked.slice(-count);
    if (end.every((query, i) => query === turns[i])) return count;
  }
  return 0;
}

/**
 * A history as an agent of ours reads it: calls as JSON, each with its observation after it. What such an agent said comes back
 * byte for byte.
 */
function plannerMessages(entries: readonly HistoryEntry[], searchName: string): ModelMessage[] {
  const answers = new Map(
    entries.flatMap((entry) =>
      entry.kind === 'result' || entry.kind === 'found' ? [[entry.call_id, entry] as const] : [],
    ),
  );
  const assistant = (content: string): ModelMessage => ({ role: 'assistant', content });
  return entries.flatMap((entry) => {
    if (entry.kind === 'user' || entry.kind === 'assistant') return [{ role: entry.kind, content: entry.text }];
    // A call is followed by its result.
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

/** The result of a call as an observation. */
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
