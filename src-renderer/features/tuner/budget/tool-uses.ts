import { useQuery } from '@tanstack/react-query';
import type { UsageTotals } from '#shared/domain/usage-view.ts';
import { useClient } from '../../../platform/client.ts';
import { useWorkspace } from '../../../platform/workspace-query.ts';

/** The whole log. */
const since = '1970-01-01T00:00:00Z';

/** How often hosts used each tool of the open workspace, by the log of the gateway; null while nobody used one. */
export function useToolUses(): ReadonlyMap<string, number> | null {
  const client = useClient();
  const path = useWorkspace()?.path;
  const { data } = useQuery({
    queryKey: ['tool-uses', path],
    queryFn: ({ signal }) => client.gateway.totals({ since }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  return data ? toolUses(data) : null;
}

/** Requests by tool, of the fifty that are used most; null without any. */
export function toolUses({ tools }: Pick<UsageTotals, 'tools'>): ReadonlyMap<string, number> | null {
  const uses = tools.flatMap(({ name, requests }) => (name === null ? [] : [[name, requests] as const]));
  return uses.length === 0 ? null : new Map(uses);
}
