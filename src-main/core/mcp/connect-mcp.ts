import {
  Client,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  type Transport,
} from '@modelcontextprotocol/client';
import type { ServerLog } from '#shared/domain/live-source.ts';
import type { HttpConnection } from '#shared/domain/mcp-connection.ts';
import type { PegboardError } from '#shared/errors.ts';
import { throwIfCancelled } from '../cancellation.ts';
import { isHostVariable } from '../secrets/host-variables.ts';
import type { ResolvedConnection } from '../secrets/resolve-connection.ts';
import type { SignInStore } from '../secrets/sign-in-store.ts';
import type { CallerCredential } from './caller-credential.ts';
import { followLists } from './follow-lists.ts';
import type { HttpFacts } from './guarded-fetch.ts';
import { endHttpSession, hasCredentials, httpTransport } from './http-transport.ts';
import { mcpFailure, startingWords } from './mcp-failure.ts';
import type { McpLimits } from './mcp-limits.ts';
import { offersOAuth } from './oauth/challenge.ts';
import type { StartServer } from './server-process.ts';
import type { ConnectProgress } from './start-progress.ts';
import { StdioTransport } from './stdio-transport.ts';
import { untilStopped } from './until-stopped.ts';

export interface ConnectOptions {
  readonly limits: McpLimits;
  readonly startServer: StartServer;
  readonly fetch: typeof fetch;
  /** Our own environment. A server gets a harmless part of it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clientVersion: string;
  /** Where the user is signed in. */
  readonly signIns: SignInStore;
  /** The credentials of the one caller that the session is for; they take the place of all others. Over HTTP only. */
  readonly credential?: CallerCredential | undefined;
  /** Stops connecting; a session that is open has signals of its own. */
  readonly signal?: AbortSignal | undefined;
  /** The server says that its list of tools changed. */
  readonly onToolsChanged?: (() => void) | undefined;
  /** Told as soon as there is one, so that it can be read of a server that does not start. */
  readonly onLog?: ((log: () => ServerLog) => void) | undefined;
  /** Told how the start goes, also when it is repeated; and what the server writes to stderr, not masked. */
  readonly onProgress?: ((progress: ConnectProgress) => void) | undefined;
}

/** The requests of one caller. `run` gives each its time limit and tells its failure in our words. */
export interface McpSession {
  readonly protocolVersion: string;
  readonly server: { readonly name: string; readonly version: string } | null;
  /** What the server tells hosts about itself; null where it says nothing. */
  readonly instructions: string | null;
  /** Whether the server speaks a revision since 2026-07-28: it asks by results, and each request says what it may ask. */
  readonly asksByResults: boolean;
  /** Whether calls repeat arguments in headers, where a tool wants that: over HTTP, since 2026-07-28. */
  readonly hasParamHeaders: boolean;
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
 * Connects to a server: the current protocol first, else the handshake of 2024-11-05 to 2025-11-25. A server that is slow to
 * say which one it speaks gets both questions; all attempts together have the time of one. Errors, all of them with the end
 * of its stderr in `data`: `server_not_started`, `server_failed`, `server_timeout`, `server_protocol`, `server_unreachable`,
 * `authentication_required`, `cancelled`.
 */
export async function connectMcp(connection: ResolvedConnection, options: ConnectOptions): Promise<OpenSession> {
  throwIfCancelled(options.signal);
  const begun = performance.now();
  const total = AbortSignal.timeout(options.limits.totalMs);
  for (let way: Way = 'probe'; ; ) {
    try {
      return await openSession(connection, options, { way, begun, total });
    } catch (error) {
      if (!(error instanceof OtherWay)) throw error;
      way = error.way;
    }
  }
}

/**
 * How a server is asked for its protocol. `probe`: for the current one, and soon for an older one too; `older`: by the older
 * handshake alone; `current`: for the current one, with all the time that is left.
 */
type Way = 'probe' | 'older' | 'current';

/** The server must be asked in another way. */
class OtherWay extends Error {
  readonly way: Way;

