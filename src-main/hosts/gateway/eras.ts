import {
  createMcpHandler,
  isLegacyRequest,
  type McpHttpHandler,
  type McpServerFactory,
} from '@modelcontextprotocol/server';
import { authInfoOf } from '#core/gateway/credentials/caller-identity.ts';
import type { Gateway } from '#core/gateway/gateway.ts';
import { type Exchange, LegacySessions } from './legacy-sessions.ts';

/** What hosts may hold; times in milliseconds. */
export interface EraLimits {
  /** Sessions of hosts up to 2025-11-25, at most. */
  readonly maxSessions: number;
  /** How long such a session lives without a request and without a stream. */
  readonly sessionIdleMs: number;
  /** Streams of newer hosts that wait for changes, at most for each persona. */
  readonly maxSubscriptions: number;
}

export interface Eras {
  serve(exchange: Exchange): Promise<void>;
  /** Ends every call, stream and session; may be asked again. */
  close(): Promise<void>;
}

/** Newer hosts get a server for each request, those up to 2025-11-25 one for each session. */
export function serveEras(gateway: Gateway, limits: EraLimits, onError: (error: Error) => void): Eras {
  const factoryFor =
    (persona: string | null): McpServerFactory =>
    (context) =>
      gateway.serverFor({ persona, transport: 'http' })(context);
  const handlers = new Map<string | null, McpHttpHandler>();
  const handlerFor = (persona: string | null): McpHttpHandler => {
    const there = handlers.get(persona);
    if (there) return there;
    const made = createMcpHandler(factoryFor(persona), {
      legacy: 'reject',
      maxSubscriptions: limits.maxSubscriptions,
      onerror: onError,
    });
    handlers.set(persona, made);
    return made;
  };
  const { maxSessions, sessionIdleMs: idleMs } = limits;
  const sessions = new LegacySessions({ factoryFor, maxSessions, idleMs, onError });
  const unfollow = gateway.onListChanged(() => {
    for (const { notify } of handlers.values()) notify.toolsChanged();
    sessions.listChanged();
  });
  return {
    async serve(exchange) {
      const { request, message: parsedBody, caller, send } = exchange;
      if (await isLegacyRequest(request, parsedBody)) return sessions.serve(exchange);
      const who = caller.identity && { authInfo: authInfoOf(caller.identity) };
      return send(await handlerFor(caller.persona).fetch(request, { parsedBody, ...who }));
    },
    async close() {
      unfollow();
      await Promise.all([sessions.close(), ...[...handlers.values()].map((handler) => handler.close())]);
    },
  };
}
