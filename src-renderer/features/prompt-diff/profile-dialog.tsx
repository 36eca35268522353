import { Modal, Select, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Profile } from '#shared/domain/config.ts';
import { builtinProfiles } from '#shared/domain/prompt-profile.ts';
import { strings } from '../../strings/prompt-diff.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { visibleString } from '../../ui/hidden-characters.ts';
import { addProfile, renameProfile } from './profile-acts.ts';
import { type ProfileQuestion, useProfileDialog } from './profile-dialog-store.ts';
import { freeName } from './profile-fields.ts';

/** Values of the list of beginnings; a profile's name has `name:` before it. */
const fromFile = 'file';
const fromNothing = 'nothing';

/** A new profile and what it starts from, or another name of one. */
export function ProfileDialog({
  workspace,
  profiles,
  onDone,
}: {
  /** Path of the workspace. */
  workspace: string;
  profiles: readonly Profile[];
  /** The profile is written; `before` is the name that it had. */
  onDone(name: string, before: string | null): void;
}) {
  const { question, close } = useProfileDialog();
  const isNew = question?.kind === 'new';
  return (
    <Modal
      opened={question !== null}
      onClose={close}
      title={isNew ? strings.profileDialog.newProfile : strings.profileDialog.renameProfile}
      size={480}
    >
      {question && <ProfileForm workspace={workspace} question={question} profiles={profiles} onDone={onDone} />}
    </Modal>
  );
}

function ProfileForm({
  workspace,
  question,
  profiles,
  onDone,
}: {
  workspace: string;
  question: ProfileQuestion;
  profiles: readonly Profile[];
  onDone(name: string, before: string | null): void;
}) {
  const close = useProfileDialog((state) => state.close);
  const all = [...profiles, ...builtinProfiles.filter(({ name }) => profiles.every((own) => own.name !== name))];
  const taken = new Set(all.map(({ name }) => name));
  const copied = question.kind === 'new' ? question.from : null;
  const [name, setName] = useState(
    question.kind === 'rename' ? question.name : copied === null ? '' : freeName(copied, taken),
  );
  const [from, setFrom] = useState(copied === null ? fromFile : `name:${copied}`);
  const wanted = name.trim();
  const isSame = question.kind === 'rename' && wanted === question.name;
  const named = {
    workspace,
    name: wanted,
    // With the write, so that a key pressed next meets the profile and not the dialog.
    onWritten: () => {
      onDone(wanted, question.kind === 'rename' ? question.name : null);
      close();
    },
  };
  const save = useMutation({
    mutationFn: async () => {
      if (question.kind === 'rename') return renameProfile(named, question.name);
      const profile = all.find((one) => from === `name:${one.name}`);
      if (!profile) return addProfile(named, from === fromFile ? null : {});
      const { name: _name, description: _description, ...fields } = profile;
      return addProfile(named, fields);
    },
  });
  const isTaken = !isSame && taken.has(wanted);
  const canSave = wanted !== '' && !isTaken && !isSame;
  return (
    <DialogForm
      submit={question.kind === 'rename' ? strings.profileDialog.rename : strings.profileDialog.add}
      isReady={canSave}
      isBusy={save.isPending}
      error={save.error}
      onSubmit={() => save.mutate()}
      onCancel={close}
    >
      <TextInput
        label={strings.profileDialog.name}
        value={name}
        data-autofocus
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setName(event.currentTarget.value)}
        error={isTaken ? strings.profileDialog.profileNameExists : null}
      />
      {question.kind === 'new' ? (
        <Select
          label={strings.profileDialog.startsFrom}
          data={[
            { value: fromFile, label: strings.profileDialog.settingsOfThisWorkspace },
            { value: fromNothing, label: strings.profileDialog.empty },
            ...all
              .filter(({ name: one }) => one !== 'workspace')
              .map(({ name: one }) => ({
                value: `name:${one}`,
                label: strings.profileDialog.copyOf(visibleString(one)),
              })),
          ]}
          value={from}
          onChange={(value) => value !== null && setFrom(value)}
        />
      ) : (
        <Text c="dimmed">{strings.profileDialog.scenariosAndScripts}</Text>
      )}
    </DialogForm>
  );
}
