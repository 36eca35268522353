import { canonicalJson } from '#shared/canonical-json.ts';
import type { McpConnection } from '#shared/domain/mcp-connection.ts';
import { isPegboardError, PegboardError } from '#shared/errors.ts';
import type { McpSession, OpenSession } from '../mcp/connect-mcp.ts';
import { type Connecting, KeptSession, type KeptUse, type SessionIdentity, type SessionKey } from './kept-session.ts';

export interface SessionPoolOptions {
  /** Milliseconds that a session stays open without a use; at 0 it ends with its last use. */
  readonly idleMs: number;
  readonly onChange: () => void;
  readonly onToolsChanged: (kept: KeptSession) => void;
  readonly onFailure: (kept: KeptSession, error: unknown) => void;
}

export interface WantedSession {
  readonly key: SessionKey;
  readonly identity: SessionIdentity;
  readonly use: KeptUse;
  readonly connect: (connecting: Connecting) => Promise<OpenSession>;
  /** Told of a session that is started for it. */
  readonly onStart: (kept: KeptSession) => void;
}

/** Values without those of some names. */
export function withoutNames(
  values: Readonly<Record<string, string>>,
  names: readonly string[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
}

function isUnknownSession(error: unknown): boolean {
  return isPegboardError(error) && (error.data?.status === 404 || error.data?.status === 400);
}

/** A session of a connection that is not a source, such as that of a plan, waits this long for its import; ms. */
const namelessIdleMs = 60_000;

/** Sessions with credentials of callers that stay open at most; beyond it the one that rested for longest ends. */
const mostOwned = 500;

/**
 * The sessions that are open: at most one per source and credential, used again by whoever wants the same connection with the same
 * credential.
 */
export class SessionPool {
  readonly #options: SessionPoolOptions;
  readonly #kept = new Set<KeptSession>();
  /** Ended, but their servers may not be gone yet. */
  readonly #leaving = new Set<KeptSession>();
  readonly #idle = new Map<KeptSession, NodeJS.Timeout>();
  #closed = false;

  constructor(options: SessionPoolOptions) {
    this.#options = options;
  }

  /** Runs work on the session that is wanted; opens it where there is none. Errors: those of connecting and of the work. */
  async use<Result>(
    wanted: WantedSession,
    work: (session: McpSession, kept: KeptSession) => Promise<Result>,
  ): Promise<Result> {
    if (this.#closed) throw new PegboardError('cancelled', 'Pegboard is closing and starts no more servers.');
    const before = this.#sameAs(wanted);
    try {
      return await this.#runOn(before ?? this.#start(wanted), wanted, work);
    } catch (error) {
      // A server over HTTP that was started again does not know the session: nothing was done, and a new one may do.
      if (before && !this.#closed && isUnknownSession(error))
        return await this.#runOn(this.#start(wanted), wanted, work);
      throw error;
    }
  }

  async #runOn<Result>(
    kept: KeptSession,
    { use }: WantedSession,
    work: (session: McpSession, kept: KeptSession) => Promise<Result>,
  ): Promise<Result> {
    clearTimeout(this.#idle.get(kept));
    this.#idle.delete(kept);
    kept.users += 1;
    try {
      return await kept.run(use, (session) => work(session, kept));
    } finally {
      kept.users -= 1;
      if (kept.users === 0) await this.#rest(kept);
    }
  }

  /** The session of a source with these credentials, by default its own; open or about to be. */
  of(root: string, name: string, owner: string | null = null): KeptSession | undefined {
    return [...this.#kept].find(
      ({ key, identity }) => key.root === root && key.owner === owner && identity.name === name,
    );
  }

  /** Values that the user typed for a connection, while its session lasts. */
  valuesOf(root: string, stored: McpConnection): Readonly<Record<string, string>> {
    const json = canonicalJson(stored);
    const same = (kept: KeptSession) => kept.key.root === root && canonicalJson(kept.identity.stored) === json;
    return [...this.#kept].find(same)?.identity.values ?? {};
  }

  /** Forgets values that the user typed for connections, since others were given in their place. */
  forgetValues(root: string, names: readonly string[]): void {
    for (const kept of this.#kept) {
      if (kept.key.root === root)
        kept.identity = { ...kept.identity, values: withoutNames(kept.identity.values, names) };
    }
  }

  /** The session belongs to a source now; one that the source had before ends. */
  adopt(kept: KeptSession, identity: SessionIdentity & { readonly name: string }): void {
    const before = this.of(kept.key.root, identity.name);
    kept.identity = identity;
    if (before && before !== kept) void before.end();
    this.#options.onChange();
  }

  /** Ends the sessions that a test picks. Resolves with how many when their servers are gone. */
  async end(isMeant: (kept: KeptSession) => boolean): Promise<number> {
    const meant = [...this.#kept].filter(isMeant);
    await Promise.all(meant.map((kept) => kept.end()));
    return meant.length;
  }

  /** Ends all, starts none any more, and waits until no server is left. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.end(() => true);
    await Promise.all([...this.#leaving].map((kept) => kept.gone));
  }

  #sameAs({ key, identity }: WantedSession): KeptSession | undefined {
    const same = [...this.#kept].find(
      (kept) =>
        kept.key.root === key.root &&
        kept.key.fingerprint === key.fingerprint &&
        kept.key.owner === key.owner &&
        (kept.identity.name === null || identity.name === null || kept.identity.name === identity.name),
    );
    if (same && identity.name !== null) same.identity = { ...identity, values: same.identity.values };
    return same;
  }

  #start({ key, identity, connect, onStart }: WantedSession): KeptSession {
    // Another connection of the same source: its variables or its command changed.
    const before = identity.name === null ? undefined : this.of(key.root, identity.name, key.owner);
    void before?.end();
    if (key.owner !== null) this.#makeRoom();
    const { onChange, onToolsChanged, onFailure } = this.#options;
    const kept: KeptSession = new KeptSession({
      key,
      identity,
      after: this.#goneBefore(key, identity),
      connect,
      onToolsChanged,
      onFailure,
      onChange: () => {
        if (kept.state === 'ended') this.#leave(kept);
        onChange();
      },
    });
    this.#kept.add(kept);
    onStart(kept);
    onChange();
    return kept;
  }

  /** Settles when no server of the same source, or of the same connection, is left. */
  async #goneBefore(key: SessionKey, { name }: SessionIdentity): Promise<void> {
    const same = (other: KeptSession) =>
      other.key.owner === key.owner &&
      (other.key.fingerprint === key.fingerprint || (name !== null && other.identity.name === name));
    await Promise.all([...this.#leaving].filter(same).map((other) => other.gone));
  }

  /** Sessions at work stay: the limit of requests bounds them. */
  #makeRoom(): void {
    const owned = [...this.#kept].filter(({ key }) => key.owner !== null).length;
    if (owned < mostOwned) return;
    for (const kept of this.#idle.keys()) {
      if (kept.key.owner === null) continue;
      void kept.end();
      return;
    }
  }

  #leave(kept: KeptSession): void {
    this.#kept.delete(kept);
    this.#leaving.add(kept);
    clearTimeout(this.#idle.get(kept));
    this.#idle.delete(kept);
    void kept.gone.finally(() => this.#leaving.delete(kept));
  }

  /** Nobody uses it any more. */
  async #rest(kept: KeptSession): Promise<void> {
    const { idleMs } = this.#options;
    if (kept.state !== 'running' || idleMs === 0) {
      await kept.end();
      return;
    }
    const milliseconds = kept.identity.name === null ? Math.min(idleMs, namelessIdleMs) : idleMs;
    this.#idle.set(
      kept,
      setTimeout(() => void kept.end(), milliseconds),
    );
  }
}
