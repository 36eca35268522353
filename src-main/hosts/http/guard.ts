import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { ownAddresses } from '../loopback.ts';

/** The one path that is upgraded to a WebSocket. */
export const rpcPath = '/rpc';

/** The subprotocol the server speaks; the token travels as a second one, since a browser can set no header. */
export const rpcSubprotocol = 'pegboard';
const tokenPrefix = 'token.';

/** Why a request is not served: an HTTP status and the text of the answer. */
export interface Refusal {
  readonly status: 400 | 401 | 403 | 404 | 405 | 503;
  readonly reason: string;
}

export interface Guard {
  /** What speaks against answering a request with a file, or null. */
  refuseRequest(request: IncomingMessage): Refusal | null;
  /** What speaks against upgrading a request to a WebSocket, or null. */
  refuseUpgrade(request: IncomingMessage): Refusal | null;
}

/**
 * Who may speak to the browser host. Any page in the user's browser can reach a port on loopback, so:
 * `Host` must be ours (a rebound DNS name is not), a WebSocket must come from our own page and carry the token of this
 * launch, and nothing but GET and HEAD is answered.
 */
export function createGuard({ port, token }: { readonly port: number; readonly token: string }): Guard {
  const { hosts, origins } = ownAddresses(port);
  const tokenDigest = digest(token);

  // `headers` has the first of several alone.
  const refuseHost = ({ headersDistinct: { host = [] } }: IncomingMessage): Refusal | null =>
    host.length === 1 && host.every((name) => hosts.has(name)) ? null : { status: 403, reason: 'wrong Host' };

  return {
    refuseRequest(request) {
      const allowed = request.method === 'GET' || request.method === 'HEAD';
      return refuseHost(request) ?? (allowed ? null : { status: 405, reason: 'only GET and HEAD' });
    },
    refuseUpgrade(request) {
      const wrongHost = refuseHost(request);
      if (wrongHost) return wrongHost;
      if (request.url !== rpcPath) return { status: 404, reason: 'no WebSocket here' };
      const { origin } = request.headers;
      if (origin === undefined || !origins.has(origin)) return { status: 403, reason: 'wrong Origin' };
      const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
      const given = offered.find((name) => name.startsWith(tokenPrefix))?.slice(tokenPrefix.length) ?? '';
      if (!timingSafeEqual(digest(given), tokenDigest)) return { status: 401, reason: 'missing or wrong token' };
      if (!offered.includes(rpcSubprotocol))
        return { status: 400, reason: `subprotocol ${rpcSubprotocol} not offered` };
      return null;
    },
  };
}

/** Digests have one length, which timingSafeEqual asks for, whatever the token offered. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
