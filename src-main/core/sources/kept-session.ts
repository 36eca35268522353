import type { ServerLog } from '#shared/domain/live-source.ts';
import type { McpConnection } from '#shared/domain/mcp-connection.ts';
import { isPegboardError, PegboardError } from '#shared/errors.ts';
import type { McpSession, OpenSession, SessionUse } from '../mcp/connect-mcp.ts';
import type { ConnectProgress } from '../mcp/start-progress.ts';

/** What a session is for. Two sessions with one fingerprint in one workspace are the same. */
export interface SessionKey {
  readonly root: string;
  /** Key of the connection with its variables filled in: another value is another session. */
  readonly fingerprint: string;
  /** Whose credentials it has; null for those of the source. */
  readonly owner: string | null;
}

/** The identity of a session. A connection that is not a source of the workspace yet has no name. */
export interface SessionIdentity {
  readonly name: string | null;
  /** As `pegboard.yaml` writes it. */
  readonly stored: McpConnection;
  /** Values that the user typed, which no variable holds. They last as long as the session. */
  readonly values: Readonly<Record<string, string>>;
}

export interface Connecting {
  readonly signal: AbortSignal;
  readonly onToolsChanged: () => void;
  readonly onLog: (log: () => ServerLog) => void;
  readonly onProgress: (progress: ConnectProgress) => void;
}

/** How long one caller waits, what stops him, and whom to tell how the server starts and what it writes meanwhile. */
export interface KeptUse extends Omit<SessionUse, 'alone'> {
  readonly onProgress?: ((progress: ConnectProgress) => void) | undefined;
}

interface KeptSessionOptions {
  readonly key: SessionKey;
  readonly identity: SessionIdentity;
  /** Settles when what was there before is gone: there are never two servers for one source. */
  readonly after: Promise<unknown>;
  readonly connect: (connecting: Connecting) => Promise<OpenSession>;
  /** Its state changed. */
  readonly onChange: () => void;
  readonly onToolsChanged: (kept: KeptSession) => void;
  /** It could not be opened, or died. */
  readonly onFailure: (kept: KeptSession, error: unknown) => void;
}

/** One session with a server, from its start to its end, and who uses it. */
export class KeptSession {
  readonly key: SessionKey;
  identity: SessionIdentity;
  /** Resolves when its server is gone. */
  readonly gone: Promise<void>;
  /** How often the server said that its list changed. */
  toolsChanged = 0;
  users = 0;
  readonly #options: KeptSessionOptions;
  /** Somebody wants it to end. */
  readonly #stop = new AbortController();
  /** It can no longer be used, for whatever reason. */
  readonly #over = Promise.withResolvers<void>();
  readonly #opening: Promise<OpenSession>;
  #phase: 'starting' | 'running' | 'ended' = 'starting';
  #log: (() => ServerLog) | undefined;
  readonly #followers = new Set<(progress: ConnectProgress) => void>();
  /** How far its start is, for whoever comes later. */
  #progress: ConnectProgress | undefined;

  constructor(options: KeptSessionOptions) {
    this.#options = options;
    this.key = options.key;
    this.identity = options.identity;
    this.#opening = this.#open();
    this.gone = this.#live();
  }

  get state(): 'starting' | 'running' | 'ended' {
    return this.#phase;
  }

  /** The end of what its server wrote to stderr, also when it is gone. Not masked. */
  log(): ServerLog {
    return this.#log?.() ?? { text: '', truncated: false };
  }

  /** Runs the requests of one caller. Errors: those of connecting, those of the work, `cancelled`. */
  async run<Result>(use: KeptUse, work: (session: McpSession) => Promise<Result>): Promise<Result> {
    const { onProgress } = use;
    if (!onProgress) return this.#work(use, work);
    if (this.#phase === 'starting' && this.#progress) onProgress(this.#progress);
    this.#followers.add(onProgress);
    return this.#work(use, work).finally(() => this.#followers.delete(onProgress));
  }

  async #work<Result>(use: KeptUse, work: (session: McpSession) => Promise<Result>): Promise<Result> {
    const open = await unless(this.#opening, use.signal);
    const signal = use.signal ? AbortSignal.any([use.signal, this.#stop.signal]) : this.#stop.signal;
    try {
      return await work(open.use({ ...use, signal, alone: this.users === 1 }));
    } catch (error) {
      if (this.#stop.signal.aborted && !use.signal?.aborted) throw stopped(this.identity.name);
      if (isFatal(error)) this.#fail(error);
      throw error;
    }
  }

  /** Ends it, whoever uses it. Resolves when its server is gone. */
  end(): Promise<void> {
    this.#become('ended');
    this.#stop.abort();
    this.#over.resolve();
    return this.gone;
  }

  async #open(): Promise<OpenSession> {
    await this.#options.after;
    const open = await this.#options.connect({
      signal: this.#stop.signal,
      onToolsChanged: () => {
        this.toolsChanged += 1;
        this.#options.onToolsChanged(this);
      },
      onLog: (log) => {
        this.#log = log;
      },
      onProgress: (progress) => {
        if (progress.type === 'starting') this.#progress = progress;
        for (const follower of this.#followers) follower(progress);
      },
    });
    if (!this.#stop.signal.aborted) this.#become('running');
    return open;
  }

  async #live(): Promise<void> {
    let open: OpenSession;
    try {
      open = await this.#opening;
    } catch (error) {
      this.#fail(error);
      return;
    }
    const failure = await Promise.race([open.ended, this.#over.promise]);
    if (failure) this.#fail(failure);
    await open.close();
  }

  #fail(error: unknown): void {
    if (this.#phase === 'ended') return;
    this.#options.onFailure(this, error);
    // Other users of the session get the error of their own request, so `#stop` does not change.
    this.#become('ended');
    this.#over.resolve();
  }

  #become(phase: 'running' | 'ended'): void {
    if (this.#phase === 'ended' || this.#phase === phase) return;
    this.#phase = phase;
    this.#options.onChange();
  }
}

/** After these errors a session is useless. The refusal of one request, with a code of JSON-RPC, is not among them. */
function isFatal(error: unknown): boolean {
  if (!isPegboardError(error) || error.data?.rpc_code !== undefined) return false;
  return ['server_failed', 'server_unreachable', 'server_protocol', 'authentication_required'].includes(error.code);
}

function stopped(name: string | null): PegboardError {
  return new PegboardError('cancelled', `${name ?? 'The server'} was stopped while it was working.`, {
    hint: 'The next import or call starts it again.',
  });
}

/** The promise, or `cancelled` as soon as the signal says so. */
function unless<Result>(promise: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(new PegboardError('cancelled', 'The work was cancelled; nothing was changed.'));
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
