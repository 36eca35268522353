import { once } from 'node:events';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import { WebSocket } from 'ws';
import { callHeaders } from '../../src-renderer/platform/transport.ts';
import type { PegboardClient } from './in-process-client.ts';

/** A client of an app that is served at an address with a token, as its page is one; `workspace` is what that shows. */
export async function connectTo(url: string, workspace?: string): Promise<PegboardClient> {
  const { host, hash } = new URL(url);
  const token = new URLSearchParams(hash.slice(1)).get('token') ?? '';
  const socket = new WebSocket(`ws://${host}/rpc`, ['pegboard', `token.${token}`], { origin: `http://${host}` });
  await once(socket, 'open');
  const websocket = socket as unknown as globalThis.WebSocket;
  return createORPCClient(new RPCLink({ websocket, headers: () => callHeaders({ context: { workspace } }) }));
}
