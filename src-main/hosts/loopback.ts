import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PegboardError } from '#shared/errors.ts';

/** The only address that Pegboard listens on: nothing else on the network can reach it. */
export const loopbackAddress = '127.0.0.1';

/**
 * The port that the server listens on; 0 takes any free one. Errors: `address_in_use`, and `usage` for a port that this user
 * may not take.
 */
export function listenOnLoopback(server: Server, port: number): Promise<number> {
  return listenAt(server, { host: loopbackAddress, port });
}

/** The same at any address of this computer. */
export async function listenAt(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<number> {
  try {
    server.listen({ host, port });
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  } catch (error) {
    throw asListenError(error, { host, port });
  }
}

/** What `Host` and `Origin` say when they mean this port and no name that was rebound to it. */
export function ownAddresses(port: number): {
  readonly hosts: ReadonlySet<string>;
  readonly origins: ReadonlySet<string>;
} {
  const own = [loopbackAddress, 'localhost'].map((name) => new URL(`http://${name}:${port}`));
  return { hosts: new Set(own.map((url) => url.host)), origins: new Set(own.map((url) => url.origin)) };
}

function asListenError(error: unknown, { host, port }: { readonly host: string; readonly port: number }): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return new PegboardError('address_in_use', `Port ${port} on ${host} is already in use.`, {
      hint: 'Choose another with --port, or leave it out to take any free port.',
      data: { port },
      cause: error,
    });
  }
  if (code === 'EACCES' || code === 'ERR_SOCKET_BAD_PORT') {
    return new PegboardError('usage', `Port ${port} cannot be used.`, {
      hint: 'Choose one from 1024 to 65535 with --port, or leave it out to take any free port.',
      data: { port },
      cause: error,
    });
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new PegboardError('usage', `This computer has no address ${host}.`, {
      hint: '127.0.0.1 is this computer alone, 0.0.0.0 is every address of it.',
      data: { port },
      cause: error,
    });
  }
  return error;
}
