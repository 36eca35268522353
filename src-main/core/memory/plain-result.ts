import { fieldOf } from './found-entity.ts';

/** Longest text that is tried as JSON, characters. */
const longest = 1_000_000;

/** What a result means: MCP servers without structured content send their JSON as one text. Anything else stays as it is. */
export function plainResult(result: unknown): unknown {
  if (!Array.isArray(result) || result.length !== 1 || fieldOf(result[0], 'type') !== 'text') return result;
  const text = fieldOf(result[0], 'text');
  if (typeof text !== 'string' || text.length > longest) return result;
  try {
    return JSON.parse(text);
  } catch {
    return result;
  }
}
