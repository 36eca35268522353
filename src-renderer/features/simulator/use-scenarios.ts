import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ScenarioFile } from '#shared/contract/planner.ts';
import { useClient } from '../../platform/client.ts';
import { toPegboardError } from '../../platform/pegboard-error.ts';
import { watchStream } from '../../platform/watch-stream.ts';

/** The scenarios of the workspace as they lie on disk, followed while the screen is there; null until they are known. */
export function useScenarios(workspace: string): readonly ScenarioFile[] | null {
  const client = useClient();
  const [listed, setListed] = useState<{ workspace: string; files: readonly ScenarioFile[] } | null>(null);
  useEffect(() => {
    const watching = new AbortController();
    void watchStream(
      () => client.scenarios.watch(undefined, { signal: watching.signal }),
      (files) => setListed(files && { workspace, files }),
      watching.signal,
    );
    return () => watching.abort();
  }, [client, workspace]);
  return listed?.workspace === workspace ? listed.files : null;
}

/** The text of a scenario with its hash, read again whenever the list says that the file is another. */
export function useScenarioText(workspace: string, file: ScenarioFile | undefined) {
  const client = useClient();
  const path = file?.path ?? '';
  const { data, error, refetch } = useQuery({
    queryKey: ['scenario', workspace, path, file?.hash],
    queryFn: ({ signal }) => client.planner.scenario({ path }, { signal }),
    enabled: file !== undefined,
    placeholderData: (before) => (before?.path === path ? before : undefined),
    staleTime: 0,
    retry: false,
  });
  return { disk: data ?? null, error: error ? toPegboardError(error) : null, refetch };
}
