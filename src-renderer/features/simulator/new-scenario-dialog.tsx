import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import type { PegboardError } from '#shared/errors.ts';
import { toPegboardError } from '../../platform/pegboard-error.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';

/** Asks what a new scenario is called; `like` is the one that it copies. */
export function NewScenarioDialog({
  asked,
  onCreate,
  onClose,
}: {
  asked: { readonly like: { readonly path: string; readonly name: string } | null } | null;
  onCreate(name: string, like: string | null): Promise<void>;
  onClose(): void;
}) {
  const [name, setName] = useState('');
  const [error, setError] = useState<PegboardError | null>(null);
  const like = asked?.like ?? null;
  useEffect(() => {
    setName(like ? `${like.name} copy` : '');
    setError(null);
  }, [like]);
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    try {
      await onCreate(name.trim(), like?.path ?? null);
      onClose();
    } catch (thrown) {
      setError(toPegboardError(thrown));
    }
  };
  return (
    <Modal
      opened={asked !== null}
      onClose={onClose}
      title={like ? 'Duplicate the scenario' : 'New scenario'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={onSubmit}>
        <Stack gap="md">
          <TextInput
            label="Name"
            description={
              like
                ? `A copy of ${like.path}, in scenarios/.`
                : 'A small example to change, in scenarios/. It can be run as it is.'
            }
            value={name}
            maxLength={100}
            autoComplete="off"
            data-autofocus
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {error && <ErrorNotice error={error} />}
          <Group justify="flex-end" gap="sm">
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="filled" disabled={name.trim() === ''}>
              Create
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
