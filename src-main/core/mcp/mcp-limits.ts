/** How long a server may take and how much it may say. Times in milliseconds, sizes in bytes. */
export interface McpLimits {
  /** From the start to the end of the handshake; `npx -y` may have to fetch the server first. */
  readonly connectMs: number;
  /** How long a server may take to say whether it speaks the current protocol, before the older handshake is tried too. */
  readonly probeMs: number;
  /** Each request after that. */
  readonly requestMs: number;
  /** All of it together. */
  readonly totalMs: number;
  /** How long a server may take to end by itself before its process group is killed. */
  readonly stopMs: number;
  readonly maximumPages: number;
  readonly maximumTools: number;
  /** One message, or one HTTP answer. */
  readonly maximumMessageBytes: number;
  /** Everything a server says in one session. */
  readonly maximumSessionBytes: number;
}

export const defaultMcpLimits: McpLimits = {
  connectMs: 180_000,
  probeMs: 5_000,
  requestMs: 60_000,
  totalMs: 300_000,
  stopMs: 1_000,
  maximumPages: 2_000,
  maximumTools: 20_000,
  maximumMessageBytes: 32 * 1024 * 1024,
  maximumSessionBytes: 128 * 1024 * 1024,
};

/** What the caller of a tool can do about an answer that is too large. */
export const askForLess = 'Ask for less: a smaller range, a filter, a limit or a page, where the tool has one.';
