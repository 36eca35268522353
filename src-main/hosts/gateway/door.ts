import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { CallerIdentity } from '#core/gateway/credentials/caller-identity.ts';
import type { TokenHolder } from './gateway-tokens.ts';

/** The caller that was let in. */
export interface Caller {
  /** The persona that is served; null for the default one. */
  readonly persona: string | null;
  /** Hash of the token, or the subject that it names: tells holders apart and opens nothing. */
  readonly holder: string;
  /** Where callers may have credentials of their own. */
  readonly identity?: CallerIdentity | undefined;
}

/** Why a request is not served: an HTTP status and the text of the answer. */
export interface Refusal {
  readonly status: 400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 503;
  readonly reason: string;
  /** The limit of the caller that was reached. */
  readonly limit?: 'requests' | 'concurrent' | 'bytes';
  readonly headers?: Readonly<Record<string, string>>;
}

/** Whom a bearer token lets in; `asked` is the persona in the address, null without one. An empty token is a missing one. */
export type Admit = (token: string, asked: string | null) => Promise<Caller | Refusal>;

export interface DoorOptions {
  /** What `Host` may say. */
  readonly hosts: ReadonlySet<string>;
  /** What `Origin` may say, where it says anything. */
  readonly origins: ReadonlySet<string>;
  readonly admit: Admit;
}

const methods = ['POST', 'GET', 'DELETE'];

const unauthorised: Refusal = {
  status: 401,
  reason:
    'Missing or wrong token for this address. Send `Authorization: Bearer <token>` with the token that the gateway printed when it made it.',
  headers: { 'www-authenticate': 'Bearer' },
};

/**
 * Who may speak to the gateway. Any page in the user's browser and any program can reach a port on loopback, so: `Host` must be
 * ours (a rebound DNS name is not), an `Origin` must be ours if there is one, and a token decides who is served.
 */
export function createDoor({
  hosts,
  origins,
  admit,
}: DoorOptions): (request: IncomingMessage) => Promise<Caller | Refusal> {
  return async ({ headers, method = '', url = '' }) => {
    if (headers.host === undefined || !hosts.has(headers.host)) return { status: 403, reason: 'Wrong Host.' };
    if (headers.origin !== undefined && !origins.has(headers.origin)) return { status: 403, reason: 'Wrong Origin.' };
    const path = /^\/mcp(?:\/([^/?]+))?(?:\?|$)/.exec(url);
    if (!path) return { status: 404, reason: 'Nothing here: the address is /mcp or /mcp/<persona>.' };
    if (!methods.includes(method)) {
      return { status: 405, reason: `Only ${methods.join(', ')}.`, headers: { allow: methods.join(', ') } };
    }
    // A text that is not a URI component names no persona.
    return admit(bearerOf(headers), path[1] === undefined ? null : (decoded(path[1]) ?? ''));
  };
}

/** The token of a request; empty without one. */
export function bearerOf({ authorization = '' }: Pick<IncomingHttpHeaders, 'authorization'>): string {
  return /^Bearer +([^ ]+) *$/i.exec(authorization)?.[1] ?? '';
}

/**
 * Lets in who has a token of this computer. A wrong token, a persona that does not exist and a persona of another token get the
 * same answer.
 */
export function admitHolders(
  holderOf: (token: string) => Promise<TokenHolder | null>,
  personas: () => readonly string[],
): Admit {
  return async (token, asked) => {
    const holder = await holderOf(token);
    const persona = asked ?? holder?.persona ?? null;
    if (holder === null || (holder.persona !== null && holder.persona !== persona)) return unauthorised;
    if (persona !== null && !personas().includes(persona)) return unauthorised;
    return { persona, holder: holder.id };
  };
}

/** Undefined for a text that is not a URI component. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
