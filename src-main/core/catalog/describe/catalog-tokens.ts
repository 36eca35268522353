import { setImmediate } from 'node:timers/promises';
import { type CatalogTool, toolDefinitionJson } from '#shared/domain/tool.ts';
import { throwIfCancelled } from '../../cancellation.ts';
import { countTextTokens } from '../../prompt/count-tokens.ts';

/** How long other work waits at most while definitions are counted, milliseconds. */
const batchMs = 12;

const counted = new WeakMap<CatalogTool, number>();

/**
 * Tokens of every definition by o200k, in the order of the tools: what takes seconds for 10,000 of them, so it gives way to
 * other work between batches and is kept for as long as a tool stays the same object. Error: `cancelled`.
 */
export async function catalogTokens(
  tools: Iterable<CatalogTool>,
  { clock, signal }: { readonly clock: () => number; readonly signal?: AbortSignal | undefined },
): Promise<readonly { readonly name: string; readonly o200k: number }[]> {
  const result: { name: string; o200k: number }[] = [];
  let since = clock();
  for (const tool of tools) {
    const o200k = counted.get(tool) ?? countTextTokens(toolDefinitionJson(tool)).o200k;
    counted.set(tool, o200k);
    result.push({ name: tool.name, o200k });
    if (clock() - since < batchMs) continue;
    await setImmediate();
    throwIfCancelled(signal);
    since = clock();
  }
  return result;
}
