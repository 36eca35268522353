import type { Finding } from '#shared/domain/finding.ts';
import { type History, historyOf } from '#shared/domain/history.ts';
import { PegboardError } from '#shared/errors.ts';
import { parseJson } from '#shared/text/parse-json.ts';
import { asRecord, HistoryReader, type ToCatalogName } from './history-reader.ts';
import { readAnthropicBlocks } from './read-anthropic.ts';
import { readChatMessage } from './read-chat.ts';
import { readOwnEntry, readTrace } from './read-own.ts';
import { readResponsesItem } from './read-responses.ts';

/** Largest file of messages that is read, bytes. */
export const maximumHistoryBytes = 16 * 1024 * 1024;

/** Most messages that are read; the others are left out and reported. */
const maximumMessages = 20_000;

/** What a file of messages may hold. */
export const historyHint =
  'Give a list of messages, a request with messages or input, a response, a trace, or a history of Pegboard.';

/** A history as read, and what of it could not be. */
export interface ReadHistory {
  readonly history: History;
  readonly findings: readonly Finding[];
}

/**
 * Reads messages of any of these into the one record (R18.19): ours, a trace or a simulation of ours, requests and responses of
 * Anthropic and OpenAI, or a list that mixes them. What is malformed is skipped, with a finding (R18.06). `toName` gives the name
 * in the catalog for one as it was sent. Errors: `invalid_json`, `history_invalid`.
 */
export function readHistory(text: string, path: string, toName: ToCatalogName): ReadHistory {
  return readHistoryValue(parseJson(text, path, { hint: historyHint }), path, toName);
}

/** The same for a value. */
export function readHistoryValue(value: unknown, path: string, toName: ToCatalogName): ReadHistory {
  const items = itemsOf(value);
  if (!items) {
    throw new PegboardError('history_invalid', `${path} holds no messages.`, {
      hint: historyHint,
    });
  }
  const reader = new HistoryReader(path, toName);
  for (const [i, item] of items.slice(0, maximumMessages).entries()) readItem(item, `messages[${i}]`, reader);
  if (items.length > maximumMessages) {
    reader.skip('', `there are ${items.length} messages; the first ${maximumMessages} are read`);
  }
  return { history: historyOf(reader.entries), findings: reader.findings };
}

/** The messages of a document, whatever holds them; null when nothing does. */
function itemsOf(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  const record = asRecord(value);
  if (!record) return null;
  for (const key of ['entries', 'messages', 'input', 'traces']) {
    const list = record[key];
    if (Array.isArray(list)) return list;
  }
  const isOne = ['steps', 'output', 'choices', 'content'].some((key) => Array.isArray(record[key]));
  return isOne ? [record] : null;
}

function readItem(item: unknown, at: string, reader: HistoryReader): undefined {
  const record = asRecord(item);
  if (!record) return reader.skip(at, 'it is not an object');
  const { type, role, content, output, choices, steps, kind } = record;
  if (typeof kind === 'string') return readOwnEntry(record, at, reader);
  if (Array.isArray(steps)) return readTrace(record, at, reader);
  if (Array.isArray(output) && typeof type !== 'string') {
    for (const [i, inner] of output.entries()) readItem(inner, `${at}.output[${i}]`, reader);
    return;
  }
  if (Array.isArray(choices)) return readItem(asRecord(choices[0])?.message, `${at}.choices[0].message`, reader);
  // A response of Anthropic is a message whose type says so; items of OpenAI have types of their own.
  if (typeof type === 'string' && !(type === 'message' && typeof role === 'string')) {
    return readResponsesItem(record, at, reader);
  }
  if (typeof role !== 'string') return reader.skip(at, 'it has neither a role nor a type that is known');
  if (Array.isArray(content)) return readAnthropicBlocks(role, content, at, reader);
  return readChatMessage(record, at, reader);
}
