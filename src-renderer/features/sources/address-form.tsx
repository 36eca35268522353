import { Stack, TextInput } from '@mantine/core';
import type { ConnectionFormProps } from '../../state/connection-draft.ts';
import { strings } from '../../strings/sources.ts';
import { NamedValues } from './named-values.tsx';

/** A server that an address reaches. */
export function AddressForm({ draft, problems, change, onSubmit, children }: ConnectionFormProps) {
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="md">
        <TextInput
          label={strings.addressForm.address}
          description={strings.addressForm.mcpEndpointStreamableHttp}
          placeholder="https://mcp.example.com/mcp"
          classNames={{ input: 'mono' }}
          data-autofocus
          value={draft.url}
          onChange={(event) => change({ url: event.currentTarget.value })}
          error={problems.url}
        />
        <NamedValues
          label={strings.addressForm.headersOptional}
          noun={strings.addressForm.header}
          description={strings.addressForm.sentWithEachRequest}
          placeholder={strings.addressForm.valueEnvName}
          rows={draft.headers}
          error={problems.headers}
          onChange={(headers) => change({ headers })}
        />
        {children}
      </Stack>
    </form>
  );
}
