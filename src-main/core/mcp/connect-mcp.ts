import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import type { ServerLog } from '#shared/domain/live-source.ts';
import type { HttpConnection } from '#shared/domain/mcp-connection.ts';
import { PegboardError } from '#shared/errors.ts';
import { throwIfCancelled } from '../cancellation.ts';
import type { ResolvedConnection } from '../secrets/resolve-connection.ts';
import type { SignInStore } from '../secrets/sign-in-store.ts';
import { followToolList } from './follow-tool-list.ts';
import { guardFetch, type HttpFacts } from './guarded-fetch.ts';
import { mcpFailure, RequestOver, startingWords } from './mcp-failure.ts';
import type { McpLimits } from './mcp-limits.ts';
import { offersOAuth } from './oauth/challenge.ts';
import { serverAuthorization } from './oauth/server-authorization.ts';
import { serverEnvironment } from './server-environment.ts';
import type { StartServer } from './server-process.ts';
import { StdioTransport } from './stdio-transport.ts';

export interface ConnectOptions {
  readonly limits: McpLimits;
  readonly startServer: StartServer;
  readonly fetch: typeof fetch;
  /** Our own environment, of which a server gets a harmless part. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clientVersion: string;
  /** Where the user is signed in. */
  readonly signIns: SignInStore;
  /** Stops connecting; a session that is open has signals of its own. */
  readonly signal?: AbortSignal | undefined;
  /** The server says that its list of tools changed. */
  readonly onToolsChanged?: (() => void) | undefined;
  /** Told as soon as there is one, so that it can be read of a server that does not start. */
  readonly onLog?: ((log: () => ServerLog) => void) | undefined;
}

/** The requests of one caller. `run` gives each its time limit and tells its failure in our words. */
export interface McpSession {
  readonly protocolVersion: string;
  readonly server: { readonly name: string; readonly version: string } | null;
  run<Result>(
    doing: string,
    work: (client: Client, options: { signal: AbortSignal; timeout: number }) => Promise<Result>,
  ): Promise<Result>;
}

/** How long one caller waits, and what stops him. */
export interface SessionUse {
  readonly limits: McpLimits;
  readonly signal?: AbortSignal | undefined;
  /** Nobody else is at work: what the server said so far does not count any more. */
  readonly alone: boolean;
}

/** A session that is open until it is closed or dies. */
export interface OpenSession {
  readonly protocolVersion: string;
  /** What a caller does with it. `totalMs` counts from here and ends his work, not the session. */
  use(use: SessionUse): McpSession;
  /** Resolves when it is over: with the failure that ended it, or null when it was closed. */
  readonly ended: Promise<PegboardError | null>;
  /** Ends the session, and the server with all it started. */
  close(): Promise<void>;
}

/**
 * Connects to a server: the current protocol first, else the handshake of 2024-11-05 to 2025-11-25. Errors, all of them
 * with the end of its stderr in `data`: `server_not_started`, `server_failed`, `server_timeout`, `server_protocol`,
 * `server_unreachable`, `authentication_required`, `cancelled`.
 */
export async function connectMcp(connection: ResolvedConnection, options: ConnectOptions): Promise<OpenSession> {
  throwIfCancelled(options.signal);
  const total = AbortSignal.timeout(options.limits.totalMs);
  try {
    return await openSession(connection, options, 'auto', total);
  } catch (error) {
    // A server from before that protocol may end at a request it does not know; it is asked again in its own way.
    if (!(error instanceof EndedAtProbe)) throw error;
    return await openSession(connection, options, 'legacy', total);
  }
}

class EndedAtProbe extends Error {}

