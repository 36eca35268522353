import { useOriginFacts } from '#shared/domain/use.ts';
import type { UseOriginState } from '#shared/domain/use-report.ts';

/** Logs on this computer that nobody allowed yet; null while they are unknown, or where one other than Pegboard's own is read. */
export function unreadLogs(
  logs: readonly Pick<UseOriginState, 'origin' | 'allowed' | 'files'>[] | null,
): number | null {
  const others = logs?.filter(({ origin }) => !useOriginFacts[origin].own);
  if (!others || others.some(({ allowed }) => allowed)) return null;
  return others.filter(({ files }) => files > 0).length;
}
