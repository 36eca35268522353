import { randomUUID } from 'node:crypto';
import {
  isInitializeRequest,
  isJSONRPCNotification,
  McpServer,
  type McpServerFactory,
  type RequestId,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { authInfoOf } from '#core/gateway/credentials/caller-identity.ts';
import { errorResponse, idOf, refusalResponse, rpcCodes } from './answers.ts';
import type { Caller } from './door.ts';

/** One request of a host, and how it is answered. */
export interface Exchange {
  readonly request: Request;
  /** Undefined for GET and DELETE. */
  readonly message: object | undefined;
  readonly caller: Caller;
  /** Resolves when the whole answer is written, or the host went away. */
  readonly send: (response: Response) => Promise<void>;
}

export interface LegacySessionsOptions {
  readonly factoryFor: (persona: string | null) => McpServerFactory;
  readonly maxSessions: number;
  /** How long a session lives without a request and without a stream, milliseconds. */
  readonly idleMs: number;
  readonly onError: (error: Error) => void;
}

interface Session {
  readonly caller: Caller;
  readonly server: Server;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  /** Ids of requests under way. */
  readonly running: Set<RequestId>;
  /** Requests and streams that are open now. */
  open: number;
  idle: NodeJS.Timeout | undefined;
}

/**
 * Serves hosts of the revisions up to 2025-11-25, which begin a session and name it in each request. Without sessions the gateway
 * could neither be told to cancel nor ask the user. A session belongs to the token and the persona that began it; to all others
 * it is unknown.
 */
export class LegacySessions {
  readonly #options: LegacySessionsOptions;
  /** By id; the one that was used longest ago comes first. */
  readonly #sessions = new Map<string, Session>();
  #beginning = 0;

  constructor(options: LegacySessionsOptions) {
    this.#options = options;
  }

  /** How many sessions there are. */
  get size(): number {
    return this.#sessions.size;
  }

  /** Serves a request; resolves when its answer is written. */
  async serve(exchange: Exchange): Promise<void> {
    const { request, message, caller, send } = exchange;
    const id = request.headers.get('mcp-session-id');
    if (id === null && isInitializeRequest(message)) return this.#begin(exchange);
    if (id === null) {
      const reason = 'The Mcp-Session-Id header is missing. Send `initialize` first.';
      return send(refusalResponse({ status: 400, reason }, idOf(message)));
    }
    const session = this.#sessions.get(id);
    if (!session || session.caller.holder !== caller.holder || session.caller.persona !== caller.persona) {
      const error = { code: rpcCodes.noSession, message: 'Session not found.', id: idOf(message) };
      return send(errorResponse(404, error));
    }
    this.#sessions.delete(id);
    this.#sessions.set(id, session);
    return this.#serveIn(session, exchange);
  }

  /** Tells every host that listens that the list of tools changed. */
  listChanged(): void {
    for (const { server } of this.#sessions.values()) server.sendToolListChanged().catch(this.#options.onError);
  }

  /**
   * Ends every session, with its calls and streams. Hosts that wait for an answer get an error, since an old host would
   * wait for minutes.
   */
  async close(): Promise<void> {
    const error = { code: rpcCodes.refused, message: 'The gateway was closed.' };
    for (const { transport, server, running } of [...this.#sessions.values()]) {
      for (const id of running) await transport.send({ jsonrpc: '2.0', id, error }).catch(() => undefined);
      await server.close();
    }
  }

  async #begin(exchange: Exchange): Promise<void> {
    const { request, caller, message, send } = exchange;
    if (!(await this.#makeRoom())) {
      const reason = `All ${this.#options.maxSessions} sessions are in use. Try again in a second.`;
      return send(refusalResponse({ status: 503, reason, headers: { 'retry-after': '1' } }, idOf(message)));
    }
    this.#beginning++;
    let session: Session | undefined;
    try {
      session = await this.#connect(request, caller);
      await this.#serveIn(session, exchange);
    } finally {
      this.#beginning--;
      // The transport refused the message: nothing began.
      if (session && session.transport.sessionId === undefined) await session.server.close();
    }
  }

  async #connect(request: Request, caller: Caller): Promise<Session> {
    const product = await this.#options.factoryFor(caller.persona)({ era: 'legacy', requestInfo: request });
    const server = product instanceof McpServer ? product.server : product;
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => {
        this.#sessions.set(id, session);
      },
    });
    const session: Session = { caller, server, transport, running: new Set(), open: 0, idle: undefined };
    transport.onclose = () => {
      clearTimeout(session.idle);
      if (transport.sessionId !== undefined) this.#sessions.delete(transport.sessionId);
    };
    transport.onerror = this.#options.onError;
    await product.connect(transport);
    return session;
  }

  /** Ends the session that was idle for longest when there are too many; whether there is room then. */
  async #makeRoom(): Promise<boolean> {
    if (this.#sessions.size + this.#beginning < this.#options.maxSessions) return true;
    const idlest = [...this.#sessions.values()].find(({ open }) => open === 0);
    await idlest?.server.close();
    return idlest !== undefined;
  }

  async #serveIn(session: Session, { request, message, caller, send }: Exchange): Promise<void> {
    const { transport, running } = session;
    const id = idOf(message);
    if (id !== null && running.has(id)) {
      // The transport would answer one of the two on the stream of the other, and never end the other.
      const error = { code: rpcCodes.invalid, message: 'A request with this id is under way.', id };
      return send(errorResponse(400, error));
    }
    clearTimeout(session.idle);
    session.open++;
    if (id !== null) running.add(id);
    const onGone = () => cancel(session, id);
    request.signal.addEventListener('abort', onGone, { once: true });
    try {
      const who = caller.identity && { authInfo: authInfoOf(caller.identity) };
      const response = await transport.handleRequest(request, { parsedBody: message, ...who });
      await this.#settleCancelled(session, message);
      await send(response);
    } finally {
      request.signal.removeEventListener('abort', onGone);
      if (id !== null) running.delete(id);
      session.open--;
      this.#waitForUse(session);
    }
  }

  /** A cancelled request is never answered; the SDK would keep its stream open for as long as the session lives. */
  async #settleCancelled({ transport }: Session, message: object | undefined): Promise<void> {
    if (!isJSONRPCNotification(message) || message.method !== 'notifications/cancelled') return;
    const requestId = message.params?.requestId;
    if (typeof requestId !== 'string' && typeof requestId !== 'number') return;
    await forget(transport, requestId);
  }

  #waitForUse(session: Session): void {
    const id = session.transport.sessionId;
    if (session.open > 0 || id === undefined || !this.#sessions.has(id)) return;
    session.idle = setTimeout(() => {
      session.server.close().catch(this.#options.onError);
    }, this.#options.idleMs).unref();
  }
}

/** The host that waited for this request went away: it can never get the answer, so the call ends as if it had been cancelled. */
function cancel({ transport }: Session, requestId: RequestId | null): void {
  if (requestId === null) return;
  const params = { requestId, reason: 'The host closed the connection.' };
  transport.onmessage?.({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
  void forget(transport, requestId);
}

/** Closes the stream of a request, then gives the transport an answer that goes nowhere, so that it keeps nothing of it. */
async function forget(transport: WebStandardStreamableHTTPServerTransport, id: RequestId): Promise<void> {
  transport.closeSSEStream(id);
  const error = { code: rpcCodes.refused, message: 'Cancelled.' };
  // It is answered already.
  await transport.send({ jsonrpc: '2.0', id, error }).catch(() => undefined);
}
