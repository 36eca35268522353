import { useMemo } from 'react';
import type { Profile } from '#shared/domain/config.ts';
import type { ConfigChange } from '#shared/domain/config-edit.ts';
import { PegboardError } from '#shared/errors.ts';
import { editConfig } from '../../platform/edit-config.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { fieldChanges, fieldsText, type ProfileFields, profileSections } from './profile-fields.ts';

/** Every change of the profiles in `pegboard.yaml`. Each is written at once and can be undone; errors are those of `config.edit`. */
export interface ProfileActs {
  /** Adds a profile with these fields; null: those that the workspace's own file sets. */
  add(name: string, fields: ProfileFields | null): Promise<void>;
  rename(name: string, to: string): Promise<void>;
  /** Writes the fields of a profile that says `expected` (see `fieldsText`); gives it as it is now. Error: `file_changed`. */
  write(name: string, fields: ProfileFields, expected: string): Promise<Profile>;
  remove(name: string): Promise<void>;
  /** Sets the fields of a profile in the workspace itself. */
  apply(profile: Profile): Promise<void>;
}

export function useProfileActs(): ProfileActs {
  const workspace = useWorkspace()?.path ?? '';
  return useMemo(() => {
    const edit = async (
      done: string,
      next: (profiles: readonly Profile[], written: Readonly<Record<string, unknown>>) => readonly Profile[],
    ) => {
      await editConfig(workspace, ({ written }) => {
        const profiles = (written.profiles ?? []) as unknown as readonly Profile[];
        const list = next(profiles, written);
        const value = list as unknown as NonNullable<ConfigChange['value']>;
        const change: ConfigChange = { path: ['profiles'], ...(list.length > 0 && { value }) };
        return { changes: [change], done, notice: 'In pegboard.yaml.' };
      });
    };
    const replaced = (name: string, change: (profile: Profile) => Profile) => (profiles: readonly Profile[]) =>
      profiles.map((profile) => (profile.name === name ? change(profile) : profile));
    return {
      add: (name, fields) =>
        edit(`Added the profile ${name}`, (profiles, written) => [
          ...profiles,
          {
            name,
            ...(fields ??
              Object.fromEntries(profileSections.flatMap((key) => (key in written ? [[key, written[key]]] : [])))),
          },
        ]),
      rename: (name, to) =>
        edit(
          `Renamed the profile ${name}`,
          replaced(name, (profile) => ({ ...profile, name: to })),
        ),
      write: async (name, fields, expected) => {
        const next = { name, ...fields };
        await edit(
          `Changed the profile ${name}`,
          replaced(name, (profile) => {
            if (fieldsText(profile) !== expected) throw profileChanged(name);
            return next;
          }),
        );
        return next;
      },
      remove: (name) =>
        edit(`Deleted the profile ${name}`, (profiles) => profiles.filter((profile) => profile.name !== name)),
      apply: async (profile) => {
        const done = `Applied the profile ${profile.name}`;
        await editConfig(workspace, { changes: fieldChanges(profile), done, notice: 'To pegboard.yaml.' });
      },
    };
  }, [workspace]);
}

function profileChanged(name: string): PegboardError {
  return new PegboardError(
    'file_changed',
    `The profile ${name} is another in pegboard.yaml by now; nothing was written.`,
    {
      hint: 'Compare the two and choose one.',
    },
  );
}
