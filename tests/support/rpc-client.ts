import { once } from 'node:events';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import { WebSocket } from 'ws';
import type { PegboardClient } from '#rpc/in-process-client.ts';

/** A client of an app that is served at an address with a token, as its page is one. */
export async function connectTo(url: string): Promise<PegboardClient> {
  const { host, hash } = new URL(url);
  const token = new URLSearchParams(hash.slice(1)).get('token') ?? '';
  const socket = new WebSocket(`ws://${host}/rpc`, ['pegboard', `token.${token}`], { origin: `http://${host}` });
  await once(socket, 'open');
  return createORPCClient(new RPCLink({ websocket: socket as unknown as globalThis.WebSocket }));
}
