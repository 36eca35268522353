import { StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import type { HttpConnection } from '#shared/domain/mcp-connection.ts';
import { PegboardError } from '#shared/errors.ts';
import type { SignInStore } from '../secrets/sign-in-store.ts';
import { type CallerCredential, credentialFetch } from './caller-credential.ts';
import { guardFetch, type HttpFacts } from './guarded-fetch.ts';
import type { McpLimits } from './mcp-limits.ts';
import { serverAuthorization } from './oauth/server-authorization.ts';
import { untilStopped } from './until-stopped.ts';

interface HttpTransportOptions {
  readonly limits: McpLimits;
  readonly fetch: typeof fetch;
  readonly signIns: SignInStore;
  /** In place of every other credential. */
  readonly credential?: CallerCredential | undefined;
}

/** MCP over HTTP with limits that a hostile server cannot pass. Error: `usage` for an invalid address or header. */
export function httpTransport(connection: HttpConnection, options: HttpTransportOptions, facts: HttpFacts): Transport {
  const url = URL.canParse(connection.url) ? new URL(connection.url) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new PegboardError('usage', `${connection.url} is not a valid server address.`, {
      hint: 'Give one that starts with https:// or http://.',
    });
  }
  const headers = headersOf(connection.headers);
  if (url.username !== '' || url.password !== '') {
    // fetch refuses credentials in a URL; as a header they mean the same.
    const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    if (!headers.has('authorization')) headers.set('authorization', `Basic ${Buffer.from(pair).toString('base64')}`);
    url.username = '';
    url.password = '';
  }
  const { credential } = options;
  if (credential) headers.delete('authorization');
  return new StreamableHTTPClientTransport(url, {
    requestInit: { headers },
    ...(!credential &&
      !headers.has('authorization') && {
        authProvider: serverAuthorization(url, { store: options.signIns, fetch: options.fetch }),
      }),
    fetch: guardFetch(credential ? credentialFetch(options.fetch, credential) : options.fetch, options.limits, facts),
    reconnectionOptions: {
      maxRetries: 2,
      initialReconnectionDelay: 500,
      maxReconnectionDelay: 2_000,
      reconnectionDelayGrowFactor: 2,
    },
  });
}

/** Error: `usage` for a name or a value that HTTP does not allow; the value is not told. */
function headersOf(given: Readonly<Record<string, string>>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given)) {
    try {
      headers.set(name, value);
    } catch {
      throw new PegboardError('usage', `The header ${name} cannot be sent: its name or its value has odd characters.`, {
        hint: 'A value is one line of letters, digits and signs. Look for a line break at its end.',
      });
    }
  }
  return headers;
}

/** Tells an HTTP server that its session is over; one that does not care to hear it is left. */
export async function endHttpSession(transport: Transport, milliseconds: number): Promise<void> {
  if (!(transport instanceof StreamableHTTPClientTransport)) return;
  const over = AbortSignal.timeout(milliseconds);
  await untilStopped(transport.terminateSession(), over, milliseconds).catch(() => {});
}

/** Whether the user gave credentials himself, so that signing in is not what he wants. */
export function hasCredentials({ url, headers }: HttpConnection): boolean {
  if (Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')) return true;
  const { username, password } = new URL(url);
  return username !== '' || password !== '';
}
