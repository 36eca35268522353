/** How a program writes a server that is started by a command into its configuration. */
export interface EntryForm {
  readonly format: 'json' | 'toml';
  /** Keys that lead to the map of servers. */
  readonly path: readonly string[];
  /** What an entry has beside `command`, `args` and `env`. */
  readonly fields: Readonly<Record<string, string>>;
  /** Which of the program's files an entry is written to; null for all of them. */
  readonly file: RegExp | null;
}

/** `mcpServers` with `command`, `args` and `env`: the form of most programs. */
export const commonEntry: EntryForm = { format: 'json', path: ['mcpServers'], fields: {}, file: null };
