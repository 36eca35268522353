import type { ClientContext, ClientLink } from '@orpc/client';

/** One live connection to the backend. A closed one never comes back: open another. */
export interface Transport {
  readonly link: ClientLink<ClientContext>;
  /** Resolves when the connection is gone, for whatever reason. */
  readonly closed: Promise<void>;
  close(): void;
}

/** Opens a connection, or rejects. A new host is one more function of this type. */
export type OpenTransport = (signal: AbortSignal) => Promise<Transport>;
