import { createHash } from 'node:crypto';
import { canonicalJson } from '#shared/canonical-json.ts';
import type { ServerLog } from '#shared/domain/live-source.ts';
import type { McpConnection } from '#shared/domain/mcp-connection.ts';
import { type ErrorValue, isPegboardError, PegboardError, toErrorValue } from '#shared/errors.ts';
import { ChangeSignal } from '../change-signal.ts';
import type { Files } from '../files/files.ts';
import type { CallerCredential } from '../mcp/caller-credential.ts';
import type { ConnectOptions, McpSession } from '../mcp/connect-mcp.ts';
import type { McpLimits } from '../mcp/mcp-limits.ts';
import type { ListenForRedirect, SignInOptions } from '../mcp/oauth/sign-in.ts';
import type { ConnectProgress } from '../mcp/start-progress.ts';
import { createMasker, type Masker, type Secret } from '../secrets/masker.ts';
import { type Resolution, type ResolvedConnection, resolveConnection } from '../secrets/resolve-connection.ts';
import { shownConnection } from '../secrets/shown-connection.ts';
import type { Values, VariableValues } from '../secrets/variable-values.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';
import type { WorkspaceSession } from '../workspace/workspace-session.ts';
import type { KeptSession } from './kept-session.ts';
import type { PreparedConnection } from './prepared-connection.ts';
import { SessionPool, withoutNames } from './session-pool.ts';

export interface ServerSessionsOptions
  extends Omit<ConnectOptions, 'signal' | 'credential' | 'onToolsChanged' | 'onLog' | 'onProgress'> {
  readonly session: WorkspaceSession;
  readonly files: Files;
  /** Where the variables of connections have their values. */
  readonly values: VariableValues;
  /** Milliseconds that a session stays open without a use; at 0 it ends with its last use. */
  readonly idleMs: number;
  /** Absent where no browser can come back. */
  readonly listenForRedirect: ListenForRedirect | undefined;
  /** A text that was never given before and that nobody can guess. */
  readonly newId: () => string;
  /** The server of a source says that its list of tools changed. */
  readonly onToolsChanged: (kept: KeptSession) => void;
}

/** The work of a caller with a session; the second argument hides secrets in all results. */
export interface SessionAtWork {
  readonly session: McpSession;
  readonly masker: Masker;
  readonly kept: KeptSession;
}

/** Options of one use of a session: signal, time limit, and a listener for the start of its server; secrets are masked. */
export interface UseOptions {
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number | undefined;
  readonly onProgress?: ((progress: ConnectProgress) => void) | undefined;
  /** The credentials of the caller, in place of those of the source. */
  readonly credential?: CallerCredential | undefined;
}

/**
 * The sessions with the servers of the open workspace. Nothing that leaves here holds a secret. A session ends with its
 * source, with its workspace, when its connection changes, and when nobody used it for long.
 */
export class ServerSessions {
  readonly changed = new ChangeSignal();
  readonly #options: ServerSessionsOptions;
  readonly #pool: SessionPool;
  readonly #maskers = new WeakMap<KeptSession, Masker>();
  /** The last session of each source that was there, for its log and its problem; of one workspace. */
  readonly #last = new Map<string, { kept?: KeptSession; problem?: ErrorValue }>();
  /** Addresses of servers that refused us and offer to sign in, and the scope that was missing. */
  readonly #refused = new Map<string, string | undefined>();
  readonly #typed = new Map<string, Readonly<Record<string, string>>>();
  readonly #unfollow: () => void;
  #root: string | undefined;

