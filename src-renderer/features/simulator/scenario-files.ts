import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ScenarioFile } from '#shared/contract/planner.ts';
import { thisWindow } from '../../platform/this-window.ts';
import { watchStream } from '../../platform/watch-stream.ts';

/** Forgotten when the screen goes, as nobody follows the files then. */
const scenariosQuery = (workspace: string) =>
  queryOptions({
    queryKey: ['scenarios', workspace],
    queryFn: ({ signal }) => thisWindow().client.scenarios.list(undefined, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** Keeps the scenarios, tasks and worlds of a workspace in the query cache current, for as long as the screen is there. */
export function useScenarioWatch(workspace: string): void {
  useEffect(() => {
    const { client, queries } = thisWindow();
    const watching = new AbortController();
    void watchStream(
      () => client.scenarios.watch(undefined, { signal: watching.signal }),
      (files) => files && queries.setQueryData(scenariosQuery(workspace).queryKey, files),
      watching.signal,
    );
    return () => watching.abort();
  }, [workspace]);
}

/** The scenarios, tasks and worlds of the workspace as they lie on disk; null until they are known, and while their screen is not there. */
export function useScenarios(workspace: string): readonly ScenarioFile[] | null {
  return useQuery({ ...scenariosQuery(workspace), enabled: false }).data ?? null;
}

/** The same for acts outside of React. */
export function knownScenarios(workspace: string): readonly ScenarioFile[] | null {
  return thisWindow().queries.getQueryData(scenariosQuery(workspace).queryKey) ?? null;
}

/** Reads the scenarios anew, for the cache too. */
export function freshScenarios(workspace: string): Promise<readonly ScenarioFile[]> {
  return thisWindow().queries.fetchQuery({ ...scenariosQuery(workspace), staleTime: 0 });
}

const textQuery = (workspace: string, { path, hash }: Pick<ScenarioFile, 'path' | 'hash'>) =>
  queryOptions({
    queryKey: ['scenario', workspace, path, hash],
    queryFn: ({ signal }) => thisWindow().client.planner.scenario({ path }, { signal }),
    staleTime: 0,
    retry: false,
  });

/** The text of a scenario with its hash, read again whenever the list says that the file is another. */
export function useScenarioText(workspace: string, file: ScenarioFile) {
  const { data, error, refetch } = useQuery({
    ...textQuery(workspace, file),
    placeholderData: (before) => (before?.path === file.path ? before : undefined),
  });
  return { disk: data ?? null, error: error, refetch };
}

/** Whether the text of a scenario could not be read. */
export function isUnreadable(workspace: string, file: ScenarioFile): boolean {
  return thisWindow().queries.getQueryState(textQuery(workspace, file).queryKey)?.status === 'error';
}
