import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useAddSource } from './add-source-store.ts';
import { SourceName } from './command-form.tsx';
import { addressDrafted } from './connection-draft.ts';
import { NamedValues } from './named-values.tsx';
import { useStartDraft } from './use-start-draft.ts';

/** A server that an address reaches. */
export function AddressForm() {
  const { draft, change, close } = useAddSource();
  const { problems, onSubmit } = useStartDraft(addressDrafted);
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="md">
        <TextInput
          label="Address"
          description="The MCP endpoint itself, over streamable HTTP. A server that wants you to sign in says so, and you can do it then."
          placeholder="https://mcp.example.com/mcp"
          classNames={{ input: 'mono' }}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          value={draft.url}
          onChange={(event) => change({ url: event.currentTarget.value })}
          error={problems.url}
        />
        <NamedValues
          label="Headers (optional)"
          noun="header"
          description="Sent with each request. pegboard.yaml gets ${env:NAME} in place of a value typed here, which serves this session only."
          placeholder="value, or ${env:NAME}"
          rows={draft.headers}
          error={problems.headers}
          onChange={(headers) => change({ headers })}
        />
        <SourceName error={problems.name} />
        <Group justify="flex-end" gap="sm">
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="filled">
            Connect…
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
