import type { UsageSession } from '#shared/domain/usage.ts';
import { cut } from './bounded-record.ts';

/** A host that comes back within this time goes on with its session, milliseconds. */
const pauseMs = 30 * 60_000;

/** Sessions that are remembered; the one that was used longest ago is forgotten first. */
const mostSessions = 1000;

/** Characters of a text that a host says about itself. */
const mostCharacters = 200;

/** A session of this process, times in milliseconds since 1970. */
export interface HostSession {
  readonly number: number;
  readonly host: UsageSession;
  readonly startedAt: number;
  usedAt: number;
  endedAt: number | null;
  /** Its row in the log; null before it has one. */
  row: number | null;
  /** Whether the row is not what this says. */
  isChanged: boolean;
}

/** The sessions of one gateway process. A host of HTTP has none of its own: who says the same about itself is the same. */
export class HostSessions {
  readonly #now: () => number;
  readonly #byNumber = new Map<number, HostSession>();
  readonly #byHost = new Map<string, HostSession>();
  #last = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Begins a session or goes on with one; its number. */
  begin(given: UsageSession): number {
    const host = boundedHost(given);
    const key = JSON.stringify([host.client, host.protocol, host.transport, host.persona, host.mode]);
    const known = this.#byHost.get(key);
    if (known && this.#now() - known.usedAt <= pauseMs && this.use(known.number)) return known.number;
    const startedAt = this.#now();
    const number = ++this.#last;
    const session = { number, host, startedAt, usedAt: startedAt, endedAt: null, row: null, isChanged: true };
    this.#byHost.set(key, session);
    this.#byNumber.set(number, session);
    if (this.#byNumber.size > mostSessions) this.#forgetOldest();
    return number;
  }

  get(number: number): HostSession | undefined {
    return this.#byNumber.get(number);
  }

  /** A session is used, also one that ended; false for one that is not known. */
  use(number: number): boolean {
    const session = this.#byNumber.get(number);
    if (!session) return false;
    Object.assign(session, { usedAt: this.#now(), endedAt: null, isChanged: true });
    this.#byNumber.delete(number);
    this.#byNumber.set(number, session);
    return true;
  }

  end(number: number): void {
    const session = this.#byNumber.get(number);
    if (session && session.endedAt === null) Object.assign(session, { endedAt: this.#now(), isChanged: true });
  }

  endAll(): void {
    for (const number of this.#byNumber.keys()) this.end(number);
  }

  /** Those that differ from their row. */
  changed(): HostSession[] {
    return [...this.#byNumber.values()].filter(({ isChanged }) => isChanged);
  }

  /** The log is another file now. */
  forgetRows(): void {
    for (const session of this.#byNumber.values()) Object.assign(session, { row: null, isChanged: true });
  }

  #forgetOldest(): void {
    const [oldest] = this.#byNumber.values();
    if (!oldest) return;
    this.#byNumber.delete(oldest.number);
    for (const [key, session] of this.#byHost) if (session === oldest) this.#byHost.delete(key);
  }
}

function boundedHost({ client, protocol, persona, ...rest }: UsageSession): UsageSession {
  const short = (text: string) => cut(text, mostCharacters);
  return {
    ...rest,
    client: client && { name: short(client.name), version: short(client.version) },
    protocol: short(protocol),
    persona: persona === null ? null : short(persona),
  };
}
