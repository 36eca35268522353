import type { ToolExamplesConfig } from '#shared/domain/config.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { codePoints } from '#shared/tokens.ts';
import { countTextTokens } from '../prompt/count-tokens.ts';
import { inBatches } from '../prompt/in-batches.ts';
import { entryLine } from '../prompt/render-tool.ts';

interface EntrySizes {
  readonly examples: ToolExamplesConfig;
  readonly codePoints: number;
  o200k: number | null;
}

/** Kept for as long as a tool stays the same object. */
const measured = new WeakMap<CatalogTool, EntrySizes>();

/** Code points of a tool's entry in the prompt, with its line end. */
export function promptSize(tool: CatalogTool, examples: ToolExamplesConfig): number {
  return sizesOf(tool, examples).codePoints;
}

/** Tokens of the same by o200k. */
export function promptTokens(tool: CatalogTool, examples: ToolExamplesConfig): number {
  const sizes = sizesOf(tool, examples);
  sizes.o200k ??= countTextTokens(entryLine(tool, examples)).o200k;
  return sizes.o200k;
}

function sizesOf(tool: CatalogTool, examples: ToolExamplesConfig): EntrySizes {
  const known = measured.get(tool);
  if (known?.examples === examples) return known;
  const sizes = { examples, codePoints: codePoints(entryLine(tool, examples)), o200k: null };
  measured.set(tool, sizes);
  return sizes;
}

/**
 * Tokens of every tool's entry in the prompt by o200k, in the order of the tools: what takes seconds for 10,000 of them, so it
 * gives way to other work between batches. Error: `cancelled`.
 */
export async function catalogTokens(
  tools: Iterable<CatalogTool>,
  {
    examples,
    ...batches
  }: { readonly examples: ToolExamplesConfig; readonly clock: () => number; readonly signal?: AbortSignal | undefined },
): Promise<readonly { readonly name: string; readonly o200k: number }[]> {
  const result: { name: string; o200k: number }[] = [];
  for await (const tool of inBatches(tools, batches)) {
    result.push({ name: tool.name, o200k: promptTokens(tool, examples) });
  }
  return result;
}
