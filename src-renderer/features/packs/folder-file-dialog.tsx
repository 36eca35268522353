import { Modal, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { strings } from '../../strings/packs.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { visibleString } from '../../ui/hidden-characters.ts';
import { addBeside, renameBeside } from './beside-acts.ts';
import { besidePath } from './beside-files.ts';

/** Asks for the path of a new file beside a SKILL.md, or for another path of one. */
export function FolderFileDialog({
  pack,
  owner,
  from,
  workspace,
  onClose,
}: {
  pack: string;
  /** The SKILL.md. */
  owner: string;
  /** Path in the folder of the skill; null for a new file. */
  from: string | null;
  workspace: string;
  onClose(): void;
}) {
  const [path, setPath] = useState(from ?? 'references/');
  const write = useMutation({
    mutationFn: () => {
      const to = besidePath(owner, path.trim());
      if (from === null) return addBeside(workspace, { pack, file: to });
      return renameBeside(workspace, { pack, file: besidePath(owner, from) }, to);
    },
    onSuccess: onClose,
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={
        from === null ? strings.folderFileDialog.newFile : strings.folderFileDialog.renameFile(visibleString(from))
      }
      size="md"
    >
      <DialogForm
        submit={from === null ? strings.folderFileDialog.addFile : strings.folderFileDialog.rename}
        isReady={path.trim() !== '' && !path.trim().endsWith('/')}
        isBusy={write.isPending}
        error={write.error}
        onSubmit={() => write.mutate()}
        onCancel={onClose}
      >
        <TextInput
          label={strings.folderFileDialog.pathInSkill}
          description={strings.folderFileDialog.pathExamples}
          value={path}
          data-autofocus
          data-testid="folder-file-path"
          onChange={(event) => {
            setPath(event.currentTarget.value);
            write.reset();
          }}
        />
      </DialogForm>
    </Modal>
  );
}