async function openSession(
  connection: ResolvedConnection,
  options: ConnectOptions,
  mode: 'auto' | 'legacy',
  connectTotal: AbortSignal,
): Promise<OpenSession> {
  const { limits, onToolsChanged } = options;
  const http: HttpFacts = { sessionBytes: 0 };
  const stdio = connection.kind === 'stdio' ? stdioTransport(connection, options) : undefined;
  if (stdio) options.onLog?.(() => stdio.stderrLog());
  const transport: Transport = stdio ?? httpTransport(connection, options, http);
  const client = new Client(
    { name: 'pegboard', version: options.clientVersion },
    {
      capabilities: {},
      versionNegotiation: {
        mode,
        probe: { timeoutMs: stdio ? Math.min(limits.connectMs / 2, probeMs) : limits.connectMs },
      },
    },
  );
  const ended = Promise.withResolvers<PegboardError | null>();
  let closing = false;
  const close = async () => {
    closing = true;
    ended.resolve(null);
    await endHttpSession(transport, limits.stopMs);
    await client.close().catch(() => {});
    await transport.close().catch(() => {});
  };
  const requestsOf = (use: Omit<SessionUse, 'alone'>, total: AbortSignal): McpSession['run'] => {
    const { signal } = use;
    const stop = signal ? AbortSignal.any([signal, total]) : total;
    return async (doing, work) => {
      const timeout = doing === startingWords ? use.limits.connectMs : use.limits.requestMs;
      try {
        return await untilStopped(work(client, { signal: stop, timeout }), stop, timeout);
      } catch (error) {
        throwIfCancelled(signal);
        // The process may be ending at this moment; how it ended says more than a closed pipe.
        await stdio?.settle();
        if (mode === 'auto' && doing === startingWords && typeof stdio?.exit?.code === 'number')
          throw new EndedAtProbe();
        if (http.refusal && connection.kind === 'http' && !hasCredentials(connection))
          http.oauth = await offersOAuth(new URL(connection.url), http.refusal, {
            fetch: options.fetch,
            signal: AbortSignal.timeout(discoveryMs),
          });
        throw mcpFailure(error, { connection, limits: use.limits, doing, stdio, http, totalOver: total.aborted });
      }
    };
  };
  try {
    const start = requestsOf(options, connectTotal);
    await start(startingWords, (connecting, request) => connecting.connect(transport, request));
  } catch (error) {
    await close();
    throw error;
  }
  client.onclose = () => {
    if (closing) return;
    const over = new Error('The server ended.');
    const facts = { connection, limits, doing: 'nothing was asked of it', stdio, http, totalOver: false };
    ended.resolve(mcpFailure(over, facts));
  };
  if (onToolsChanged) followToolList(client, onToolsChanged);
  // It may have died between its last answer and this line.
  if (stdio?.exit) client.onclose();
  const { name, version } = client.getServerVersion() ?? {};
  const facts = {
    protocolVersion: client.getNegotiatedProtocolVersion() ?? 'unknown',
    server: name === undefined ? null : { name, version: version ?? '' },
  };
  return {
    ...facts,
    ended: ended.promise,
    close,
    use({ alone, ...use }) {
      if (alone) {
        http.sessionBytes = 0;
        stdio?.forgetBytes();
      }
      return { ...facts, run: requestsOf(use, AbortSignal.timeout(use.limits.totalMs)) };
    },
  };
}

/** How long finding out may take whether a server offers to sign in; milliseconds. */
const discoveryMs = 5_000;

/** Whether the user gave credentials himself, so that signing in is not what he wants. */
function hasCredentials({ url, headers }: HttpConnection): boolean {
  if (Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')) return true;
  const { username, password } = new URL(url);
  return username !== '' || password !== '';
}

/** How long a process may take to say whether it speaks the current protocol, before it is taken for an older one; ms. */
const probeMs = 5_000;

function stdioTransport(
  connection: Extract<ResolvedConnection, { kind: 'stdio' }>,
  { startServer, limits, env }: ConnectOptions,
): StdioTransport {
  const { command, args, cwd } = connection;
  return new StdioTransport(
    { command, args, cwd, env: serverEnvironment(env, connection.env) },
    { start: startServer, limits },
  );
}

function httpTransport(connection: ResolvedConnection, options: ConnectOptions, facts: HttpFacts): Transport {
  if (connection.kind !== 'http') throw new Error('Not a connection by URL.');
  const url = URL.canParse(connection.url) ? new URL(connection.url) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new PegboardError('usage', `${connection.url} is no address of a server.`, {
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
  return new StreamableHTTPClientTransport(url, {
    requestInit: { headers },
    ...(!headers.has('authorization') && {
      authProvider: serverAuthorization(url, { store: options.signIns, fetch: options.fetch }),
    }),
    fetch: guardFetch(options.fetch, options.limits, facts),
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
async function endHttpSession(transport: Transport, milliseconds: number): Promise<void> {
  if (!(transport instanceof StreamableHTTPClientTransport)) return;
  const over = AbortSignal.timeout(milliseconds);
  await untilStopped(transport.terminateSession(), over, milliseconds).catch(() => {});
}

/** The work, or the end of its time, whichever is first: no server can hold a call open. */
function untilStopped<Result>(work: Promise<Result>, stop: AbortSignal, milliseconds: number): Promise<Result> {
  return new Promise((resolve, reject) => {
    const onStop = () => reject(new Error('stopped'));
    // A little later than the SDK's own limit, whose error is the better one.
    const timer = setTimeout(() => reject(new RequestOver()), milliseconds + 250);
    if (stop.aborted) onStop();
    stop.addEventListener('abort', onStop, { once: true });
    work.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      stop.removeEventListener('abort', onStop);
    });
  });
}
