import type { ClientLink, ClientOptions } from '@orpc/client';
import { PegboardError } from '#shared/errors.ts';
import { openPath } from '../state/open-workspace.ts';
import { strings } from '../strings/platform.ts';
import { reconnectDelay } from './reconnect-delay.ts';
import type { CallContext, OpenTransport, Transport } from './transport.ts';

/** `connecting` until the first success, then `open`, and `reconnecting` whenever the transport is lost. */
export type ConnectionStatus = 'connecting' | 'open' | 'reconnecting';

export interface ConnectionState {
  readonly status: ConnectionStatus;
  /** Attempts that failed since the connection was last open. */
  readonly failures: number;
}

/**
 * A link that outlives its transports. Calls made while there is none wait for the next one, so typing during a hiccup
 * is not lost; each names the workspace that the window showed when it was made. Calls in flight when a transport dies reject with `disconnected` and are repeated by who made them.
 */
export class Connection implements ClientLink<CallContext> {
  readonly #openTransport: OpenTransport;
  readonly #stopping = new AbortController();
  readonly #listeners = new Set<() => void>();
  readonly #inFlight = new Set<(error: PegboardError) => void>();
  #state: ConnectionState = { status: 'connecting', failures: 0 };
  #transport = Promise.withResolvers<Transport>();

  constructor(openTransport: OpenTransport) {
    this.#openTransport = openTransport;
  }

  readonly state = (): ConnectionState => this.#state;

  /** Calls `listener` whenever the state changes; returns how to stop it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Connects, and connects again whenever the transport is lost, until `stop`. */
  async start(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      try {
        const transport = await this.#openTransport(this.#stopping.signal);
        this.#transport.resolve(transport);
        this.#set({ status: 'open', failures: 0 });
        await transport.closed;
        this.#lose();
      } catch {
        this.#set({ ...this.#state, failures: this.#state.failures + 1 });
      }
      await pause(reconnectDelay(this.#state.failures), this.#stopping.signal);
    }
  }

  stop(): void {
    this.#stopping.abort();
    void this.#transport.promise.then((transport) => transport.close());
  }

  async call(path: readonly string[], input: unknown, options: ClientOptions<CallContext>): Promise<unknown> {
    // The window may show another workspace when the wait is over.
    const context = { workspace: openPath() ?? undefined, ...options.context };
    const transport = await untilAborted(this.#transport.promise, options.signal);
    // A call on a closed message port never settles, so a lost transport rejects what is in flight itself.
    const lost = Promise.withResolvers<never>();
    this.#inFlight.add(lost.reject);
    try {
      return await Promise.race([transport.link.call(path, input, { ...options, context }), lost.promise]);
    } finally {
      this.#inFlight.delete(lost.reject);
    }
  }

  #lose(): void {
    this.#transport = Promise.withResolvers<Transport>();
    for (const reject of this.#inFlight) reject(disconnected());
    this.#set({ status: 'reconnecting', failures: 0 });
  }

  #set(state: ConnectionState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

function disconnected(): PegboardError {
  return new PegboardError('disconnected', strings.connection.connectionPegboardWasLost, {
    hint: strings.connection.itReconnectsAutomaticallyIf,
  });
}

function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    promise.then(resolve, reject);
  });
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
