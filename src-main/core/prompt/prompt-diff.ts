import { diffLines } from 'diff';
import { type PromptBlock, promptBlockNameSchema, type RenderedPrompt } from '#shared/domain/prompt-block.ts';
import type { BlockDiff, PromptDiff, PromptLine } from '#shared/domain/prompt-diff.ts';

const noTokens = { estimate: 0, o200k: 0 };

/** Two prompts block by block (R19.16). */
export function diffPrompts(before: RenderedPrompt, after: RenderedPrompt): PromptDiff {
  const blocks = promptBlockNameSchema.options.flatMap((name) => {
    const left = before.blocks.find((block) => block.name === name);
    const right = after.blocks.find((block) => block.name === name);
    return left || right ? [diffBlock(name, left, right)] : [];
  });
  return { blocks, before: before.tokens, after: after.tokens };
}

function diffBlock(
  name: PromptBlock['name'],
  left: PromptBlock | undefined,
  right: PromptBlock | undefined,
): BlockDiff {
  const tokens = { before: left?.tokens ?? noTokens, after: right?.tokens ?? noTokens };
  if (left && right && left.text === right.text) return { name, change: 'same', ...tokens, lines: [] };
  const change = left && right ? 'changed' : left ? 'removed' : 'added';
  return { name, change, ...tokens, lines: linesOf(left?.text, right?.text) };
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
