import { promptText, type RenderedPrompt } from '#shared/domain/prompt-block.ts';
import type { BlockDiff, PromptDiff } from '#shared/domain/prompt-diff.ts';
import type { TokenCount } from '#shared/tokens.ts';
import { type CommandContext, type CommandResult, withWorkspace } from '../command-context.ts';
import { plainText } from '../plain-text.ts';
import { type Reporter, table } from '../reporter.ts';

export interface PromptOptions {
  readonly profile: string;
  readonly persona?: string | undefined;
  readonly query?: string | undefined;
  readonly diff?: string | undefined;
}

/** `pegboard prompt`: the rendered system prompt, or with `--diff` how another profile's differs, block by block. */
export async function prompt(context: CommandContext, options: PromptOptions): CommandResult {
  const { profile, persona, query, diff: compare } = options;
  return withWorkspace(context, async (services) => {
    const { prompt: rendered, diff } = await services.prompt.render(
      { profile, persona, query, compare },
      { signal: context.io.signal },
    );
    const { reporter } = context;
    reporter.result('prompt/1', { ...rendered, ...(diff ? { diff } : {}) }, () =>
      diff
        ? describeDiff(diff, { profile, compare: compare ?? '' }, reporter)
        : plainText(promptText(rendered.blocks), { lines: true }),
    );
    if (!diff) reporter.note(describeTokens(rendered));
    return 0;
  });
}

function describeTokens({ blocks, tokens }: RenderedPrompt): string {
  const rows = blocks.map((block) => row(block.name, block.tokens));
  return table([['block', 'estimate', 'o200k'], ...rows, row('whole prompt', tokens)], [false, true, true]);
}

function describeDiff(
  { blocks, joins, before, after, cache }: PromptDiff,
  { profile, compare }: { profile: string; compare: string },
  reporter: Reporter,
): string {
  const head = ['block', '', `${profile} estimate`, 'o200k', `${compare} estimate`, 'o200k', 'difference', 'o200k'];
  const rows = blocks.map((block) => diffRow(block.name, block.change, block));
  const summary = table(
    [head, ...rows, diffRow('joins', '', joins), diffRow('whole prompt', '', { before, after })],
    [false, false, true, true, true, true, true, true],
  );
  return [
    ...blocks.filter(({ change }) => change !== 'same').map((block) => describeBlock(block, reporter)),
    summary,
    describeBreak(cache),
  ].join('\n\n');
}

function describeBreak(cache: PromptDiff['cache']): string {
  if (cache === null) return 'The prompts are the same.';
  const { offset, block, tokens_after } = cache;
  return `A prompt cache holds up to byte ${offset}, in ${block}; ${tokens_after.estimate} tokens come after it (estimate), ${tokens_after.o200k} (o200k).`;
}

/** Lines around a change that are the same and shown. */
const around = 2;

function describeBlock({ name, lines }: BlockDiff, reporter: Reporter): string {
  const near = (at: number) =>
    lines.slice(Math.max(0, at - around), at + around + 1).some(({ kind }) => kind !== 'same');
  const shown = lines.flatMap(({ kind, text }, at) => {
    const plain = plainText(text);
    if (kind === 'added') return [reporter.paint('green', `+ ${plain}`)];
    if (kind === 'removed') return [reporter.paint('red', `- ${plain}`)];
    return near(at) ? [`  ${plain}`] : [];
  });
  return `${reporter.paint('bold', name)}\n${shown.join('\n')}`;
}

function row(name: string, { estimate, o200k }: TokenCount): string[] {
  return [name, String(estimate), String(o200k)];
}

function diffRow(name: string, change: string, { before, after }: { before: TokenCount; after: TokenCount }): string[] {
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
