import type { McpServerFactory } from '@modelcontextprotocol/server';
import type { GatewayMode } from '#shared/domain/gateway-config.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';
import type { CredentialsOfCallers } from './credentials/caller-credentials.ts';
import type { Tracer } from './traces/tracer.ts';
import type { UpstreamTrouble } from './upstreams.ts';
import type { UsageLogOptions } from './usage/open-usage-log.ts';
import type { UsageLog } from './usage-log.ts';

/** How a workspace is served, where it is not as the workspace says. */
export interface ServeOptions {
  readonly mode?: GatewayMode | undefined;
  /** Name of the entry in the host: names of tools are kept short enough for its prefix. Default: `gateway.server_name`. */
  readonly serverName?: string | undefined;
  /** Opens the log, where it is not a file of this account. */
  readonly openLog?: ((options: UsageLogOptions) => Promise<UsageLog>) | undefined;
  /** The credentials of callers; absent where all share those of each source. */
  readonly credentials?: CredentialsOfCallers | undefined;
  /** Makes spans of calls. */
  readonly tracer?: Tracer | undefined;
  /** Told how to read the workspace as it is served at that moment. */
  readonly onServing?: ((workspace: () => LoadedWorkspace) => void) | undefined;
}

/** The audience: the persona of a token or an address, and how the host is connected. */
export interface GatewayCaller {
  readonly persona: string | null;
  readonly transport: 'stdio' | 'http';
}

/** The workspace, served to MCP hosts. A host program connects it to stdio or HTTP. */
export interface Gateway {
  /** Makes an MCP server for a connection or a request of either era. Error: `unknown_persona`. */
  serverFor(caller: GatewayCaller): McpServerFactory;
  /** Names of the personas that can be served. */
  personas(): readonly string[];
  /** How many tools the catalog has now. */
  tools(): number;
  /** Why the files of the workspace are not served as they are now but as they were when they last could be read; null when they are. */
  problem(): string | null;
  /** Address of the server of a source. Errors: `source_not_found`, `source_not_live`, `consent_required`, `variable_missing`, `invalid_input`. */
  serverAddress(source: string): Promise<URL>;
  /** The limits of the workspace as they are now. */
  limits(): { readonly maxRequests: number; readonly maxBodyBytes: number };
  /** Servers that failed and did not answer since. */
  troubles(): readonly UpstreamTrouble[];
  /** Names of the tools that are withheld for what their servers listed last. */
  withheld(): readonly string[];
  /** Calls back when the list of tools changed; until the returned function is called. */
  onListChanged(listener: () => void): () => void;
  /**
   * Starts every live server that the user agreed to. The log gets a line for a server that does not start; nothing is
   * thrown.
   */
  startAll(): Promise<void>;
  /** Ends the index and the log. The servers end with the services. */
  close(): Promise<void>;
}
