import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { isJSONRPCRequest } from '@modelcontextprotocol/server';
import type { Files } from '#core/files/files.ts';
import { nodeFiles } from '#core/files/node-files.ts';
import type { Gateway } from '#core/gateway/gateway.ts';
import type { Logger } from '#core/logger.ts';
import { createRefusalLog, type RefusalLog } from '../http/refusal-log.ts';
import { listenOnLoopback, loopbackAddress } from '../loopback.ts';
import { errorResponse, idOf, refusalResponse, rpcCodes, sendResponse } from './answers.ts';
import { createDoor } from './door.ts';
import { type EraLimits, type Eras, serveEras } from './eras.ts';
import { GatewayTokens } from './gateway-tokens.ts';
import { readMessage } from './read-message.ts';

/** What hosts may hold and how slow they may be; times in milliseconds. */
export interface GatewayHttpLimits extends EraLimits {
  /** Until the headers of a request are there. */
  readonly headersMs: number;
  /** Until a whole request is there. */
  readonly requestMs: number;
  /** Without a byte of an answer that a host could take. */
  readonly stuckMs: number;
}

const usualLimits: GatewayHttpLimits = {
  maxSessions: 256,
  sessionIdleMs: 30 * 60_000,
  maxSubscriptions: 256,
  headersMs: 10_000,
  requestMs: 30_000,
  stuckMs: 60_000,
};

/** How long answers under way may take to reach their hosts when the gateway closes, milliseconds. */
const farewellMs = 500;

/** How long a connection is kept for the next request, milliseconds: longer than hosts keep it, so that none uses one that ends. */
const keepAliveTimeout = 65_000;

export interface GatewayHttpOptions {
  readonly gateway: Gateway;
  /** 0, the default, takes any free port. */
  readonly port?: number | undefined;
  readonly userDataDir: string;
  /** Folder of the workspace. */
  readonly workspace: string;
  readonly logger: Logger;
  readonly files?: Files;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** In place of the usual ones, for tests. */
  readonly limits?: Partial<GatewayHttpLimits>;
}

export interface GatewayHttp {
  /** Address of the default persona; `<url>/<persona>` is that of another. */
  readonly url: string;
  readonly port: number;
  /** The default token when this start made it: to be shown once. Null when it was there. */
  readonly newToken: string | null;
  /** Ends every call, stream and session, and frees the port. The gateway stays open. */
  close(): Promise<void>;
}

/**
 * Serves a workspace to MCP hosts of both eras over streamable HTTP on 127.0.0.1, to those who have a token. Errors:
 * `address_in_use`, `usage` for a port that this user may not take, `folder_read_only`, `disk_full`, `database_busy`.
 */
