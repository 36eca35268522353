import type { HostBudgets, SkillListing, ToolCap } from '#shared/domain/host-budgets.ts';
import { type CommandContext, type CommandResult, withWorkspace } from '../command-context.ts';
import { plainText } from '../plain-text.ts';
import { table } from '../reporter.ts';

export interface BudgetsOptions {
  /** Tokens; false for a window that is not known. */
  readonly contextWindow: number | false;
}

/** `pegboard budgets`: what each host would show of the workspace's tools and skills, and what it would cut. */
export async function budgets(context: CommandContext, { contextWindow }: BudgetsOptions): CommandResult {
  return withWorkspace(context, async (services) => {
    const input = { context_window: contextWindow === false ? null : contextWindow };
    const report = await services.providers.hostBudgets(input, { signal: context.io.signal });
    context.reporter.result('budgets/1', report, () => describe(report));
    return 0;
  });
}

/** Names that a line lists. */
const listedNames = 8;

function describe({ context_window, skills, tools, search }: HostBudgets): string {
  const window = context_window === null ? 'not known' : `${context_window} tokens`;
  const share = search.share === null ? '' : `, ${(search.share * 100).toFixed(2)} % of it`;
  const verdicts = {
    load_all: 'load them all',
    consider: 'consider a search',
    search: 'use a search',
    unknown: 'the share of the window is not known',
  };
  return [
    `context window: ${window}`,
    `definitions of all tools: ${search.tokens.estimate} tokens (estimate), ${search.tokens.o200k} (o200k)${share}: ${verdicts[search.verdict]}\n  ${search.rule}\n  ${search.source}`,
    table(
      [
        ['skills listed by', 'budget', 'wanted', 'used', 'whole', 'shortened', 'name only', 'left out'],
        ...skills.map(skillRow),
      ],
      [false, true, true, true, true, true, true, true],
    ),
    ...skills.map(describeListing),
    table([['tools taken by', 'cap', 'tools', ''], ...tools.map(toolRow)], [false, true, true, false]),
    ...tools.filter(({ cut }) => cut.length > 0).map(({ host, cut }) => `${host} cuts ${names(cut)}`),
  ].join('\n\n');
}

function skillRow({ host, unit, budget, wanted, used, whole, shortened, name_only, omitted }: SkillListing): string[] {
  const counted = budget === null ? 'none' : `${budget} ${unit}`;
  return [host, counted, ...[wanted, used, whole, shortened.length, name_only.length, omitted.length].map(String)];
}

function describeListing({ host, rule, source, shortened, name_only, omitted }: SkillListing): string {
  const lines = [`${host}: ${rule}`, `  ${source}`];
  if (shortened.length > 0)
    lines.push(`  shortened: ${names(shortened.map(({ name, from, to }) => `${name} (${from} → ${to})`))}`);
  if (name_only.length > 0) lines.push(`  name only: ${names(name_only)}`);
  if (omitted.length > 0) lines.push(`  left out: ${names(omitted)}`);
  return lines.join('\n');
}

function toolRow({ host, cap, tools, effect, rule }: ToolCap): string[] {
  return [host, String(cap), String(tools), effect === 'fits' ? 'fits' : `${effect}: ${rule}`];
}

function names(list: readonly string[]): string {
  const more = list.length > listedNames ? ` and ${list.length - listedNames} more` : '';
  return `${list
    .slice(0, listedNames)
    .map((name) => plainText(name))
    .join(', ')}${more}`;
}
