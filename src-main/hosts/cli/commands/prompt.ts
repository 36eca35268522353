import { promptText, type RenderedPrompt } from '#shared/domain/prompt-block.ts';
import type { BlockDiff, PromptDiff } from '#shared/domain/prompt-diff.ts';
import type { TokenCount } from '#shared/tokens.ts';
import { type CommandContext, type CommandResult, withWorkspace } from '../command-context.ts';
import { describePromptComparison } from '../describe-prompt-comparison.ts';
import { plainText } from '../plain-text.ts';
import { type Reporter, table } from '../reporter.ts';

export interface PromptOptions {
  readonly profile: string;
  readonly persona?: string | undefined;
  readonly query?: string | undefined;
  readonly diff?: string | undefined;
  readonly at?: string | undefined;
  readonly diffAt?: string | undefined;
}

/**
 * `pegboard prompt`: the rendered system prompt, or with `--diff` how another profile's differs, block by block; `--at` and
 * `--diff-at` take the workspace from a version in git.
 */
export async function prompt(context: CommandContext, options: PromptOptions): CommandResult {
  const { profile, persona, query, diff: compare, at, diffAt: compare_at } = options;
  return withWorkspace(context, async (services) => {
    const { reporter, io } = context;
    const request = { profile, persona, query, at, compare, compare_at };
    const { prompt: rendered, diff, versions } = await services.prompt.render(request, { signal: io.signal });
    const compared = diff ? { diff } : {};
    const dated = at === undefined && compare_at === undefined ? {} : { versions };
    const titles = { before: titled(profile, at), after: titled(compare ?? profile, compare_at) };
    reporter.result('prompt/1', { ...rendered, ...compared, ...dated }, () =>
      diff ? describeDiff(diff, titles, reporter) : plainText(promptText(rendered.blocks), { lines: true }),
    );
    if (!diff) reporter.note(describeTokens(rendered));
    for (const version of [versions.before, versions.after]) {
      if (version && version.as_now.length > 0) {
        reporter.note(
          plainText(`${version.name}: git ignores ${version.as_now.join(', ')}, so its current content is used.`),
        );
      }
    }
    return 0;
  });
}

function titled(profile: string, version: string | undefined): string {
  return plainText(version === undefined ? profile : `${profile} at ${version}`);
}

function describeTokens({ blocks, tokens }: RenderedPrompt): string {
  const rows = blocks.map((block) => row(block.name, block.tokens));
  return table([['block', 'estimate', 'o200k'], ...rows, row('whole prompt', tokens)], [false, true, true]);
}

function describeDiff(diff: PromptDiff, titles: { before: string; after: string }, reporter: Reporter): string {
  const changed = diff.blocks.filter(({ change }) => change !== 'same').map((block) => describeBlock(block, reporter));
  return [...changed, describePromptComparison(diff, titles)].join('\n\n');
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