  constructor(options: ServerSessionsOptions) {
    this.#options = options;
    this.#pool = new SessionPool({
      idleMs: options.idleMs,
      onChange: () => this.changed.notify(),
      onToolsChanged: options.onToolsChanged,
      onFailure: (kept, error) => {
        const masker = this.#maskers.get(kept);
        if (masker && kept.identity.name !== null && kept.key.owner === null)
          this.#noteProblem(kept.identity.name, maskedError(error, masker));
      },
    });
    const unfollow = [
      options.session.onChange(() => this.#follow()),
      // The latest value from the user counts, wherever it was given.
      options.values.onGiven((root, names) => this.#forgetTyped(root, names)),
    ];
    this.#unfollow = () => {
      for (const end of unfollow) end();
    };
  }

  /** Runs work on a session with a server. Errors: `variable_missing`, those of connecting and of the work, all masked. */
  async use<Result>(
    loaded: LoadedWorkspace,
    { label, source, stored, values: typed }: PreparedConnection,
    { signal, timeoutMs, onProgress, credential }: UseOptions,
    work: (at: SessionAtWork) => Promise<Result>,
  ): Promise<Result> {
    const values = { ...this.valuesOf(loaded.root, stored), ...typed };
    const limits = this.limits(timeoutMs);
    const { connection, secrets } = await this.#resolve(loaded, { label, source, stored, values });
    const masker = this.#masker(secrets, credential);
    if (credential && connection.kind !== 'http') throw withoutAddress(label);
    const fingerprint = createHash('sha256').update(canonicalJson(connection)).digest('hex');
    try {
      return await this.#pool.use(
        {
          key: { root: loaded.root, fingerprint, owner: credential?.owner ?? null },
          identity: { name: source, stored, values },
          use: {
            limits,
            signal,
            onProgress: onProgress && ((progress) => onProgress(shownProgress(progress, masker))),
          },
          connect: async ({ onToolsChanged, ...connecting }) => {
            await this.#checkFolder(connection, label);
            // Loaded when a server is meant: most commands start none, and need not wait for the client.
            const { connectMcp } = await import('../mcp/connect-mcp.ts');
            return connectMcp(connection, {
              ...this.#options,
              limits,
              credential,
              ...connecting,
              // A session of one use ends before it could matter.
              onToolsChanged: this.#options.idleMs > 0 ? onToolsChanged : undefined,
            });
          },
          onStart: (kept) => {
            this.#maskers.set(kept, masker);
            if (source !== null && !credential) this.#last.set(source, { kept });
          },
        },
        (session, kept) => work({ session, masker, kept }),
      );
    } catch (error) {
      if (connection.kind === 'http') await this.#noteRefusal(new URL(connection.url), error);
      throw maskedError(error, masker);
    }
  }

  /** Signs the user in at the server of a connection. Errors: `variable_missing`, `invalid_input`, `sign_in_failed`. */
  async signIn(
    loaded: LoadedWorkspace,
    prepared: PreparedConnection,
    options: Pick<SignInOptions, 'onAuthorize' | 'signal' | 'timeoutMs'>,
  ): Promise<void> {
    const { signIns, fetch, listenForRedirect, newId } = this.#options;
    const { url, secrets } = await this.#address(loaded, prepared);
    if (!listenForRedirect) throw new Error('This host cannot wait for a browser.');
    const hide = (secret: string) => signIns.hide(secret);
    try {
      const scope = this.#refused.get(url.href);
      const flow = { fetch, listen: listenForRedirect, newState: newId, hide, scope };
      const { signInAt } = await import('../mcp/oauth/sign-in.ts');
      const signIn = await signInAt(url, { ...options, ...flow });
      await signIns.put(url, shownConnection(prepared.stored), signIn);
    } catch (error) {
      throw maskedError(error, this.#masker(secrets));
    }
    this.#refused.delete(url.href);
    if (prepared.source !== null) this.#last.delete(prepared.source);
    this.changed.notify();
  }

  /** Where a server is. Errors: `variable_missing`, `invalid_input` for a program. */
  async address(loaded: LoadedWorkspace, prepared: PreparedConnection): Promise<URL> {
    return (await this.#address(loaded, prepared)).url;
  }

  /** Forgets the tokens of the server of a source, and ends its session; whether there were any. */
  async signOut(loaded: LoadedWorkspace, prepared: PreparedConnection): Promise<boolean> {
    const { url } = await this.#address(loaded, prepared);
    const forgotten = await this.#options.signIns.forget(url);
    if (prepared.source !== null) await this.stop(loaded.root, prepared.source);
    if (forgotten) this.#refused.set(url.href, undefined);
    this.changed.notify();
    return forgotten;
  }

  /** Whether the server at an address refused us, and offers to sign in. */
  wantsSignIn(url: URL): boolean {
    return this.#refused.has(url.href);
  }

  /** The session belongs to a source now. */
  adopt(kept: KeptSession, name: string, { stored, values }: PreparedConnection): void {
    this.#last.set(name, { kept });
    this.#pool.adopt(kept, { name, stored, values: { ...kept.identity.values, ...values } });
  }

  /** Limits with the time that a user gives. */
  limits(timeoutMs: number | undefined): McpLimits {
    const { limits } = this.#options;
    if (timeoutMs === undefined) return limits;
    return { ...limits, connectMs: timeoutMs, requestMs: timeoutMs, totalMs: Math.max(limits.totalMs, timeoutMs) };
  }

  /** Values that the user typed for a connection, while its session lasts. */
  valuesOf(root: string, stored: McpConnection): Readonly<Record<string, string>> {
    return { ...this.#typed.get(typedKey(root, stored)), ...this.#pool.valuesOf(root, stored) };
  }

  /** Keeps values that the user typed for a connection before it has a session, until another workspace is opened. */
  keepValues(root: string, { stored, values }: Pick<PreparedConnection, 'stored' | 'values'>): void {
    if (Object.keys(values).length > 0) this.#typed.set(typedKey(root, stored), values);
  }

  #forgetTyped(root: string, names: readonly string[]): void {
    for (const [key, values] of this.#typed) this.#typed.set(key, withoutNames(values, names));
    this.#pool.forgetValues(root, names);
  }

  /** Whether a session with a source is open now. */
  state(root: string, name: string): 'stopped' | 'starting' | 'running' {
    const state = this.#pool.of(root, name)?.state;
    return state === undefined || state === 'ended' ? 'stopped' : state;
  }

  /** How the last attempt to open a session with a source failed, or how its session died. */
  problem(name: string): ErrorValue | null {
    return this.#last.get(name)?.problem ?? null;
  }

  /** What its server wrote to stderr. */
  log(name: string): ServerLog {
    const kept = this.#last.get(name)?.kept;
    const { text, truncated } = kept?.log() ?? { text: '', truncated: false };
    return { text: kept ? (this.#maskers.get(kept)?.text(text) ?? '') : '', truncated };
  }

  /** Ends the session of a source; whether there was one. */
  async stop(root: string, name: string): Promise<boolean> {
    return (await this.#pool.end((kept) => kept.key.root === root && kept.identity.name === name)) > 0;
  }

  /** Ends all sessions, and waits until no server is left. */
  async close(): Promise<void> {
    this.#unfollow();
    await this.#pool.close();
  }

  async #resolve(
    { root }: LoadedWorkspace,
    { label, source, stored, values }: Omit<PreparedConnection, 'findings'>,
  ): Promise<Resolution> {
    const env: Values = { ...(await this.#options.values.of(root)), ...values };
    try {
      return resolveConnection(stored, { env, root, source: label });
    } catch (error) {
      throw this.#noteProblem(source, error);
    }
  }

  async #address(loaded: LoadedWorkspace, { label, source, stored, values }: PreparedConnection) {
    const { connection, secrets } = await this.#resolve(loaded, { label, source, stored, values });
    if (connection.kind === 'http' && URL.canParse(connection.url)) return { url: new URL(connection.url), secrets };
    throw new PegboardError('invalid_input', `${label} has no address to sign in at: its server is a program.`, {
      hint: 'Such a server takes its credentials from variables: --env NAME.',
      data: { source: label },
    });
  }

  /** A server starts in a folder that is there. Error: `server_not_started`. */
  async #checkFolder(connection: ResolvedConnection, label: string): Promise<void> {
    if (connection.kind !== 'stdio' || (await this.#options.files.isDirectory(connection.cwd))) return;
    throw new PegboardError('server_not_started', `The folder ${connection.cwd} does not exist.`, {
      hint: `Source ${label} starts in it: make it, or change --cwd.`,
    });
  }

  #masker(secrets: readonly Secret[], credential?: CallerCredential): Masker {
    const { signIns, values } = this.#options;
    return createMasker(secrets, () => [...signIns.secrets(), ...values.secrets(), ...(credential?.secrets() ?? [])]);
  }

  async #noteRefusal(url: URL, error: unknown): Promise<void> {
    if (!isPegboardError(error) || error.code !== 'authentication_required' || error.data?.oauth !== true) return;
    const { readChallenge } = await import('../mcp/oauth/challenge.ts');
    const challenge = readChallenge(String(error.data.www_authenticate ?? ''));
    this.#refused.set(url.href, challenge.insufficient ? challenge.scope : undefined);
    this.changed.notify();
  }

  #noteProblem(source: string | null, error: unknown): unknown {
    if (source !== null) {
      this.#last.set(source, { ...this.#last.get(source), problem: toErrorValue(error) });
      this.changed.notify();
    }
    return error;
  }

  /** Ends the sessions of sources that are gone, off, or reached in another way now; all, when another workspace is open. */
  #follow(): void {
    const loaded = this.#options.session.loaded();
    if (loaded?.root !== this.#root) {
      this.#root = loaded?.root;
      this.#last.clear();
      this.#typed.clear();
    }
    const names = new Set(loaded?.file.config.sources.map(({ name }) => name));
    for (const name of this.#last.keys()) if (!names.has(name)) this.#last.delete(name);
    void this.#pool.end(({ key, identity, users }) => {
      if (key.root !== loaded?.root) return true;
      if (identity.name === null) return false;
      const source = loaded.file.config.sources.find(({ name }) => name === identity.name);
      // The list of a disabled source can still be imported.
      if (!source?.mcp || (!source.enabled && users === 0)) return true;
      return canonicalJson(source.mcp) !== canonicalJson(identity.stored);
    });
  }
}

/** A program has its credentials from variables, once for everybody. */
function withoutAddress(source: string): PegboardError {
  return new PegboardError(
    'authentication_required',
    `The server "${source}" is a program: callers cannot have credentials of their own there.`,
    { data: { source, caller: true } },
  );
}

function typedKey(root: string, stored: McpConnection): string {
  return canonicalJson([root, stored]);
}

/** How many lines of stderr are shown while a server starts, and how much of each; characters. */
const shownLines = 12;
const shownCharacters = 300;

/** Masked as a whole, then cut: a secret that is cut through would not be recognised. */
function shownProgress(progress: ConnectProgress, masker: Masker): ConnectProgress {
  if (progress.type !== 'stderr') return progress;
  const lines = masker.text(progress.text).split(/[\r\n]+/);
  const last = lines.filter((line) => line.trim() !== '').slice(-shownLines);
  const cut = last.map((line) => (line.length > shownCharacters ? `${line.slice(0, shownCharacters)}…` : line));
  return { type: 'stderr', text: cut.join('\n') };
}

function maskedError(error: unknown, masker: Masker): unknown {
  // A failure of our own that nobody expected: it goes to a log, so its words are masked too.
  if (!isPegboardError(error)) return new Error(masker.text(String(error instanceof Error ? error.stack : error)));
  const { code, message, hint, data } = error;
  // Its cause is left behind: nobody has masked that.
  return new PegboardError(code, masker.text(message), {
    ...(hint === undefined ? {} : { hint: masker.text(hint) }),
    ...(data === undefined ? {} : { data: masker.value(data) }),
  });
}
