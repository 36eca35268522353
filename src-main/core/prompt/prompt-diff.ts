import { diffLines } from 'diff';
import {
  type PromptBlock,
  promptBlockNameSchema,
  promptText,
  type RenderedPrompt,
} from '#shared/domain/prompt-block.ts';
import type {
  BlockChange,
  PromptBreak,
  PromptComparison,
  PromptDiff,
  PromptLine,
  TokenChange,
} from '#shared/domain/prompt-diff.ts';
import { addTokenCounts, type TokenCount } from '#shared/tokens.ts';
import { firstDifference } from './first-difference.ts';

type Count = (text: string) => TokenCount;

const noTokens = { estimate: 0, o200k: 0 };

/** What two prompts cost, block by block, and where a cache of the first stops to serve the second (R19.16). */
export function comparePrompts(before: RenderedPrompt, after: RenderedPrompt, count: Count): PromptComparison {
  const blocks = promptBlockNameSchema.options.flatMap((name) => {
    const [left, right] = [blockOf(before, name), blockOf(after, name)];
    return left || right ? [blockChange(name, left, right)] : [];
  });
  const joins = { before: joinsOf(before), after: joinsOf(after) };
  return { blocks, joins, before: before.tokens, after: after.tokens, cache: cacheBreak(before, after, count) };
}

/** The same, with the lines of each block. */
export function diffPrompts(before: RenderedPrompt, after: RenderedPrompt, count: Count): PromptDiff {
  const comparison = comparePrompts(before, after, count);
  const blocks = comparison.blocks.map((block) => {
    const lines =
      block.change === 'same' ? [] : linesOf(blockOf(before, block.name)?.text, blockOf(after, block.name)?.text);
    return { ...block, lines };
  });
  return { ...comparison, blocks };
}

function blockOf({ blocks }: RenderedPrompt, name: PromptBlock['name']): PromptBlock | undefined {
  return blocks.find((block) => block.name === name);
}

function blockChange(
  name: PromptBlock['name'],
  left: PromptBlock | undefined,
  right: PromptBlock | undefined,
): BlockChange {
  const tokens: TokenChange = { before: left?.tokens ?? noTokens, after: right?.tokens ?? noTokens };
  const change = left && right ? (left.text === right.text ? 'same' : 'changed') : left ? 'removed' : 'added';
  return { name, change, ...tokens };
}

/** Tokens of the whole prompt beyond the sum of its blocks. */
function joinsOf({ blocks, tokens }: RenderedPrompt): TokenCount {
  const sum = blocks.map((block) => block.tokens).reduce(addTokenCounts, noTokens);
  return { estimate: tokens.estimate - sum.estimate, o200k: tokens.o200k - sum.o200k };
}

function cacheBreak(before: RenderedPrompt, after: RenderedPrompt, count: Count): PromptBreak | null {
  const [then, now] = [promptText(before.blocks), promptText(after.blocks)];
  if (then === now) return null;
  const { offset, kept, rest } = firstDifference(then, now);
  const block = blockAt(after, kept.length);
  return block && { offset, line: kept.split(/\r\n|\r|\n/).length, block, tokens_after: count(rest) };
}

/** The block of a place in the text, or the one that ends before it; null in a prompt without blocks. */
function blockAt({ blocks }: RenderedPrompt, place: number): PromptBlock['name'] | null {
  let start = 0;
  let found: PromptBlock['name'] | null = null;
  for (const { name, text } of blocks) {
    if (start > place) break;
    found = name;
    start += text.length + '\n\n'.length;
  }
  return found;
}

function linesOf(before: string | undefined, after: string | undefined): PromptLine[] {
  if (before === undefined || after === undefined) {
    const kind = before === undefined ? 'added' : 'removed';
    return (before ?? after ?? '').split('\n').map((text) => ({ kind, text }));
  }
  return diffLines(`${before}\n`, `${after}\n`).flatMap(({ value, added, removed }) =>
    value
      .slice(0, -1)
      .split('\n')
      .map((text) => ({ kind: added ? 'added' : removed ? 'removed' : 'same', text }) as const),
  );
}
