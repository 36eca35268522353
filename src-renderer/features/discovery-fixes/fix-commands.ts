import type { Finding } from '#shared/domain/finding.ts';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { problemsOf } from '../../platform/all-problems.ts';
import { screenActs } from '../../platform/screen-acts.ts';
import type { Command } from '../../state/command.ts';
import { strings } from '../../strings/discovery-fixes.ts';
import { discoveryFixOf, runFix } from './discovery-fix.ts';

/** Findings about discovery as a whole, the gravest first. */
const codes = ['index_not_up_to_date', 'search_off_with_deferred', 'search_off', 'few_tools'] as const;
type AdviceCode = (typeof codes)[number];

/** What keeps searches from finding things. */
export const searchAdvice: readonly AdviceCode[] = codes.filter((code) => code !== 'few_tools');

/** The gravest problem of tool search as a whole; null when there is none. */
export function adviceOf(workspace: WorkspaceSummary, only: readonly AdviceCode[] = codes): Finding | null {
  const problems = problemsOf(workspace);
  return only.flatMap((code) => problems.find((one) => one.code === code) ?? [])[0] ?? null;
}

type Cured = Pick<Finding, 'code'>;

/** The problem to fix when a search is off; null while it is on. */
export function searchOff({ config, findings }: WorkspaceSummary): Cured | null {
  if (config.tool_search.enabled) return null;
  return findings.find(({ code }) => code === 'search_off_with_deferred') ?? { code: 'search_off' };
}

/** The command of screens that show advice. `advised` says what the advice is about; null while there is none. */
export function fixCommand(
  screen: string | readonly string[],
  advised: (workspace: WorkspaceSummary) => Cured | null,
): Command {
  const acts = screenActs(screen, (workspace) => {
    const finding = advised(workspace);
    return { fix: finding && discoveryFixOf(finding, workspace.config) };
  });
  return {
    id: 'advice.follow',
    title: strings.fixCommands.applyAdvice,
    group: strings.fixCommands.workspace,
    shortcut: 'alt+o',
    when: () => acts.mayBe(({ fix }) => fix !== null),
    run: () => acts.do(({ fix }) => fix && runFix(fix)),
  };
}
