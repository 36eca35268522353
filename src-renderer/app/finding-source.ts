import type { Finding } from '#shared/domain/finding.ts';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';

type Sources = WorkspaceSummary['config']['sources'];

/** The source that a finding is about, by the file or the field that it names; null when it is about none. */
export function sourceOfFinding({ path }: Pick<Finding, 'path'>, sources: Sources): string | null {
  if (path === undefined) return null;
  const named = /^sources: (.+)$/.exec(path)?.[1];
  return sources.find((source) => source.name === named || source.path === path)?.name ?? null;
}
