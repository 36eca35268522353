import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { Logger } from '#core/logger.ts';
import type { Services } from '#core/services.ts';
import { createRouter } from '#rpc/router.ts';
import { serveWebSocket } from '#rpc/serve.ts';
import { PegboardError } from '#shared/errors.ts';
import { loopbackAddress as address, listenOnLoopback } from '../loopback.ts';
import { readRendererFile, securityHeaders } from '../renderer-files.ts';
import { createGuard, type Guard, type Refusal, rpcSubprotocol } from './guard.ts';
import { createRefusalLog, type RefusalLog } from './refusal-log.ts';

/** Bytes of one frame. An import carries up to 32 MiB of text, and JSON needs up to a third more for quotes and newlines. */
const maxFrameBytes = 64 * 2 ** 20;

/** A page that loads nothing from elsewhere may share memory with its worker, which holds its connection. */
const isolated = { 'cross-origin-embedder-policy': 'require-corp' };

/** Windows and tabs at a time. */
const maxConnections = 16;

export interface HttpHostOptions {
  readonly services: Services;
  /** Folder of the built renderer, `out/renderer`. */
  readonly rendererDir: string;
  /** 0, the default, takes any free port. */
  readonly port?: number | undefined;
  readonly logger: Logger;
  /** The token of this launch; 32 random bytes unless given. Never logged. */
  readonly token?: string | undefined;
  /** Called whenever a page has connected, with the right token. */
  readonly onConnection?: (() => void) | undefined;
}

export interface HttpHost {
  /** Address to open, with the token in its fragment, which no browser sends over the network. */
  readonly url: string;
  readonly port: number;
  readonly token: string;
  /** Ends every connection, which aborts the calls under way, and frees the port. The services stay open. */
  close(): Promise<void>;
}

/**
 * Serves the app to a browser on this computer: files of the renderer over HTTP, calls over a WebSocket at `/rpc`.
 * Rejects with `address_in_use` when the port is taken and `file_not_found` when the renderer is not built.
 */
export async function startHttpHost(options: HttpHostOptions): Promise<HttpHost> {
  const { services, rendererDir, logger, port: wantedPort = 0 } = options;
  const token = options.token ?? randomBytes(32).toString('base64url');
  if (!readRendererFile(rendererDir, '/')) {
    throw new PegboardError('file_not_found', `The app is not built: ${rendererDir} holds no index.html.`, {
      hint: 'Run `npm run build` in the folder of Pegboard.',
      data: { file: rendererDir },
    });
  }

  const server = createServer();
  const port = await listenOnLoopback(server, wantedPort);
  const guard = createGuard({ port, token });
  const onRefusal = createRefusalLog(logger);
  const sockets = acceptSockets({ server, guard, services, logger, onRefusal, onConnection: options.onConnection });
  server.on('request', (request, response) => {
    try {
      answer({ request, response, guard, rendererDir, onRefusal });
    } catch (error) {
      logger.error('A request failed.', { error: String(error) });
      response.destroy();
    }
  });
  server.on('error', (error) => logger.error('The server failed.', { error: error.message }));

  return {
    url: `http://${address}:${port}/#token=${token}`,
    port,
    token,
    async close() {
      for (const socket of sockets.clients) socket.terminate();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly guard: Guard;
  readonly rendererDir: string;
  readonly onRefusal: RefusalLog;
}

function answer({ request, response, guard, rendererDir, onRefusal }: Exchange): void {
  const refusal = guard.refuseRequest(request);
  if (refusal) {
    onRefusal('Refused a request.', refusal.reason);
    refuse(response, refusal);
    return;
  }
  // Put after the origin, not resolved against it: `//name/` is a path here, never another host.
  const url = request.url?.startsWith('/') ? URL.parse(`http://${address}${request.url}`) : null;
  const file = url && readRendererFile(rendererDir, url.pathname);
  if (!file) {
    refuse(response, url ? { status: 404, reason: 'no such file' } : { status: 400, reason: 'not a URL' });
    return;
  }
  response.writeHead(200, { ...file.headers, ...isolated, 'content-length': file.body.byteLength });
  response.end(request.method === 'HEAD' ? undefined : file.body);
}

function refuse(response: ServerResponse, { status, reason }: Refusal): void {
  response.writeHead(status, {
    ...securityHeaders,
    'content-type': 'text/plain; charset=utf-8',
    // The body of a refused request is not read.
    connection: 'close',
    ...(status === 405 ? { allow: 'GET, HEAD' } : {}),
  });
  response.end(`${reason}\n`);
}

interface Acceptance {
  readonly server: Server;
  readonly guard: Guard;
  readonly services: Services;
  readonly logger: Logger;
  readonly onRefusal: RefusalLog;
  readonly onConnection: (() => void) | undefined;
}

function acceptSockets({ server, guard, services, logger, onRefusal, onConnection }: Acceptance): WebSocketServer {
  const router = createRouter(services, { logger });
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maxFrameBytes,
    // Selects ours, so that the token is never sent back.
    handleProtocols: () => rpcSubprotocol,
  });
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    const full = sockets.clients.size >= maxConnections;
    const refusal = guard.refuseUpgrade(request) ?? (full ? { status: 503, reason: 'too many connections' } : null);
    if (refusal) {
      onRefusal('Refused a connection.', refusal.reason);
      return refuseSocket(socket, refusal);
    }
    sockets.handleUpgrade(request, socket, head, (accepted) => {
      serveWebSocket(router, accepted, { logger });
      onConnection?.();
    });
  });
  return sockets;
}

function refuseSocket(socket: Duplex, { status, reason }: Refusal): void {
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'connection: close',
    'content-type: text/plain; charset=utf-8',
    `content-length: ${reason.length}`,
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${reason}`, () => socket.destroy());
}
