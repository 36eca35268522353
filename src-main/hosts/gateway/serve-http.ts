import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { isJSONRPCRequest } from '@modelcontextprotocol/server';
import type { Gateway } from '#core/gateway/gateway.ts';
import type { Logger } from '#core/logger.ts';
import { createRefusalLog, type RefusalLog } from '../http/refusal-log.ts';
import { errorResponse, idOf, refusalResponse, rpcCodes, sendResponse } from './answers.ts';
import type { Caller, createDoor, Refusal } from './door.ts';
import { type EraLimits, type Eras, serveEras } from './eras.ts';
import { readMessage } from './read-message.ts';

/** What hosts may hold and how slow they may be; times in milliseconds. */
export interface GatewayHttpLimits extends EraLimits {
  /** Until the headers of a request are there. */
  readonly headersMs: number;
  /** Until a whole request is there. */
  readonly requestMs: number;
  /** Without a byte of an answer that a host could take. */
  readonly stuckMs: number;
  /** How long a connection is kept for the next request: longer than hosts keep it, so that none uses one that ends. */
  readonly keepAliveMs: number;
}

const usualLimits: GatewayHttpLimits = {
  maxSessions: 256,
  sessionIdleMs: 30 * 60_000,
  maxSubscriptions: 256,
  // Node counts from when it accepts a connection, also while a large catalog is indexed and nothing is read.
  headersMs: 60_000,
  requestMs: 120_000,
  stuckMs: 60_000,
  keepAliveMs: 65_000,
};

/** How long answers under way may take to reach their hosts when the gateway closes, milliseconds. */
const farewellMs = 500;

/** A request that was answered or refused. */
export interface ServedRequest {
  /** Null when the request was refused at the door. */
  readonly caller: Caller | null;
  readonly message: object | undefined;
  /** HTTP status; null when the host went away. */
  readonly status: number | null;
  /** Why it was not served; null when it was. */
  readonly refused: string | null;
  /** The limit of the caller that was the reason; null for any other. */
  readonly limit: NonNullable<Refusal['limit']> | null;
  /** Bytes of the bodies. */
  readonly received: number;
  readonly sent: number;
  /** All the time in the gateway, milliseconds. */
  readonly elapsedMs: number;
}

/** Takes a place for a request of a caller: gives it back when called, or says why there is none. */
export type TakePlace = (caller: Caller, message: object | undefined) => Promise<(() => void) | Refusal>;

/** What callers send and get. */
export interface CallerBytes {
  /** Why a caller may send nothing more in this minute; null when it may. */
  refusal(caller: Caller): Promise<Refusal | null>;
  /** Counts bytes that a caller sent or got. Nothing waits for it. */
  spend(caller: Caller, bytes: number): void;
}

export interface ServeHttpOptions {
  readonly gateway: Gateway;
  readonly logger: Logger;
  readonly limits: Partial<GatewayHttpLimits>;
  /** Takes the port that the server is to listen on; the door comes from it. */
  readonly listen: (server: Server) => Promise<number>;
  readonly doorAt: (port: number) => ReturnType<typeof createDoor>;
  /** The address that requests of the SDK get: what it says is never read. */
  readonly address: (port: number) => string;
  /** Answers what is not for the gateway itself, before the door. */
  readonly before?: (request: IncomingMessage) => Promise<Response | null>;
  /** Limits of a caller, besides those of the workspace. */
  readonly takePlace?: TakePlace;
  /** The limit of bytes of a caller. */
  readonly bytes?: CallerBytes;
  readonly onServed?: (served: ServedRequest) => void;
}

/** A gateway that listens. */
export interface ServedHttp {
  readonly port: number;
  /** Requests under way; streams that wait for changes are none. */
  readonly underWay: () => number;
  /** Since the last request came, milliseconds. */
  readonly quietMs: () => number;
  /** Ends every call, stream and session, and frees the port. The gateway stays open. */
  close(): Promise<void>;
}

