import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../platform/client.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { visibleString } from '../../ui/hidden-characters.ts';

/** The profiles as entries of a list, those of the workspace apart; what the chosen one is, and whether it is gone. */
export function useProfiles(chosen: string | null) {
  const client = useClient();
  const workspace = useWorkspace();
  const { data: profiles = [] } = useQuery({
    queryKey: ['profiles', workspace?.path, workspace?.revision],
    queryFn: () => client.prompt.profiles(),
    placeholderData: (before) => before,
  });
  const names = new Set(workspace?.config.profiles.map(({ name }) => name));
  const entries = (isOwn: boolean) =>
    profiles
      .filter(({ name }) => names.has(name) === isOwn)
      .map(({ name, description }) => ({ value: name, label: visibleString(name), description }));
  const profile = profiles.find(({ name }) => name === chosen);
  return {
    own: entries(true),
    others: entries(false),
    description: profile?.description,
    isGone: chosen !== null && profiles.length > 0 && !profile,
  };
}
