import { Modal, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useClient } from '../../platform/client.ts';
import { inTurn } from '../../state/undo-store.ts';
import { strings } from '../../strings/packs.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { visibleString } from '../../ui/hidden-characters.ts';
import { isUnsaved, skillAdded } from './pack-acts.ts';

/** A copy of a skill as it is saved, under another name and in a file of its own. */
export function DuplicateDialog({
  pack,
  file,
  index,
  name: original,
  workspace,
  onClose,
}: {
  pack: string;
  file: string;
  index: number;
  name: string;
  workspace: string;
  onClose(): void;
}) {
  const client = useClient();
  const [name, setName] = useState(`${original}-copy`);
  const copy = useMutation({
    mutationFn: () =>
      inTurn(workspace, async () => {
        const context = { context: { workspace } };
        const { hash } = await client.skillEditor.file({ pack, file }, context);
        const asked = { pack, file, index, name: name.trim(), expected_hash: hash };
        const made = await client.skillEditor.duplicate(asked, context);
        onClose();
        await skillAdded(workspace, pack, made.file, strings.duplicateDialog.added(name.trim()));
      }),
  });
  return (
    <Modal opened onClose={onClose} title={strings.duplicateDialog.duplicate(visibleString(original))} size="md">
      <DialogForm
        submit={strings.duplicateDialog.duplicate2}
        isReady={name.trim() !== ''}
        isBusy={copy.isPending}
        error={copy.error}
        onSubmit={() => copy.mutate()}
        onCancel={onClose}
      >
        <TextInput
          label={strings.duplicateDialog.nameCopy}
          description={isUnsaved(workspace, { pack, file }) ? strings.duplicateDialog.copyContainsSavedFile : undefined}
          value={name}
          data-autofocus
          data-testid="duplicate-name"
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => {
            setName(event.currentTarget.value);
            copy.reset();
          }}
        />
      </DialogForm>
    </Modal>
  );
}
