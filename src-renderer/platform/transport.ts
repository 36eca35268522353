import type { ClientLink, ClientOptions } from '@orpc/client';
import { workspaceHeader } from '#shared/contract/pegboard-procedure.ts';

/** What a call says beside its input. */
export interface CallContext {
  /** Path of the workspace that it is meant for; the one that the window shows when the call is made, unless given. */
  readonly workspace?: string | undefined;
}

/** The headers of a call: the workspace that it is meant for. */
export function callHeaders({ context: { workspace } }: ClientOptions<CallContext>): Record<string, string> {
  return workspace === undefined ? {} : { [workspaceHeader]: encodeURIComponent(workspace) };
}

/** One live connection to the backend. A closed one never comes back: open another. */
export interface Transport {
  readonly link: ClientLink<CallContext>;
  /** Resolves when the connection is gone, for whatever reason. */
  readonly closed: Promise<void>;
  close(): void;
}

/** Opens a connection, or rejects. A new host is one more function of this type. */
export type OpenTransport = (signal: AbortSignal) => Promise<Transport>;