  constructor(way: Way) {
    super(way);
    this.way = way;
  }
}

/** One attempt: how, when the first one began (milliseconds), and the end of the time for everything. */
interface Attempt {
  readonly way: Way;
  readonly begun: number;
  readonly total: AbortSignal;
}

async function openSession(
  connection: ResolvedConnection,
  options: ConnectOptions,
  attempt: Attempt,
): Promise<OpenSession> {
  const { limits, onToolsChanged } = options;
  const http: HttpFacts = { sessionBytes: 0 };
  const stdio = connection.kind === 'stdio' ? stdioTransport(connection, options) : undefined;
  if (stdio) options.onLog?.(() => stdio.stderrLog());
  else options.onProgress?.({ type: 'starting', downloading: false });
  const transport: Transport = stdio ?? httpTransport(connection as HttpConnection, options, http);
  const connectMs = Math.max(1, limits.connectMs - (performance.now() - attempt.begun));
  const client = clientFor(options, attempt.way, connectMs);
  const ended = Promise.withResolvers<PegboardError | null>();
  let closing = false;
  const close = async () => {
    closing = true;
    ended.resolve(null);
    await endHttpSession(transport, limits.stopMs);
    await client.close().catch(() => {});
    await transport.close().catch(() => {});
  };
  const requestsOf = (use: Omit<SessionUse, 'alone'>, time: Pick<Attempt, 'begun' | 'total'>): McpSession['run'] => {
    const { signal } = use;
    const stop = signal ? AbortSignal.any([signal, time.total]) : time.total;
    return async (doing, work) => {
      const isStart = doing === startingWords;
      const timeout = isStart ? connectMs : use.limits.requestMs;
      const since = isStart ? time.begun : performance.now();
      try {
        return await untilStopped(work(client, { signal: stop, timeout }), stop, timeout);
      } catch (error) {
        throwIfCancelled(signal);
        const now = performance.now();
        // The process may be ending at this moment; how it ended says more than a closed pipe.
        await stdio?.settle();
        const other =
          isStart && now - attempt.begun < limits.connectMs && otherWay(attempt.way, { error, stdio, http });
        if (other) throw new OtherWay(other);
        if (http.refusal && !options.credential && connection.kind === 'http' && !hasCredentials(connection))
          http.oauth = await offersOAuth(new URL(connection.url), http.refusal, {
            fetch: options.fetch,
            signal: AbortSignal.timeout(discoveryMs),
          });
        const totalOver = time.total.aborted;
        const elapsedMs = now - (totalOver ? time.begun : since);
        const { maximumMessageBytes: maximumBytes } = limits;
        throw mcpFailure(error, { connection, elapsedMs, doing, stdio, http, maximumBytes, totalOver });
      }
    };
  };
  try {
    await requestsOf(options, attempt)(startingWords, (connecting, request) => connecting.connect(transport, request));
  } catch (error) {
    await close();
    throw error;
  }
  stdio?.answered();
  client.onclose = () => {
    if (closing) return;
    const over = new Error('The server ended.');
    const { maximumMessageBytes: maximumBytes } = limits;
    const doing = 'nothing was asked of it';
    const facts = { connection, elapsedMs: 0, doing, stdio, http, maximumBytes, totalOver: false };
    ended.resolve(mcpFailure(over, facts));
  };
  if (onToolsChanged) followLists(client, onToolsChanged);
  // It may have died between its last answer and this line.
  if (stdio?.exit) client.onclose();
  const { name, version } = client.getServerVersion() ?? {};
  const isModern = client.getProtocolEra() === 'modern';
  const facts = {
    protocolVersion: client.getNegotiatedProtocolVersion() ?? 'unknown',
    server: name === undefined ? null : { name, version: version ?? '' },
    instructions: client.getInstructions() ?? null,
    asksByResults: isModern,
    hasParamHeaders: isModern && connection.kind === 'http',
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
      const time = { begun: performance.now(), total: AbortSignal.timeout(use.limits.totalMs) };
      return { ...facts, run: requestsOf(use, time) };
    },
  };
}

function clientFor({ clientVersion, limits }: ConnectOptions, way: Way, connectMs: number): Client {
  const timeoutMs = way === 'probe' ? Math.min(connectMs / 2, limits.probeMs) : connectMs;
  return new Client(
    { name: 'pegboard', version: clientVersion },
    { capabilities: {}, versionNegotiation: { mode: way === 'older' ? 'legacy' : 'auto', probe: { timeoutMs } } },
  );
}

/** In which way a server that could not be connected to is asked next, while there is time; undefined: in none. */
function otherWay(
  way: Way,
  { error, stdio, http }: { error: unknown; stdio: StdioTransport | undefined; http: HttpFacts },
): Way | undefined {
  if (way === 'probe') {
    // A server from before the current protocol may end at a question that it does not know.
    if (typeof stdio?.exit?.code === 'number') return 'older';
    // It slept through the first question and answered it late: it refuses the older handshake, and speaks the current one.
    if (stdio?.speaksCurrent && error instanceof ProtocolError) return 'current';
    if (!stdio && error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout) return 'older';
  }
  const refused = error instanceof ProtocolError || (error instanceof SdkHttpError && !http.refusal);
  return way === 'older' && !stdio && refused ? 'current' : undefined;
}

/** How long finding out may take whether a server offers to sign in; milliseconds. */
const discoveryMs = 5_000;

function stdioTransport(
  connection: Extract<ResolvedConnection, { kind: 'stdio' }>,
  { startServer, limits, env, onProgress }: ConnectOptions,
): StdioTransport {
  const { command, args, cwd } = connection;
  return new StdioTransport(
    { command, args, cwd, env: serverEnvironment(env, connection.env) },
    { start: startServer, limits, tell: onProgress },
  );
}

/** The environment of a server: a harmless part of ours, and what its source names. Nothing else of ours leaks to it. */
export function serverEnvironment(
  ours: Readonly<Record<string, string | undefined>>,
  named: Readonly<Record<string, string>>,
): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(ours)) {
    // A value that starts with () is a function exported by a shell.
    if (value !== undefined && isHostVariable(name) && !value.startsWith('()')) env[name] = value;
  }
  return { ...env, ...named };
}
