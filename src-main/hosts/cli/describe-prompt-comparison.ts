import type { PromptComparison, TokenChange } from '#shared/domain/prompt-diff.ts';
import { table } from './reporter.ts';

/** What two prompts cost, block by block, and where a cache would break. */
export function describePromptComparison(
  { blocks, joins, before, after, cache }: PromptComparison,
  titles: { readonly before: string; readonly after: string },
): string {
  const head = [
    'block',
    '',
    `${titles.before} estimate`,
    'o200k',
    `${titles.after} estimate`,
    'o200k',
    'difference',
    'o200k',
  ];
  const rows = blocks.map((block) => diffRow(block.name, block.change, block));
  const summary = table(
    [head, ...rows, diffRow('separators and rounding', '', joins), diffRow('whole prompt', '', { before, after })],
    [false, false, true, true, true, true, true, true],
  );
  return `${summary}\n\n${describeBreak(cache)}`;
}

function describeBreak(cache: PromptComparison['cache']): string {
  if (cache === null) return 'The prompts are the same.';
  const { offset, block, tokens_after } = cache;
  return `A prompt cache stays valid up to byte ${offset}, in ${block}; ${tokens_after.estimate} tokens come after it (estimate), ${tokens_after.o200k} (o200k).`;
}

function diffRow(name: string, change: string, { before, after }: TokenChange): string[] {
  const signed = (value: number) => (value > 0 ? `+${value}` : String(value));
  return [
    name,
    change,
    String(before.estimate),
    String(before.o200k),
    String(after.estimate),
    String(after.o200k),
    signed(after.estimate - before.estimate),
    signed(after.o200k - before.o200k),
  ];
}
