import { Button, Group, TextInput } from '@mantine/core';
import { useAddSource } from '../../state/add-source-store.ts';
import { addressDrafted, commandDrafted } from '../../state/connection-draft.ts';
import { AddressForm } from './address-form.tsx';
import { CommandForm } from './command-form.tsx';
import { useStartDraft } from './use-start-draft.ts';

const ways = {
  command: { Form: CommandForm, drafted: commandDrafted, submit: 'Start…' },
  address: { Form: AddressForm, drafted: addressDrafted, submit: 'Connect…' },
} as const;

/** A new source, by its command or its address. */
export function DraftForm({ way }: { way: keyof typeof ways }) {
  const { draft, change, close } = useAddSource();
  const { Form, drafted, submit } = ways[way];
  const { problems, onSubmit } = useStartDraft(drafted);
  return (
    <Form draft={draft} problems={problems} change={change} onSubmit={onSubmit}>
      <TextInput
        label="Name of the source (optional)"
        description="Its tools are named <source>.<tool>. Without a name, the source is named as the server names itself."
        value={draft.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        error={problems.name}
      />
      <Group justify="flex-end" gap="sm">
        <Button onClick={close}>Cancel</Button>
        <Button type="submit" variant="filled">
          {submit}
        </Button>
      </Group>
    </Form>
  );
}
