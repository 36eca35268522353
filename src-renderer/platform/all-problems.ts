import { useMemo } from 'react';
import { type Finding, finding } from '#shared/domain/finding.ts';
import type { ToolProblems } from '#shared/domain/tool-detail.ts';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { useCatalogLint } from './catalog-lint.ts';
import { useSkillReport } from './skill-report.ts';
import { useSourceList } from './source-watch.ts';

/** A kind of finding about tools, and how many tools have it. */
export interface ToolProblemKind {
  readonly code: Finding['code'];
  readonly severity: Finding['severity'];
  readonly tools: number;
  /** The first of them, as an example. */
  readonly first: string;
}

/** Everything that Pegboard's checks found in a workspace. */
export interface AllProblems {
  /** Findings about `pegboard.yaml`, the index and the sources. */
  readonly workspace: readonly Finding[];
  /** Findings about tools, the gravest and most frequent first, without infos: a tool has many. */
  readonly tools: readonly ToolProblemKind[];
  /** Findings about skill packs that are on. */
  readonly packs: readonly Finding[];
  readonly counts: Readonly<Record<Finding['severity'], number>>;
  /** Whether a check is still running: until it ends, an empty list does not mean that there are no problems. */
  readonly isChecking: boolean;
}

/** Everything that Pegboard's checks found, from queries that the screens share. */
export function useAllProblems(workspace: WorkspaceSummary): AllProblems {
  const sources = useSourceList();
  const lint = useCatalogLint({ isEnabled: true });
  const hasPacks = workspace.config.skills.skill_packs.length > 0;
  const skills = useSkillReport(workspace.path, { isEnabled: hasPacks });
  const { data: toolProblems } = lint;
  const { data: report } = skills;
  const isChecking = lint.isPending || (hasPacks && skills.isPending);
  return useMemo(() => {
    const own = problemsOf(workspace);
    const known = new Set(own.map(keyOf));
    const ofSources = sources.flatMap(({ findings }) => findings).filter((finding) => !known.has(keyOf(finding)));
    const packs = (report?.packs ?? []).flatMap(({ findings }) => findings);
    return allProblems({ workspace: [...own, ...ofSources], tools: toolProblems ?? [], packs, isChecking });
  }, [workspace, sources, toolProblems, report, isChecking]);
}

/** What was found, counted by severity. */
export function allProblems({
  workspace,
  tools,
  packs,
  isChecking,
}: {
  readonly workspace: readonly Finding[];
  readonly tools: readonly ToolProblems[];
  readonly packs: readonly Finding[];
  readonly isChecking: boolean;
}): AllProblems {
  const kinds = toolKinds(tools);
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { severity } of [...workspace, ...packs]) counts[severity] += 1;
  for (const { severity, tools: count } of kinds) counts[severity] += count;
  return { workspace, tools: kinds, packs, counts, isChecking };
}

function toolKinds(tools: readonly ToolProblems[]): ToolProblemKind[] {
  const kinds = new Map<string, ToolProblemKind>();
  for (const { name, problems } of tools) {
    const seen = new Set<string>();
    for (const { code, severity } of problems) {
      if (severity === 'info' || seen.has(code)) continue;
      seen.add(code);
      const known = kinds.get(code);
      kinds.set(code, { code, severity, tools: (known?.tools ?? 0) + 1, first: known?.first ?? name });
    }
  }
  const rank = { error: 0, warning: 1, info: 2 };
  return [...kinds.values()].sort((a, b) => rank[a.severity] - rank[b.severity] || b.tools - a.tools);
}

function keyOf({ code, path, message }: Finding): string {
  return JSON.stringify([code, path, message]);
}

/** Everything that is not as it should be in a workspace: what the checks found, and an index that is not up to date. */
export function problemsOf({
  findings,
  index_problem: problem,
}: Pick<WorkspaceSummary, 'findings' | 'index_problem'>): readonly Finding[] {
  if (problem === null) return findings;
  return [finding('index_not_up_to_date', { message: problem }), ...findings];
}
