import type { HostBudgets, ToolCap } from '#shared/domain/host-budgets.ts';
import { type Tool, toolDefinitionJson } from '#shared/domain/tool.ts';
import { addTokenCounts, type TokenCount } from '#shared/tokens.ts';
import { searchRule, toolCaps } from './host-limits.ts';
import { claudeCodeListing, codexListing, type ListedSkill, pegboardListing } from './skill-listings.ts';

export interface HostBudgetsInput {
  /** In the order in which a host lists them. */
  readonly tools: readonly Tool[];
  readonly skills: readonly ListedSkill[];
  /** Tokens of the model's context window; null when it is not known. */
  readonly contextWindow: number | null;
  /** `skills.directory.max_entries`. */
  readonly maximumEntries: number;
  readonly count: (text: string) => TokenCount;
}

/** What each host would show of tools and skills, and what it would cut without a word. Tokens by both estimators. */
export function hostBudgets({ tools, skills, contextWindow, maximumEntries, count }: HostBudgetsInput): HostBudgets {
  const byName = [...skills].sort((a, b) => (a.name < b.name ? -1 : 1));
  const tokens = tools.map((tool) => count(toolDefinitionJson(tool))).reduce(addTokenCounts, { estimate: 0, o200k: 0 });
  const share = contextWindow === null ? null : tokens.o200k / contextWindow;
  return {
    context_window: contextWindow,
    skills: [
      claudeCodeListing(byName, contextWindow).listing,
      codexListing(byName, contextWindow).listing,
      pegboardListing(skills, maximumEntries).listing,
    ],
    tools: toolCaps.map((row) => capOf(row, tools)),
    search: { tokens, share, verdict: verdictOf(share), rule: searchRule.rule, source: searchRule.source },
  };
}

function capOf({ host, cap, effect, rule, source }: (typeof toolCaps)[number], tools: readonly Tool[]): ToolCap {
  const fits = tools.length <= cap;
  return {
    host,
    cap,
    rule,
    source,
    tools: tools.length,
    effect: fits ? 'fits' : effect,
    cut: !fits && effect === 'cut' ? tools.slice(cap).map(({ name }) => name) : [],
  };
}

function verdictOf(share: number | null): HostBudgets['search']['verdict'] {
  if (share === null) return 'unknown';
  if (share < searchRule.from) return 'load_all';
  return share < searchRule.to ? 'consider' : 'search';
}
