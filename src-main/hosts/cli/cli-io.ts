/** The terminal and the process, as the command line sees them; a test brings its own. */
export interface CliIo {
  readonly stdout: { write(text: string): void; readonly isTty: boolean };
  readonly stderr: { write(text: string): void };
  /** Asks a person yes or no; undefined where nobody can be asked. */
  readonly ask?: ((question: string) => Promise<boolean>) | undefined;
  /** A value that is not shown while it is typed, or all of stdin where nobody can be asked; undefined for none. */
  readonly readSecret?: ((question: string) => Promise<string | undefined>) | undefined;
  /** All of stdin up to a number of bytes, null where there is more; undefined where there is none. */
  readonly readInput?: ((maximumBytes: number) => Promise<string | null>) | undefined;
  /** Opens a page in the user's browser; undefined where nobody sits in front of it. */
  readonly openBrowser?: ((url: string) => Promise<unknown>) | undefined;
  readonly cwd: string;
  /** Moves the process to another folder; undefined where the process is not the command's own. */
  readonly changeFolder?: ((folder: string) => void) | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folder of the user's own data. */
  readonly userDataDir: string;
  /** Folder of the built main process; the renderer is built beside it. */
  readonly builtDir: string;
  /** Aborted by Ctrl+C. */
  readonly signal: AbortSignal;
}
