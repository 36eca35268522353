import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useClient } from './client.ts';
import { watchStream } from './watch-stream.ts';
import { useWorkspace } from './workspace-query.ts';

/** First part of the key of every query about the skills of the open workspace. */
export const skillsKey = 'skills';

/** While it is on screen, what was asked about skills is asked again when files of packs change, by us or by anyone else. */
export function useSkillWatch(): void {
  const client = useClient();
  const queryClient = useQueryClient();
  const isOn = useWorkspace()?.config.skills.enabled === true;
  useEffect(() => {
    if (!isOn) return;
    const watching = new AbortController();
    const { signal } = watching;
    void watchStream(
      () => client.skills.watch(undefined, { signal }),
      () => void queryClient.invalidateQueries({ queryKey: [skillsKey] }),
      signal,
    );
    return () => watching.abort();
  }, [client, queryClient, isOn]);
}
