import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { environmentSecret } from '../mutate/values.ts';

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The message of the client; empty where there is none. */
  readonly message: { readonly id?: number | string; readonly method?: string };
  /** Address of a server that nobody meant. */
  readonly elsewhere: string;
}

type HttpMode = (exchange: Exchange) => void;

const part = 'x'.repeat(1024 * 1024);
const control = 'a\u001b[2Jb\u202ec';
const secret = environmentSecret.value;

/** Writes for as long as somebody reads. */
function withoutEnd(response: ServerResponse, text: string): void {
  const more = () => {
    while (!response.destroyed && response.write(text)) {}
    response.once('drain', more);
  };
  more();
}

const plain =
  (status: number, headers: Record<string, string>, body: string | Buffer = '') =>
  ({ response }: Exchange) =>
    void response.writeHead(status, headers).end(body);
const json = { 'content-type': 'application/json' };
const sse = { 'content-type': 'text/event-stream' };

/** How a server over HTTP misbehaves. */
export const httpModes: Readonly<Record<string, HttpMode>> = {
  'asks for authentication': plain(401, {
    'www-authenticate': `Bearer realm="tools", error_description="${'e'.repeat(2000)}"`,
  }),
  'asks with a broken challenge': plain(401, {
    'www-authenticate': 'Bearer resource_metadata="javascript:alert(1)", scope="',
  }),
  'asks with metadata elsewhere': ({ response, elsewhere }) =>
    void response.writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${elsewhere}/meta"` }).end(),
  'refuses with 403 and the header': ({ request, response }) =>
    void response.writeHead(403).end(String(request.headers.authorization)),
  'has no such page': plain(404, {}),
  'fails with 500': plain(500, json, JSON.stringify({ error: control })),
  'never answers': () => undefined,
  'answers with a page': plain(200, { 'content-type': 'text/html' }, '<h1>Welcome</h1>'),
  'answers without end': ({ response }) => withoutEnd(response.writeHead(200, json), part),
  'streams without end': ({ response }) => withoutEnd(response.writeHead(200, sse), ': comment\n'.repeat(10_000)),
  'streams one event without end': ({ response }) => withoutEnd(response.writeHead(200, sse), 'data: x'.repeat(10_000)),
  'streams rubbish': plain(200, sse, 'data: {not json\n\nevent: \u0000\n\ndata\n\n'),
  'has a gzip bomb': (exchange) =>
    plain(200, { ...json, 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(200 * 1024 * 1024)))(exchange),
  'says gzip and sends none': plain(200, { ...json, 'content-encoding': 'gzip' }, 'no gzip'),
  'says a wrong length': ({ response }) => {
    response.writeHead(200, { ...json, 'content-length': '5' }).write('{');
    setTimeout(() => response.destroy(), 20);
  },
  'cuts the answer': ({ response }) => {
    response.writeHead(200, json).write('{"jsonrpc":"2.0",');
    setTimeout(() => response.destroy(), 20);
  },
  'drops the connection': ({ request }) => void request.socket.destroy(),
  'sends no HTTP': ({ request }) => void request.socket.end('no HTTP at all\r\n\r\n'),
  'leads elsewhere': ({ response, elsewhere }) => void response.writeHead(307, { location: elsewhere }).end(),
  'leads to a file': plain(307, { location: 'file:///etc/passwd' }),
  'leads to metadata': plain(307, { location: 'http://169.254.169.254/latest/meta-data/' }),
  'leads in circles': ({ request, response }) => void response.writeHead(307, { location: `${request.url}` }).end(),
  'answers with null': ({ response, message }) =>
    void response.writeHead(200, json).end(JSON.stringify({ jsonrpc: '2.0', id: message.id, result: null })),
  'fails with control characters': ({ response, message }) =>
    void response
      .writeHead(200, json)
      .end(JSON.stringify({ jsonrpc: '2.0', id: message.id, error: { code: 1, message: `${control} ${secret}` } })),
  'has a session id of 100 kB': ({ response, message }) => {
    const result = { protocolVersion: '2025-06-18', capabilities: {}, serverInfo: { name: 'n', version: '1' } };
    response.writeHead(200, { ...json, 'mcp-session-id': 's'.repeat(12_000) });
    response.end(JSON.stringify({ jsonrpc: '2.0', id: message.id, result }));
  },
};

export interface HostileHttp {
  /** Address of the server that misbehaves as the mode says. */
  url(mode: string): string;
  /** Requests that came to the server that nobody meant. */
  readonly strays: readonly string[];
  close(): void;
}

/** Serves all modes on loopback, and beside them a server that no client should be led to. */
export async function serveHostileHttp(): Promise<HostileHttp> {
  const strays: string[] = [];
  const other = await listening((request, response) => {
    strays.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`);
    response.writeHead(200, json).end('{}');
  });
  const server = await listening((request, response) => {
    const mode = Object.keys(httpModes)[Number(request.url?.match(/^\/(\d+)/)?.[1])];
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      let message: Exchange['message'] = {};
      try {
        message = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Exchange['message'];
      } catch {
        // A request without a message, such as GET.
      }
      const answer = mode === undefined ? undefined : httpModes[mode];
      if (answer) answer({ request, response, message, elsewhere: addressOf(other) });
      else response.writeHead(404).end();
    });
    response.on('error', () => undefined);
  });
  return {
    url: (mode) => `${addressOf(server)}/${Object.keys(httpModes).indexOf(mode)}/mcp`,
    strays,
    close: () => {
      for (const one of [server, other]) {
        one.closeAllConnections();
        one.close();
      }
    },
  };
}

async function listening(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<Server> {
  const server = createServer(answer);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return server;
}

const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
