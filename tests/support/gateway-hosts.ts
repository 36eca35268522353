import { Client as NewClient, StreamableHTTPClientTransport as NewTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport as NewStdioTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldStdioTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  CallToolResultSchema,
  ElicitRequestSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { onTestFinished } from 'vitest';

interface CallUse {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: number) => void;
}

/** An MCP host, whichever official client it is made of. */
export interface TestHost {
  tools(): Promise<string[]>;
  /** The text of a call's result. */
  call(name: string, args?: Record<string, unknown>, use?: CallUse): Promise<string>;
  /** Ends the session where there is one, as a host that ends in order. */
  close(): Promise<void>;
  /** Goes away without a word. */
  drop(): Promise<void>;
  readonly protocol: string | undefined;
}

/** An address with its token, or what a host starts. */
export type HostServer =
  | { readonly url: string; readonly token: string }
  | { readonly command: string; readonly args: string[]; readonly env: Record<string, string> };

type HostOptions = HostServer & {
  readonly onListChanged?: () => void;
  /** What the user fills into the form of a question; yes without it. */
  readonly answer?: (question: string) => Record<string, boolean | string>;
};

type Connect = (options: HostOptions) => Promise<TestHost>;

/** The clients that people's hosts are made of. */
export const hosts: Readonly<Record<string, Connect>> = {
  'the new client, 2026-07-28': (options) => newHost(options, { pin: '2026-07-28' }),
  'the new client, older protocol': (options) => newHost(options, 'legacy'),
  'the old client': oldHost,
};

async function newHost(options: HostOptions, mode: 'legacy' | { readonly pin: string }): Promise<TestHost> {
  const { onListChanged, answer = sayYes } = options;
  const client = new NewClient(
    { name: 'new', version: '1.0.0' },
    {
      capabilities: { elicitation: { form: {} } },
      versionNegotiation: { mode },
      ...(onListChanged ? { listChanged: { tools: { onChanged: () => onListChanged(), debounceMs: 0 } } } : {}),
    },
  );
  client.setRequestHandler('elicitation/create', async ({ params }) => ({
    action: 'accept',
    content: answer(params.message),
  }));
  const transport =
    'url' in options ? new NewTransport(new URL(options.url), withToken(options)) : new NewStdioTransport(options);
  await client.connect(transport);
  onTestFinished(() => client.close());
  return {
    protocol: client.getNegotiatedProtocolVersion(),
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args = {}, use = {}) =>
      textOf(await client.callTool({ name, arguments: args }, requestOptions(use))),
    async close() {
      if (transport instanceof NewTransport) await transport.terminateSession();
      await client.close();
    },
    drop: () => client.close(),
  };
}

async function oldHost(options: HostOptions): Promise<TestHost> {
  const { onListChanged, answer = sayYes } = options;
  const client = new OldClient({ name: 'old', version: '1.0.0' }, { capabilities: { elicitation: {} } });
  client.setRequestHandler(ElicitRequestSchema, async ({ params }) => ({
    action: 'accept',
    content: answer(params.message),
  }));
  if (onListChanged) client.setNotificationHandler(ToolListChangedNotificationSchema, () => onListChanged());
  const transport =
    'url' in options ? new OldTransport(new URL(options.url), withToken(options)) : new OldStdioTransport(options);
  await client.connect(transport);
  onTestFinished(() => client.close());
  return {
    protocol: transport instanceof OldTransport ? transport.protocolVersion : undefined,
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args = {}, use = {}) =>
      textOf(await client.callTool({ name, arguments: args }, CallToolResultSchema, requestOptions(use))),
    async close() {
      if (transport instanceof OldTransport) await transport.terminateSession();
      await client.close();
    },
    drop: () => client.close(),
  };
}

const sayYes = () => ({ yes: true });

function withToken({ token }: { readonly token: string }) {
  return { requestInit: { headers: { authorization: `Bearer ${token}` } } };
}

function requestOptions({ signal, onProgress }: CallUse) {
  const onprogress = ({ progress }: { progress: number }) => onProgress?.(progress);
  return { signal, ...(onProgress ? { onprogress } : {}) };
}

function textOf(result: unknown): string {
  return (result as { content: { text: string }[] }).content[0]?.text ?? '';
}
