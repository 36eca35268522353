import { type Finding, finding } from '#shared/domain/finding.ts';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';

/** Everything that is not as it should be in a workspace: what the checks found, and an index that is not up to date. */
export function problemsOf({
  findings,
  index_problem: problem,
}: Pick<WorkspaceSummary, 'findings' | 'index_problem'>): readonly Finding[] {
  if (problem === null) return findings;
  return [finding('index_not_up_to_date', { message: problem }), ...findings];
}
