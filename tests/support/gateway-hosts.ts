import { Client as NewClient, StreamableHTTPClientTransport as NewTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  CallToolResultSchema,
  ElicitRequestSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { onTestFinished } from 'vitest';

/** An MCP host, whichever official client it is made of. */
export interface TestHost {
  tools(): Promise<string[]>;
  /** The text of a call's result. */
  call(
    name: string,
    args?: Record<string, unknown>,
    options?: { signal?: AbortSignal; onProgress?: (progress: number) => void },
  ): Promise<string>;
  /** Ends the session where there is one, as a host that ends in order. */
  close(): Promise<void>;
  /** Goes away without a word. */
  drop(): Promise<void>;
  readonly protocol: string | undefined;
}

interface HostOptions {
  readonly url: string;
  readonly token: string;
  readonly onListChanged?: () => void;
}

type Connect = (options: HostOptions) => Promise<TestHost>;

/** The clients that people's hosts are made of. The user of each says yes to every question. */
export const hosts: Readonly<Record<string, Connect>> = {
  'the new client, 2026-07-28': (options) => newHost(options, { pin: '2026-07-28' }),
  'the new client, older protocol': (options) => newHost(options, 'legacy'),
  'the old client': oldHost,
};

async function newHost(
  { url, token, onListChanged }: HostOptions,
  mode: 'legacy' | { readonly pin: string },
): Promise<TestHost> {
  const client = new NewClient(
    { name: 'new', version: '1.0.0' },
    {
      capabilities: { elicitation: { form: {} } },
      versionNegotiation: { mode },
      ...(onListChanged ? { listChanged: { tools: { onChanged: () => onListChanged(), debounceMs: 0 } } } : {}),
    },
  );
  client.setRequestHandler('elicitation/create', async () => ({ action: 'accept', content: { yes: true } }));
  const transport = new NewTransport(new URL(url), { requestInit: { headers: { authorization: `Bearer ${token}` } } });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return {
    protocol: client.getNegotiatedProtocolVersion(),
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    async call(name, args = {}, { signal, onProgress } = {}) {
      const options = {
        signal,
        ...(onProgress ? { onprogress: ({ progress }: { progress: number }) => onProgress(progress) } : {}),
      };
      return textOf(await client.callTool({ name, arguments: args }, options));
    },
    async close() {
      await transport.terminateSession();
      await client.close();
    },
    drop: () => client.close(),
  };
}

async function oldHost({ url, token, onListChanged }: HostOptions): Promise<TestHost> {
  const client = new OldClient({ name: 'old', version: '1.0.0' }, { capabilities: { elicitation: {} } });
  client.setRequestHandler(ElicitRequestSchema, async () => ({ action: 'accept', content: { yes: true } }));
  if (onListChanged) client.setNotificationHandler(ToolListChangedNotificationSchema, () => onListChanged());
  const transport = new OldTransport(new URL(url), { requestInit: { headers: { authorization: `Bearer ${token}` } } });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return {
    protocol: transport.protocolVersion,
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    async call(name, args = {}, { signal, onProgress } = {}) {
      const options = {
        signal,
        ...(onProgress ? { onprogress: ({ progress }: { progress: number }) => onProgress(progress) } : {}),
      };
      return textOf(await client.callTool({ name, arguments: args }, CallToolResultSchema, options));
    },
    async close() {
      await transport.terminateSession();
      await client.close();
    },
    drop: () => client.close(),
  };
}

function textOf(result: unknown): string {
  return (result as { content: { text: string }[] }).content[0]?.text ?? '';
}
