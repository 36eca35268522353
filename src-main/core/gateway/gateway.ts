import type { McpServerFactory } from '@modelcontextprotocol/server';

/** Who is served: the persona that a token or an address stands for, and how the host is connected. */
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
  /** The limits of the workspace as they are now. */
  limits(): { readonly maxRequests: number; readonly maxBodyBytes: number };
  /** Calls back when the list of tools changed; until the returned function is called. */
  onListChanged(listener: () => void): () => void;
  /** Ends every server that it started. */
  close(): Promise<void>;
}
