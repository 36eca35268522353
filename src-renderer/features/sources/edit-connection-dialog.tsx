import { Button, Group, Modal, SegmentedControl, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { McpConnection } from '#shared/domain/mcp-connection.ts';
import { useClient } from '../../platform/client.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { addressDrafted, type ConnectionDraft, commandDrafted, draftOf } from '../../state/connection-draft.ts';
import { strings } from '../../strings/sources.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { visibleString } from '../../ui/hidden-characters.ts';
import { AddressForm } from './address-form.tsx';
import { CommandForm } from './command-form.tsx';
import { closeSourceDialog, importSource, setConnection, useSourceDialog } from './sources-model.ts';

/** Changes how the server of a source is reached. Its tools stay as they are until it is imported again. */
export function EditConnectionDialog() {
  const client = useClient();
  const name = useSourceDialog(({ dialog }) => (dialog?.kind === 'connection' ? dialog.name : null));
  const path = useWorkspace()?.path;
  const shown = useQuery({
    queryKey: ['connection', path, name],
    queryFn: ({ signal }) => client.sources.connection({ name: name ?? '' }, { signal }),
    enabled: name !== null,
    // The text must not change while the user types.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <Modal
      opened={name !== null}
      onClose={closeSourceDialog}
      title={visibleString(strings.editConnectionDialog.editConnection(name ?? ''))}
      size={720}
    >
      {shown.error && <ErrorNotice error={shown.error} />}
      {name !== null && shown.data && <EditForm key={name} name={name} connection={shown.data.connection} />}
    </Modal>
  );
}

const ways = {
  command: { Form: CommandForm, drafted: commandDrafted },
  address: { Form: AddressForm, drafted: addressDrafted },
} as const;

function EditForm({ name, connection }: { name: string; connection: McpConnection }) {
  const path = useWorkspace()?.path;
  const [way, setWay] = useState<keyof typeof ways>(connection.url === undefined ? 'command' : 'address');
  const [draft, setDraft] = useState<ConnectionDraft>(() => draftOf(connection, null));
  const [submitted, setSubmitted] = useState(false);
  const { Form, drafted } = ways[way];
  const result = drafted(draft, []);

  const save = useMutation({
    mutationFn: async ({ importsAgain }: { importsAgain: boolean }) => {
      if (result.kind === 'problems' || path === undefined) return;
      await setConnection(path, name, result.connection);
      if (importsAgain) importSource(path, name);
    },
  });
  const saveAnd = (importsAgain: boolean) => {
    setSubmitted(true);
    if (result.kind === 'connection') save.mutate({ importsAgain });
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    saveAnd(true);
  };
  return (
    <Stack gap="md">
      <SegmentedControl
        aria-label={strings.editConnectionDialog.connectionType}
        value={way}
        onChange={(value) => setWay(value === 'address' ? 'address' : 'command')}
        data={[
          { value: 'command', label: strings.editConnectionDialog.command },
          { value: 'address', label: strings.editConnectionDialog.address },
        ]}
        style={{ alignSelf: 'flex-start' }}
      />
      <Form
        draft={draft}
        problems={submitted && result.kind === 'problems' ? result.problems : {}}
        change={(part) => setDraft((state) => ({ ...state, ...part }))}
        onSubmit={onSubmit}
      >
        {save.error && <ErrorNotice error={save.error} />}
        <Group justify="flex-end" gap="sm">
          <Button onClick={closeSourceDialog}>{strings.editConnectionDialog.cancel}</Button>
          <Button disabled={save.isPending} onClick={() => saveAnd(false)}>
            {strings.editConnectionDialog.save}
          </Button>
          <Button type="submit" variant="filled" loading={save.isPending}>
            {strings.editConnectionDialog.saveImportAgain}
          </Button>
        </Group>
      </Form>
    </Stack>
  );
}
