import { finding } from '#shared/domain/finding.ts';
import type { HistoryEntry } from '#shared/domain/history.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { searchText } from '../../history/search-return.ts';
import { fallbackSearchResult } from '../fallback-search.ts';
import type { Layout, LayoutInput } from '../payload-input.ts';
import type { Provider, ProviderFormat } from '../provider.ts';
import { sentNameOf } from '../sent-name-of.ts';
import { sentKey } from '../sent-names.ts';
import { sentDescription, sentSchema } from '../tool-definition.ts';
import { openaiChatSchema } from './body-schema.ts';

const format: ProviderFormat = {
  url: 'https://api.openai.com/v1/chat/completions',
  headers: {},
  name: { maximumLength: 64, reserved: [], namespaces: false },
  maximumTools: 128,
  maximumDeferred: null,
  maximumDescription: 1024,
  propertyName: null,
  sources: ['https://developers.openai.com/api/docs/guides/function-calling'],
};

/** Chat Completions, for models that do not search: deferred tools are withheld, our tool_search is a function (R18.16). */
function layOut(input: LayoutInput): Layout {
  const { visible, system, providers, report } = input;
  const isSearch = ({ name }: CatalogTool) => name === input.searchName;
  const definitions = visible.map((tool) => definition(tool, input));
  if (format.maximumTools !== null && definitions.length > format.maximumTools) {
    report(
      finding('payload_too_many_tools', {
        message: `The request has ${definitions.length} tools, but the provider accepts ${format.maximumTools}.`,
        hint: 'Defer more of them: tool_search.default_loading_mode, always_loaded_patterns.',
      }),
    );
  }
  const said: Record<string, unknown>[] = [];
  for (const entry of input.history) add(said, entry, input);
  const first = system === null ? [] : [{ role: 'system', content: system }];
  return {
    body: {
      model: providers.openai_chat.model,
      ...(definitions.length > 0 ? { tools: definitions } : {}),
      messages: [...first, ...said],
    },
    headers: {},
    system: first[0] ?? null,
    searchParts: definitions.filter((_, i) => visible[i] && isSearch(visible[i])),
    searches: visible.some(isSearch),
    visibleTools: definitions.filter((_, i) => visible[i] && !isSearch(visible[i])),
    deferredTools: [],
    deferredInContext: [],
    messages: said,
  };
}

/** Chat Completions of OpenAI and of services that speak them. */
export const openaiChat: Provider = { ...format, layOut, bodySchema: openaiChatSchema, searches: () => false };

/** Calls of one reply are one message, with the text before them. */
function add(messages: Record<string, unknown>[], entry: HistoryEntry, input: LayoutInput): void {
  const last = messages.at(-1);
  switch (entry.kind) {
    case 'user':
    case 'assistant':
      messages.push({ role: entry.kind, content: entry.text });
      return;
    case 'call':
    case 'search': {
      const name = entry.kind === 'search' ? input.searchName : sentNameOf(entry.name, input);
      const args = entry.kind === 'search' ? { query: searchText(entry.args) } : entry.args;
      const call = { id: entry.call_id, type: 'function', function: { name, arguments: JSON.stringify(args) } };
      if (last?.role !== 'assistant') messages.push({ role: 'assistant', content: null, tool_calls: [call] });
      else last.tool_calls = [...(Array.isArray(last.tool_calls) ? last.tool_calls : []), call];
      return;
    }
    case 'result':
      messages.push({ role: 'tool', tool_call_id: entry.call_id, content: entry.text });
      return;
    case 'found':
      messages.push({ role: 'tool', tool_call_id: entry.call_id, content: fallbackSearchResult(entry, input) });
  }
}

function definition(tool: CatalogTool, { names, report }: LayoutInput): Record<string, unknown> {
  const description = sentDescription(tool, format, report);
  return {
    type: 'function',
    function: {
      name: sentKey(names.sentOf(tool)),
      ...(description === '' ? {} : { description }),
      parameters: sentSchema(tool, format, report),
    },
  };
}
