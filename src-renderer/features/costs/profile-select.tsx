import { NativeSelect } from '@mantine/core';
import { builtinProfiles } from '#shared/domain/prompt-profile.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { strings } from '../../strings/costs.ts';
import { cutText } from '../../ui/cut-text.ts';
import { visibleString } from '../../ui/hidden-characters.ts';
import { useCosts } from './costs-store.ts';

/** The profile that prompts and requests are built under: the workspace's own first. */
export function ProfileSelect() {
  const profile = useCosts((state) => state.profile);
  const set = useCosts((state) => state.set);
  const own = useWorkspace()?.config.profiles ?? [];
  const names = [...new Set(['workspace', ...[...own, ...builtinProfiles].map(({ name }) => name), profile])];
  return (
    <NativeSelect
      label={strings.profileSelect.profile}
      data={names.map((name) => ({ value: name, label: visibleString(cutText(name, 60)) }))}
      value={profile}
      onChange={(event) => set({ profile: event.currentTarget.value })}
    />
  );
}
