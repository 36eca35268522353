import { Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import { packNameSchema } from '#shared/domain/pack.ts';
import type { PegboardError } from '#shared/errors.ts';
import { strings } from '../../strings/packs.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { addPack } from './pack-acts.ts';
import { type InPackDialog, usePacksStore } from './packs-store.ts';

interface NewPackProps {
  readonly workspace: string;
  /** The dialog that needs the pack, and opens for it afterwards. */
  readonly next: InPackDialog | undefined;
  onClose(): void;
}

/** Creates a pack: its folder in the workspace, and its entry in pegboard.yaml. */
export function NewPackDialog({ workspace, next, onClose }: NewPackProps) {
  const openDialog = usePacksStore((state) => state.open);
  const [name, setName] = useState('');
  const [error, setError] = useState<PegboardError | null>(null);
  const [isBusy, setBusy] = useState(false);
  const forFolders = next?.kind === 'import-skills';
  const parsed = packNameSchema.safeParse(name.trim());
  const shown = name.trim() || '<name>';
  const onSubmit = async () => {
    if (!parsed.success) return;
    setBusy(true);
    const refused = await addPack(workspace, parsed.data, forFolders ? 'skill-md' : null);
    setBusy(false);
    if (refused) setError(refused);
    else if (next) openDialog({ ...next, pack: parsed.data });
    else onClose();
  };
  return (
    <Modal opened onClose={onClose} title={strings.newPackDialog.newPack} size="md">
      <DialogForm
        submit={next ? strings.newPackDialog.createPackContinue : strings.newPackDialog.createPack}
        isReady={parsed.success}
        isBusy={isBusy}
        error={error}
        onSubmit={onSubmit}
        onCancel={onClose}
      >
        {next && (
          <p>{forFolders ? strings.newPackDialog.foldersNeedPack : strings.newPackDialog.skillBelongsPackCreate}</p>
        )}
        <TextInput
          label={strings.newPackDialog.name}
          description={strings.newPackDialog.folderPacksNames(shown)}
          value={name}
          error={name.trim() !== '' && !parsed.success ? parsed.error.issues[0]?.message : null}
          data-autofocus
          data-testid="new-pack-name"
          onChange={(event) => {
            setName(event.currentTarget.value);
            setError(null);
          }}
        />
      </DialogForm>
    </Modal>
  );
}
