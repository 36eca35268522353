import type { Profile } from '#shared/domain/config.ts';
import type { ConfigChange } from '#shared/domain/config-edit.ts';
import { PegboardError } from '#shared/errors.ts';
import { editConfig } from '../../platform/edit-config.ts';
import { strings } from '../../strings/prompt-diff.ts';
import { fieldChanges, fieldsText, type ProfileFields, profileSections } from './profile-fields.ts';

type Profiles = readonly Profile[];

/** Writes the list of profiles in `pegboard.yaml`; it can be undone. Errors: those of `config.edit`. */
async function edit(
  workspace: string,
  done: string,
  next: (profiles: Profiles, written: Readonly<Record<string, unknown>>) => Profiles,
  onWritten?: () => void,
): Promise<void> {
  await editConfig(workspace, ({ written }) => {
    const list = next((written.profiles ?? []) as unknown as Profiles, written);
    const value = list as unknown as NonNullable<ConfigChange['value']>;
    const change: ConfigChange = { path: ['profiles'], ...(list.length > 0 && { value }) };
    return { changes: [change], done, notice: strings.profileActs.pegboardYaml, ...(onWritten && { onWritten }) };
  });
}

const replaced = (name: string, change: (profile: Profile) => Profile) => (profiles: Profiles) =>
  profiles.map((profile) => (profile.name === name ? change(profile) : profile));

/** The profile that gets a name; `onWritten` runs after the write, before the screen shows it. */
interface Named {
  readonly workspace: string;
  readonly name: string;
  onWritten(): void;
}

/** Adds a profile with these fields; null: those that the workspace's own file sets. */
export const addProfile = ({ workspace, name, onWritten }: Named, fields: ProfileFields | null) =>
  edit(
    workspace,
    strings.profileActs.addedProfile(name),
    (profiles, written) => [
      ...profiles,
      {
        name,
        ...(fields ??
          Object.fromEntries(profileSections.flatMap((key) => (key in written ? [[key, written[key]]] : [])))),
      },
    ],
    onWritten,
  );

/** Gives the profile `before` another name. */
export const renameProfile = ({ workspace, name, onWritten }: Named, before: string) =>
  edit(
    workspace,
    strings.profileActs.renamedProfile(before),
    replaced(before, (profile) => ({ ...profile, name })),
    onWritten,
  );

/** Writes the fields of a profile that says `expected` (see `fieldsText`); gives it as it is now. Error: `file_changed`. */
export async function writeProfile(workspace: string, profile: Profile, expected: string): Promise<Profile> {
  const { name } = profile;
  await edit(
    workspace,
    strings.profileActs.changedProfile(name),
    replaced(name, (before) => {
      if (fieldsText(before) === expected) return profile;
      throw new PegboardError('file_changed', strings.profileActs.someoneChangedProfile(name), {
        hint: strings.profileActs.compareTwoChooseOne,
      });
    }),
  );
  return profile;
}

export const removeProfile = (workspace: string, name: string) =>
  edit(workspace, strings.profileActs.deletedProfile(name), (profiles) =>
    profiles.filter((profile) => profile.name !== name),
  );

/** Sets the fields of a profile in the workspace itself. */
export const applyProfile = (workspace: string, profile: Profile) =>
  editConfig(workspace, {
    changes: fieldChanges(profile),
    done: strings.profileActs.appliedProfile(profile.name),
    notice: strings.profileActs.toPegboardYaml,
  });
