import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { packNameSchema } from '#shared/domain/pack.ts';
import type { PegboardError } from '#shared/errors.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import type { PackActs } from './use-pack-acts.ts';

/** A new pack: its folder in the workspace, and its line in pegboard.yaml. */
export function NewPackDialog({ acts, onClose }: { acts: PackActs; onClose(): void }) {
  const [name, setName] = useState('');
  const [error, setError] = useState<PegboardError | null>(null);
  const [isBusy, setBusy] = useState(false);
  const parsed = packNameSchema.safeParse(name.trim());
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (!parsed.success) return;
    setBusy(true);
    const refused = await acts.newPack(parsed.data);
    setBusy(false);
    if (refused) setError(refused);
    else onClose();
  };
  return (
    <Modal opened onClose={onClose} title="New pack" size="md" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={(event) => void onSubmit(event)}>
        <Stack gap="md">
          <TextInput
            label="Name"
            description={`Its folder is packs/${name.trim() === '' ? '…' : name.trim()}; its skills are called pack.${name.trim() === '' ? '…' : name.trim()}.…`}
            value={name}
            error={name.trim() !== '' && !parsed.success ? parsed.error.issues[0]?.message : null}
            spellCheck={false}
            autoComplete="off"
            data-autofocus
            data-testid="new-pack-name"
            onChange={(event) => {
              setName(event.currentTarget.value);
              setError(null);
            }}
          />
          {error && <ErrorNotice error={error} />}
          <Group justify="flex-end" gap="sm">
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="filled" disabled={!parsed.success} loading={isBusy}>
              Create
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