/** Serves a workspace to MCP hosts of both eras over streamable HTTP. Errors: those of `listen`. */
export async function serveHttp(options: ServeHttpOptions): Promise<ServedHttp> {
  const { gateway, logger } = options;
  const limits = { ...usualLimits, ...options.limits };
  const server = createServer({
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: Math.min(1000, limits.headersMs),
  });
  const port = await options.listen(server);
  const [log, logFailure] = [createRefusalLog(logger), createRefusalLog(logger)];
  const eras = serveEras(gateway, limits, (error) => log('Refused a message.', error.message.slice(0, 200)));
  const places = new Places(gateway, options.takePlace);
  const answering = { ...options, door: options.doorAt(port), port, limits, eras, places, log, logFailure };
  const open = new Set<Promise<void>>();
  let lastRequest = performance.now();
  server.on('request', (request, response) => {
    lastRequest = performance.now();
    server.maxConnections = connectionsFor(gateway, limits);
    const served = answer({ ...answering, request, response });
    open.add(served);
    void served.finally(() => open.delete(served));
  });
  // Timers come before reads: after a pause, such as to index a catalog, the next request may be there already.
  server.on('timeout', (socket) => {
    const before = socket.bytesRead;
    setImmediate(() => socket.bytesRead === before && socket.destroy());
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
  return { port, underWay: () => places.underWay, quietMs: () => performance.now() - lastRequest, close };
}

/** Room for every request that may be under way, twice, and for every stream. */
function connectionsFor(gateway: Gateway, { maxSessions, maxSubscriptions }: GatewayHttpLimits): number {
  return 2 * gateway.limits().maxRequests + maxSessions + maxSubscriptions;
}

/**
 * Counts requests. Streams that wait for changes have their own limits. Notifications and answers to questions always come in: the
 * requests under way may wait for them.
 */
class Places {
  readonly #gateway: Gateway;
  readonly #takePlace: TakePlace | undefined;
  underWay = 0;

  constructor(gateway: Gateway, takePlace: TakePlace | undefined) {
    this.#gateway = gateway;
    this.#takePlace = takePlace;
  }

  async take(caller: Caller, message: object | undefined): Promise<(() => void) | Refusal> {
    if (!isJSONRPCRequest(message) || message.method === 'subscriptions/listen') return () => {};
    const { maxRequests } = this.#gateway.limits();
    if (this.underWay >= maxRequests) {
      const reason = `${maxRequests} requests are under way, which is the limit. Try again in a second, or raise gateway.max_requests.`;
      return { status: 503, reason, headers: { 'retry-after': '1' } };
    }
    this.underWay++;
    let ofCaller: (() => void) | Refusal | undefined;
    try {
      ofCaller = this.#takePlace ? await this.#takePlace(caller, message) : () => {};
    } finally {
      if (typeof ofCaller !== 'function') this.underWay--;
    }
    if (typeof ofCaller !== 'function') return ofCaller;
    const release = ofCaller;
    return () => {
      release();
      this.underWay--;
    };
  }
}

interface Answering extends ServeHttpOptions {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly port: number;
  readonly limits: GatewayHttpLimits;
  readonly door: ReturnType<typeof createDoor>;
  readonly eras: Eras;
  readonly places: Places;
  readonly log: RefusalLog;
  readonly logFailure: RefusalLog;
}

/** Answers one request; never rejects. */
async function answer(answering: Answering): Promise<void> {
  const { response, limits, logFailure, onServed } = answering;
  const start = performance.now();
  const gone = new AbortController();
  response.on('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  const seen: Seen = { caller: null, message: undefined, refused: null, limit: null, received: 0, sent: 0 };
  const send = (made: Response) =>
    sendResponse(response, made, limits.stuckMs, (bytes) => {
      seen.sent += bytes;
      if (seen.caller) answering.bytes?.spend(seen.caller, bytes);
    });
  try {
    await answerTo(answering, { seen, send, gone: gone.signal });
  } catch (error) {
    if (!gone.signal.aborted) {
      logFailure('A request failed.', String(error));
      seen.refused = 'internal error';
      const words = { code: rpcCodes.internal, message: 'Internal error.', id: idOf(seen.message) };
      if (response.headersSent) response.destroy();
      else await send(errorResponse(500, words));
    }
  }
  const status = response.headersSent ? response.statusCode : null;
  onServed?.({ ...seen, status, elapsedMs: performance.now() - start });
}

/** What is known of a request while it is answered. */
interface Seen {
  caller: Caller | null;
  message: object | undefined;
  refused: string | null;
  limit: ServedRequest['limit'];
  received: number;
  sent: number;
}

async function answerTo(
  { before, request, door, gateway, places, eras, bytes, log, address, port }: Answering,
  { seen, send, gone }: { seen: Seen; send: (made: Response) => Promise<void>; gone: AbortSignal },
): Promise<void> {
  const refuse = (refusal: Refusal) => {
    seen.refused = refusal.reason;
    seen.limit = refusal.limit ?? null;
    log('Refused a request.', refusal.reason);
    return send(refusalResponse(refusal, idOf(seen.message)));
  };
  const open = await before?.(request);
  if (open) return send(open);
  const caller = await door(request);
  if ('status' in caller) return refuse(caller);
  seen.caller = caller;
  if (request.method === 'POST') {
    // Before the body is read: whoever is over the limit sends nothing more.
    const over = await bytes?.refusal(caller);
    if (over) {
      request.resume();
      return refuse(over);
    }
    request.on('data', (piece: Buffer) => {
      seen.received += piece.length;
      bytes?.spend(caller, piece.length);
    });
    const read = await readMessage(request, gateway.limits().maxBodyBytes);
    if ('refusal' in read) {
      seen.refused = `HTTP ${read.refusal.status}`;
      log('Refused a request.', seen.refused);
      return send(read.refusal);
    }
    seen.message = read.message;
  }
  const place = await places.take(caller, seen.message);
  if (typeof place !== 'function') return refuse(place);
  try {
    const asked = webRequest(request, address(port), gone);
    await eras.serve({ request: asked, message: seen.message, caller, send });
  } finally {
    place();
  }
}

/** The request as the SDK takes it. The token stays here: no server needs it, and no log may have it. */
function webRequest({ method, url, headers }: IncomingMessage, address: string, signal: AbortSignal): Request {
  const { authorization: _, ...others } = headers;
  const texts = Object.entries(others).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value] satisfies [string, string]],
  );
  return new Request(`${address}${url}`, { method, headers: texts, signal });
}
