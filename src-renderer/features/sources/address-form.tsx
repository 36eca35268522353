import { Stack, TextInput } from '@mantine/core';
import type { ConnectionFormProps } from '../../state/connection-draft.ts';
import { NamedValues } from './named-values.tsx';

/** A server that an address reaches. */
export function AddressForm({ draft, problems, change, onSubmit, children }: ConnectionFormProps) {
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="md">
        <TextInput
          label="Address"
          description="The MCP endpoint itself, over streamable HTTP. A server that wants you to sign in says so, and you can do it then."
          placeholder="https://mcp.example.com/mcp"
          classNames={{ input: 'mono' }}
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
        {children}
      </Stack>
    </form>
  );
}
