import type { FoundTool } from '#shared/domain/history.ts';
import type { HistoryReader } from './history-reader.ts';
import { asRecord } from './history-reader.ts';

/** The blocks of a message of Anthropic; also messages of others whose content is a list of texts. */
export function readAnthropicBlocks(
  role: string,
  blocks: readonly unknown[],
  at: string,
  reader: HistoryReader,
): undefined {
  for (const [i, block] of blocks.entries()) readBlock(role, block, `${at}.content[${i}]`, reader);
}

function readBlock(role: string, value: unknown, at: string, reader: HistoryReader): undefined {
  const block = asRecord(value);
  if (!block) return reader.skip(at, 'it is not an object');
  switch (block.type) {
    case 'text':
    case 'input_text':
    case 'output_text':
      if (typeof block.text !== 'string') return reader.skip(at, 'it has no text');
      if (role === 'user' || role === 'assistant') return reader.text(role, block.text);
      return reader.notCarried(at, `what ${role} says`);
    case 'tool_use':
    case 'server_tool_use':
      return readCall(block, at, reader);
    case 'tool_result':
      return readResult(block, at, reader);
    case 'tool_search_tool_result':
      return readSearchResult(block, at, reader);
    default:
      return reader.notCarried(at, typeof block.type === 'string' ? block.type : 'a block without a type');
  }
}

function readCall({ type, id, name, input }: Record<string, unknown>, at: string, reader: HistoryReader): undefined {
  const args = asRecord(input);
  if (typeof id !== 'string' || typeof name !== 'string' || !args) {
    return reader.skip(at, 'a call needs id, name and input');
  }
  // The provider's other tools, such as its web search, are its own.
  if (type === 'server_tool_use' && !name.startsWith('tool_search_tool_')) return reader.notCarried(at, name);
  return reader.call({ id, name, args });
}

function readResult(block: Record<string, unknown>, at: string, reader: HistoryReader): undefined {
  const { tool_use_id: id, content, is_error } = block;
  if (typeof id !== 'string') return reader.skip(at, 'a result needs tool_use_id');
  const parts = Array.isArray(content) ? content.map(asRecord) : [];
  const references = parts.filter((part) => part?.type === 'tool_reference');
  // A search tool of the user's own may answer with references (the provider's page, "Custom tool search").
  if (references.length > 0) return reader.found(id, foundTools(references, at, reader));
  const text =
    typeof content === 'string'
      ? content
      : parts.flatMap((part) => (typeof part?.text === 'string' ? [part.text] : [])).join('\n');
  return reader.result(id, text, at, { isError: is_error === true });
}

function readSearchResult(
  { tool_use_id: id, content }: Record<string, unknown>,
  at: string,
  reader: HistoryReader,
): undefined {
  const result = asRecord(content);
  if (typeof id !== 'string') return reader.skip(at, 'a search result needs tool_use_id');
  if (result?.type === 'tool_search_tool_result_error') {
    const { error_code, error_message } = result;
    return reader.failedSearch(id, {
      code: typeof error_code === 'string' ? error_code : 'unavailable',
      message: typeof error_message === 'string' ? error_message : null,
    });
  }
  if (!Array.isArray(result?.tool_references)) return reader.skip(at, 'a search result needs tool_references');
  return reader.found(id, foundTools(result.tool_references, at, reader));
}

function foundTools(references: readonly unknown[], at: string, reader: HistoryReader): FoundTool[] {
  return references.flatMap((reference, i) => {
    const name = asRecord(reference)?.tool_name;
    if (typeof name === 'string') return [{ name: reader.nameOf(name) }];
    reader.skip(`${at}.tool_references[${i}]`, 'it has no tool_name');
    return [];
  });
}
