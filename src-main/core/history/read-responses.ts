import type { FoundTool } from '#shared/domain/history.ts';
import type { HistoryReader } from './history-reader.ts';
import { asRecord, jsonOf } from './history-reader.ts';

/** One item of Responses of OpenAI. */
export function readResponsesItem(item: Record<string, unknown>, at: string, reader: HistoryReader): undefined {
  switch (item.type) {
    case 'function_call':
      return readCall(item, at, reader);
    case 'function_call_output':
      return readOutput(item, at, reader);
    case 'tool_search_call':
      return readSearchCall(item, at, reader);
    case 'tool_search_output':
      return readSearchOutput(item, at, reader);
    case 'message':
      return reader.skip(at, 'it has no role');
    default:
      return reader.notCarried(at, String(item.type));
  }
}

function readCall(
  { call_id: id, name, namespace, arguments: text }: Record<string, unknown>,
  at: string,
  reader: HistoryReader,
): undefined {
  const args = typeof text === 'string' ? asRecord(jsonOf(text)) : null;
  if (typeof id !== 'string' || typeof name !== 'string' || !args) {
    return reader.skip(at, 'a call needs call_id, name and arguments');
  }
  return reader.call({ id, name, namespace: typeof namespace === 'string' ? namespace : null, args });
}

function readOutput({ call_id: id, output }: Record<string, unknown>, at: string, reader: HistoryReader): undefined {
  if (typeof id !== 'string') return reader.skip(at, 'an output needs call_id');
  if (typeof output === 'string') return reader.result(id, output, at);
  const texts = Array.isArray(output) ? output.map((part) => asRecord(part)?.text) : [];
  return reader.result(id, texts.filter((text) => typeof text === 'string').join('\n'), at);
}

/** A search that OpenAI ran has no call id, so its output, which follows it, is its own. */
function readSearchCall(item: Record<string, unknown>, at: string, reader: HistoryReader): undefined {
  const args = asRecord(item.arguments);
  if (!args) return reader.skip(at, 'a search needs arguments');
  return reader.call({ id: searchId(item, reader), name: 'tool_search', args });
}

function readSearchOutput(item: Record<string, unknown>, at: string, reader: HistoryReader): undefined {
  if (!Array.isArray(item.tools)) return reader.skip(at, 'a search output needs tools');
  const last = reader.entries.at(-1);
  const open = last?.kind === 'search' ? last.call_id : reader.newId();
  const id = typeof item.call_id === 'string' ? item.call_id : open;
  if (item.status === 'incomplete') return reader.failedSearch(id, { code: 'incomplete', message: null });
  return reader.found(id, loadedTools(item.tools, at, null, reader));
}

function searchId({ call_id, id }: Record<string, unknown>, reader: HistoryReader): string {
  return typeof call_id === 'string' ? call_id : typeof id === 'string' ? id : reader.newId();
}

function loadedTools(
  tools: readonly unknown[],
  at: string,
  namespace: string | null,
  reader: HistoryReader,
): FoundTool[] {
  return tools.flatMap((value, i) => {
    const place = `${at}.tools[${i}]`;
    const tool = asRecord(value);
    if (typeof tool?.name !== 'string') {
      reader.skip(place, 'it has no name');
      return [];
    }
    if (tool.type === 'namespace') {
      return Array.isArray(tool.tools) ? loadedTools(tool.tools, place, tool.name, reader) : [];
    }
    const { description } = tool;
    return [{ name: reader.nameOf(tool.name, namespace), ...(typeof description === 'string' ? { description } : {}) }];
  });
}
