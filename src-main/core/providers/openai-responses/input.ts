import type { HistoryEntry } from '#shared/domain/history.ts';
import { searchText } from '../../history/search-return.ts';
import { fallbackSearchResult } from '../fallback-search.ts';
import type { LayoutInput } from '../payload-input.ts';
import { sentName } from '../sent-name-of.ts';
import { loadedTools, type Namespace } from './functions.ts';

/** A history as input items of Responses. Where the provider searches, every search is one of its own, whoever made it. */
export function responsesInput(
  input: LayoutInput,
  namespaces: readonly Namespace[],
): readonly Record<string, unknown>[] {
  return input.history.map((entry) => itemOf(entry, input, namespaces));
}

function itemOf(entry: HistoryEntry, input: LayoutInput, namespaces: readonly Namespace[]): Record<string, unknown> {
  switch (entry.kind) {
    case 'user':
    case 'assistant':
      return { role: entry.kind, content: entry.text };
    case 'call': {
      const { namespace, name } = sentName(entry.name, input);
      return {
        type: 'function_call',
        call_id: entry.call_id,
        name,
        ...(namespace === null ? {} : { namespace }),
        arguments: JSON.stringify(entry.args),
      };
    }
    case 'result':
      return { type: 'function_call_output', call_id: entry.call_id, output: entry.text };
    case 'search':
      return input.native ? nativeCall(entry) : ownCall(entry, input);
    case 'found':
      return input.native ? nativeOutput(entry, input, namespaces) : ownOutput(entry, input);
  }
}

type Search = Extract<HistoryEntry, { kind: 'search' }>;
type Found = Extract<HistoryEntry, { kind: 'found' }>;

/** A search that OpenAI ran has no call id; its paths are kept, words of another provider's search become one. */
function nativeCall({ args }: Search): Record<string, unknown> {
  const own = Array.isArray(args.paths);
  return {
    type: 'tool_search_call',
    execution: 'server',
    call_id: null,
    status: 'completed',
    arguments: own ? args : { paths: [searchText(args)] },
  };
}

function nativeOutput(
  { tools, error }: Found,
  input: LayoutInput,
  namespaces: readonly Namespace[],
): Record<string, unknown> {
  const found = tools.flatMap(({ name }) => input.tools.get(name) ?? []);
  return {
    type: 'tool_search_output',
    execution: 'server',
    call_id: null,
    status: error ? 'incomplete' : 'completed',
    tools: loadedTools(found, input, namespaces),
  };
}

function ownCall({ call_id, args }: Search, input: LayoutInput): Record<string, unknown> {
  return {
    type: 'function_call',
    call_id,
    name: input.searchName,
    arguments: JSON.stringify({ query: searchText(args) }),
  };
}

function ownOutput(entry: Found, input: LayoutInput): Record<string, unknown> {
  return { type: 'function_call_output', call_id: entry.call_id, output: fallbackSearchResult(entry, input) };
}
