import type { HistoryEntry } from '#shared/domain/history.ts';
import type { NativeSearch } from '#shared/domain/payload.ts';
import { searchText } from '../../history/search-return.ts';
import { fallbackSearchResult } from '../fallback-search.ts';
import type { LayoutInput } from '../payload-input.ts';
import { sentNameOf } from '../sent-name-of.ts';
import { anthropicSearchNames } from './format.ts';

interface Message {
  readonly role: 'user' | 'assistant';
  readonly content: Record<string, unknown>[];
}

/** Codes of the error of a search; any other is sent as `unavailable`. */
const errorCodes = new Set(['invalid_tool_input', 'unavailable', 'too_many_requests', 'execution_time_exceeded']);

/**
 * A history as messages of Anthropic. Where the provider searches, every search is one of its own, whoever made it; else it is a
 * call of our tool. One message a role in turn, as the API wants it.
 */
export function anthropicMessages(input: LayoutInput, search: NativeSearch): readonly Message[] {
  const messages: Message[] = [];
  for (const entry of input.history) {
    const [role, block] = blockOf(entry, input, search);
    const last = messages.at(-1);
    if (last?.role === role) last.content.push(block);
    else messages.push({ role, content: [block] });
  }
  return messages;
}

function blockOf(
  entry: HistoryEntry,
  input: LayoutInput,
  search: NativeSearch,
): readonly [Message['role'], Record<string, unknown>] {
  switch (entry.kind) {
    case 'user':
    case 'assistant':
      return [entry.kind, { type: 'text', text: entry.text }];
    case 'call':
      return [
        'assistant',
        { type: 'tool_use', id: entry.call_id, name: sentNameOf(entry.name, input), input: entry.args },
      ];
    case 'result':
      return [
        'user',
        {
          type: 'tool_result',
          tool_use_id: entry.call_id,
          content: entry.text,
          ...(entry.is_error ? { is_error: true } : {}),
        },
      ];
    case 'search':
      return ['assistant', input.native ? nativeCall(entry, search) : ownCall(entry, input)];
    case 'found':
      return input.native ? ['assistant', nativeResult(entry, input)] : ['user', ownResult(entry, input)];
  }
}

type Search = Extract<HistoryEntry, { kind: 'search' }>;
type Found = Extract<HistoryEntry, { kind: 'found' }>;

function nativeCall({ call_id, args }: Search, search: NativeSearch): Record<string, unknown> {
  const key = search === 'bm25' ? 'query' : 'pattern';
  return {
    type: 'server_tool_use',
    id: serverId(call_id),
    name: anthropicSearchNames[search],
    input: { [key]: searchText(args) },
  };
}

function nativeResult({ call_id, tools, error }: Found, input: LayoutInput): Record<string, unknown> {
  const content = error
    ? {
        type: 'tool_search_tool_result_error',
        error_code: errorCodes.has(error.code) ? error.code : 'unavailable',
        ...(error.message === null ? {} : { error_message: error.message }),
      }
    : {
        type: 'tool_search_tool_search_result',
        tool_references: tools.map(({ name }) => ({ type: 'tool_reference', tool_name: sentNameOf(name, input) })),
      };
  return { type: 'tool_search_tool_result', tool_use_id: serverId(call_id), content };
}

/** Ids of searches that ran at the provider begin so; the API refuses others. */
function serverId(id: string): string {
  return id.startsWith('srvtoolu_') ? id : `srvtoolu_${id.replace(/[^a-zA-Z0-9_]/g, '_')}`;
}

function ownCall({ call_id, args }: Search, input: LayoutInput): Record<string, unknown> {
  return { type: 'tool_use', id: call_id, name: input.searchName, input: { query: searchText(args) } };
}

function ownResult(entry: Found, input: LayoutInput): Record<string, unknown> {
  const { call_id, error } = entry;
  const content = fallbackSearchResult(entry, input);
  return { type: 'tool_result', tool_use_id: call_id, content, ...(error ? { is_error: true } : {}) };
}
