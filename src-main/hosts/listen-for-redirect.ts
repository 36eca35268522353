import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ListenForRedirect } from '#core/mcp/oauth/sign-in.ts';

const address = '127.0.0.1';
const path = '/signed-in';

/**
 * Listens on a free port of loopback for the browser to come back from signing in. Only a request with our state is the
 * answer. One with another state is refused and the wait goes on: any page on this computer can send it. Everything else gets
 * 404.
 */
export const listenForRedirect: ListenForRedirect = async ({ state }) => {
  const server = createServer();
  server.listen({ host: address, port: 0 });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const answer = Promise.withResolvers<URLSearchParams>();
  server.on('request', (request, response) => {
    const url = request.url?.startsWith('/') ? URL.parse(`http://${address}${request.url}`) : null;
    const isOurs = request.method === 'GET' && request.headers.host === `${address}:${port}` && url?.pathname === path;
    if (!isOurs) return page(response, 404, 'Nothing is here.');
    if (isEqual(url.searchParams.get('state') ?? '', state)) {
      const fine = url.searchParams.has('code');
      page(
        response,
        200,
        fine ? 'You are signed in. You can close this page.' : 'Sign-in failed. Pegboard shows the reason.',
      );
      answer.resolve(url.searchParams);
    } else page(response, 400, 'This page does not belong to the sign-in that Pegboard waits for.');
  });
  return {
    url: `http://${address}:${port}${path}`,
    received: answer.promise,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      // Responses under way are completed; idle connections are closed.
      server.closeIdleConnections();
      setTimeout(() => server.closeAllConnections(), 500).unref();
      await closed;
    },
  };
};

function isEqual(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** A page that loads and runs nothing. */
function page(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    connection: 'close',
  });
  response.end(
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Pegboard</title><style>body{font:16px system-ui;margin:20vh auto;max-width:32rem;padding:0 1rem;color-scheme:light dark}</style><h1>Pegboard</h1><p>${text}</p></html>\n`,
  );
}
