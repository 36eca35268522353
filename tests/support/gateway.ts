import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport as OldTransport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { onTestFinished } from 'vitest';
import type { Gateway, ServeOptions } from '#core/gateway/gateway.ts';
import type { Services } from '#core/services.ts';

/** Which revision of the protocol a host speaks: 2026-07-28, or the one before with its handshake. */
export type Era = 'modern' | 'legacy';
export const eras: readonly Era[] = ['modern', 'legacy'];

/** The gateway of the open workspace; ends with the test. */
export async function gatewayOf(services: Services, options: ServeOptions = {}): Promise<Gateway> {
  const gateway = await services.serveBoard(options);
  onTestFinished(() => gateway.close());
  return gateway;
}

/** What a test asks of a host, whichever official client it is. */
export interface TestHost {
  listTools(): Promise<{ tools: { name: string; description?: string; [field: string]: unknown }[] }>;
  callTool(call: { name: string; arguments?: Record<string, unknown> }, options?: object): Promise<ToolAnswer>;
  readonly client: Client | OldClient;
}

export interface ToolAnswer {
  readonly content: { readonly type: string; readonly text?: string; readonly [field: string]: unknown }[];
  readonly isError?: boolean;
  readonly [field: string]: unknown;
}

/** The official client of an era, connected to the gateway in this process. */
export async function hostAt(
  gateway: Gateway,
  {
    era = 'modern',
    persona = null,
    capabilities = {},
  }: { era?: Era; persona?: string | null; capabilities?: object } = {},
): Promise<TestHost> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const handle = serveStdio(gateway.serverFor({ persona, transport: 'stdio' }), { transport: ours as never });
  onTestFinished(() => handle.close());
  const facts = { name: 'test-host', version: '1.2.3' };
  if (era === 'legacy') {
    const client = new OldClient(facts, { capabilities });
    await client.connect(theirs as unknown as OldTransport);
    return asHost(client);
  }
  const client = new Client(facts, { capabilities, versionNegotiation: { mode: 'auto' } });
  await client.connect(theirs);
  return asHost(client);
}

/** A client as a test host. */
export function asHost(client: Client | OldClient): TestHost {
  const any = client as unknown as {
    listTools(): Promise<never>;
    callTool(call: object, ...rest: unknown[]): Promise<never>;
  };
  const isOld = client instanceof OldClient;
  return {
    client,
    listTools: () => any.listTools(),
    callTool: (call, options) => (isOld ? any.callTool(call, undefined, options) : any.callTool(call, options)),
  };
}

/** The text of an answer. */
export function textOf({ content }: ToolAnswer): string {
  return content.map(({ text = '' }) => text).join('\n');
}
