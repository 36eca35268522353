import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { Caller } from '#shared/domain/search-request.ts';
import {
  type RelevantSkillsResponse,
  type SkillGetExplained,
  type SkillSearchResponse,
  skillGetInputSchema,
} from '#shared/domain/skill-tools.ts';
import { useActivePersona } from '../../../platform/active-persona.ts';
import { useClient } from '../../../platform/client.ts';
import { skillsKey } from '../../../platform/skill-watch.ts';
import { useWorkspace } from '../../../platform/workspace-query.ts';
import { usePlayground } from '../../../state/playground-store.ts';
import { callerOf } from '../search-request-of.ts';
import { useSkillsView } from './skills-view.ts';

const lasting = { placeholderData: keepPreviousData, staleTime: Number.POSITIVE_INFINITY, gcTime: 30_000 } as const;

/** The beginning of every query key for the skills of this workspace and this caller. */
function useAsked(): { readonly key: readonly unknown[]; readonly caller: Caller } {
  const workspace = useWorkspace();
  const persona = useActivePersona()?.name ?? null;
  const policy = usePlayground((state) => state.policy);
  const caller = useMemo(() => callerOf({ policy }, persona), [policy, persona]);
  return { key: [skillsKey, workspace?.path, workspace?.revision, caller], caller };
}

/** `skill_search` with the query, the type and the limit of the playground; a hybrid query is asked in words. */
export function useSkillSearch(): UseQueryResult<SkillSearchResponse> {
  const client = useClient();
  const { key, caller } = useAsked();
  const taskType = useSkillsView((state) => state.taskType);
  const { query, searchType, limit } = usePlayground(
    useShallow(({ query, searchType, limit }) => ({ query, searchType, limit })),
  );
  const input = {
    query,
    search_type: searchType === 'hybrid' ? ('fts' as const) : searchType,
    limit,
    ...(taskType !== null && { task_type: taskType }),
  };
  return useQuery({
    queryKey: [...key, 'search', input],
    queryFn: ({ signal }) => client.skills.search({ input, caller, explain: true }, { signal }),
    enabled: query.trim() !== '',
    ...lasting,
  });
}

/** `skill_get` of one skill. */
export function useSkillGet(name: string | null): UseQueryResult<SkillGetExplained> {
  const client = useClient();
  const { key, caller } = useAsked();
  const format = useSkillsView((state) => state.format);
  const input = skillGetInputSchema.parse({ names: [name ?? ''], format });
  return useQuery({
    queryKey: [...key, 'get', input],
    queryFn: ({ signal }) => client.skills.getExplained({ input, caller }, { signal }),
    enabled: name !== null,
    ...lasting,
  });
}

/** What a run would start with, were the query of the playground its task. */
export function useSkillsForTask(): UseQueryResult<RelevantSkillsResponse> {
  const client = useClient();
  const { key, caller } = useAsked();
  const task = usePlayground((state) => state.query);
  return useQuery({
    queryKey: [...key, 'task', task],
    queryFn: ({ signal }) => client.skills.relevant({ task, caller, explain: true }, { signal }),
    enabled: task.trim() !== '',
    ...lasting,
  });
}