export async function startGatewayHttp(options: GatewayHttpOptions): Promise<GatewayHttp> {
  const { gateway, logger, userDataDir, workspace, port: wantedPort = 0, files = nodeFiles, now = Date.now } = options;
  const limits = { ...usualLimits, ...options.limits };
  const tokens = new GatewayTokens({ userDataDir, files, logger, now });
  const holderOf = await tokens.reader(workspace);
  const server = createServer({
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout,
    connectionsCheckingInterval: Math.min(1000, limits.headersMs),
  });
  const port = await listenOnLoopback(server, wantedPort);
  const [log, logFailure] = [createRefusalLog(logger), createRefusalLog(logger)];
  const door = createDoor({ port, holderOf, personas: () => gateway.personas() });
  const eras = serveEras(gateway, limits, (error) => log('Refused a message.', error.message.slice(0, 200)));
  const underWay = countRequests(gateway);
  const open = new Set<Promise<void>>();
  server.on('request', (request, response) => {
    server.maxConnections = connectionsFor(gateway, limits);
    const served = answer({ request, response, port, limits, door, eras, underWay, gateway, log, logFailure });
    open.add(served);
    void served.finally(() => open.delete(served));
  });
  server.on('error', (error) => logger.error('The gateway failed.', { error: error.message }));
  server.maxConnections = connectionsFor(gateway, limits);

  const close = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    await eras.close();
    await Promise.race([Promise.all(open), setTimeout(farewellMs, undefined, { ref: false })]);
    server.closeAllConnections();
    await Promise.all([closed, ...open]);
    // A session that was about to begin.
    await eras.close();
  };
  try {
    // After the port is taken: a start that fails there must not make a token that nobody sees.
    const { token, isNew } = await tokens.tokenFor(workspace, null);
    return { url: `http://${loopbackAddress}:${port}/mcp`, port, newToken: isNew ? token : null, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Room for every request that may be under way, twice, and for every stream. */
function connectionsFor(gateway: Gateway, { maxSessions, maxSubscriptions }: GatewayHttpLimits): number {
  return 2 * gateway.limits().maxRequests + maxSessions + maxSubscriptions;
}

/** Takes a place among the requests under way, and gives it back when called; null when all are taken. */
type TakePlace = (message: object | undefined) => (() => void) | null;

/**
 * Counts requests. Streams that wait for changes have their own limits. Notifications and answers to questions always come in: the
 * requests under way may wait for them.
 */
function countRequests(gateway: Gateway): TakePlace {
  let underWay = 0;
  return (message) => {
    if (!isJSONRPCRequest(message) || message.method === 'subscriptions/listen') return () => {};
    if (underWay >= gateway.limits().maxRequests) return null;
    underWay++;
    return () => {
      underWay--;
    };
  };
}

interface Answering {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly port: number;
  readonly limits: GatewayHttpLimits;
  readonly door: ReturnType<typeof createDoor>;
  readonly eras: Eras;
  readonly underWay: TakePlace;
  readonly gateway: Gateway;
  readonly log: RefusalLog;
  readonly logFailure: RefusalLog;
}

/** Answers one request; never rejects. */
async function answer({
  request,
  limits,
  response,
  port,
  door,
  eras,
  underWay,
  gateway,
  log,
  logFailure,
}: Answering): Promise<void> {
  const gone = new AbortController();
  response.on('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  const send = (made: Response) => sendResponse(response, made, limits.stuckMs);
  let message: object | undefined;
  try {
    const caller = await door(request);
    if ('status' in caller) {
      log('Refused a request.', caller.reason);
      return await send(refusalResponse(caller));
    }
    if (request.method === 'POST') {
      const read = await readMessage(request, gateway.limits().maxBodyBytes);
      if ('refusal' in read) {
        log('Refused a request.', `HTTP ${read.refusal.status}`);
        return await send(read.refusal);
      }
      message = read.message;
    }
    const release = underWay(message);
    if (!release) {
      log('Refused a request.', 'too many requests');
      return await send(tooMany(gateway, message));
    }
    try {
      await eras.serve({ request: webRequest(request, port, gone.signal), message, caller, send });
    } finally {
      release();
    }
  } catch (error) {
    if (gone.signal.aborted) return;
    logFailure('A request failed.', String(error));
    if (response.headersSent) response.destroy();
    else await send(errorResponse(500, { code: rpcCodes.internal, message: 'Internal error.', id: idOf(message) }));
  }
}

function tooMany(gateway: Gateway, message: object | undefined): Response {
  const { maxRequests } = gateway.limits();
  const reason = `${maxRequests} requests are under way, which is the limit. Try again in a second, or raise gateway.max_requests.`;
  return refusalResponse({ status: 503, reason, headers: { 'retry-after': '1' } }, idOf(message));
}

/** The request as the SDK takes it. The token stays here: no server needs it, and no log may have it. */
function webRequest({ method, url, headers }: IncomingMessage, port: number, signal: AbortSignal): Request {
  const { authorization: _, ...others } = headers;
  const texts = Object.entries(others).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value] satisfies [string, string]],
  );
  return new Request(`http://${loopbackAddress}:${port}${url}`, { method, headers: texts, signal });
}
