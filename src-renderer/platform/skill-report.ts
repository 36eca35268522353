import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { SkillLoadReport } from '#shared/domain/skill-load.ts';
import { useClient } from './client.ts';
import { watchStream } from './watch-stream.ts';

/** The key of what loading the packs of a workspace found. */
export function skillReportKey(workspace: string) {
  return ['skill-report', workspace] as const;
}

/** What loading the packs of the open workspace found, kept current; `isEnabled` is false for a workspace without packs. */
export function useSkillReport(workspace: string, { isEnabled }: { readonly isEnabled: boolean }) {
  const client = useClient();
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!isEnabled) return;
    const watching = new AbortController();
    const take = (report: SkillLoadReport) => queryClient.setQueryData(skillReportKey(workspace), report);
    void watchStream(() => client.skills.watch(undefined, { signal: watching.signal }), take, watching.signal);
    return () => watching.abort();
  }, [client, queryClient, workspace, isEnabled]);
  return useQuery<SkillLoadReport>({
    queryKey: skillReportKey(workspace),
    queryFn: ({ signal }) => client.skills.load({ reload: false }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isEnabled,
  });
}
