import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { joinedSentences } from '#shared/text/joined-sentences.ts';
import { useWorkspaceActions } from '../platform/use-workspace-actions.ts';
import { useNavigation } from '../state/navigation-store.ts';
import { onOtherWorkspace } from '../state/open-workspace.ts';
import { strings } from '../strings/app.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { toPegboardError } from '../ui/pegboard-error.ts';
import { VisibleText } from '../ui/visible-text.tsx';

const texts = {
  'open-workspace': {
    title: strings.workspacePathDialog.openWorkspace,
    description: strings.workspacePathDialog.fullPathOfFolder,
    submit: strings.workspacePathDialog.open,
  },
  'new-workspace': {
    title: strings.workspacePathDialog.newWorkspace,
    description: strings.workspacePathDialog.fullPathOfFolderPegboard,
    submit: strings.workspacePathDialog.createWorkspace,
  },
} as const;

/** Asks for a folder and opens the workspace in it, or makes one. */
export function WorkspacePathDialog({ purpose }: { purpose: keyof typeof texts }) {
  const dialog = useNavigation((state) => state.dialog);
  const closeDialog = useNavigation((state) => state.closeDialog);
  const actions = useWorkspaceActions();
  const action = purpose === 'open-workspace' ? actions.open : actions.init;
  const [path, setPath] = useState('');
  const { title, description, submit } = texts[purpose];

  const error = action.isError ? toPegboardError(action.error) : null;
  const refusal = error?.code === 'usage' ? joinedSentences(error.message, error.hint) : null;

  const close = () => {
    action.reset();
    setPath('');
    closeDialog();
  };
  // The watch may tell of the workspace long before the answer comes: keys that are typed when it is shown must reach it.
  useEffect(() =>
    onOtherWorkspace(() => {
      if (action.isPending) close();
    }),
  );
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (path.trim() !== '') action.mutate(path.trim(), { onSuccess: close });
  };

  return (
    <Modal opened={dialog === purpose} onClose={close} title={title}>
      <form onSubmit={onSubmit}>
        <Stack gap="md">
          <TextInput
            data-autofocus
            label={strings.workspacePathDialog.folder}
            description={description}
            placeholder="/home/you/my-agent"
            classNames={{ input: 'mono' }}
            value={path}
            error={refusal === null ? undefined : <VisibleText text={refusal} />}
            onChange={(event) => {
              setPath(event.currentTarget.value);
              if (action.isError) action.reset();
            }}
          />
          {error && refusal === null && <ErrorNotice error={error} />}
          <Group justify="flex-end" gap="sm">
            <Button onClick={close}>{strings.workspacePathDialog.cancel}</Button>
            <Button type="submit" variant="filled" loading={action.isPending} disabled={path.trim() === ''}>
              {submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
