import { resolve } from 'node:path';
import { userDataDir } from '../user-data-dir.ts';
import { openInBrowser } from './open-browser.ts';
import { runCli } from './program.ts';

/** The `pegboard` command in this process. `bin.mjs` has checked the Node version before this file loads. */
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort(signal));
// A reader that closes the pipe early, such as `head`, is not an error; a full disk behind stdout is.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(`The result could not be written: ${error.message}\n`);
  process.exit(1);
});

// Nobody reads the diagnostics: the exit code still says how it went.
process.stderr.on('error', () => {});

const isTerminal = process.stdin.isTTY && process.stderr.isTTY;
/** A program that serves ends well at SIGTERM: whoever keeps it running asked for that. */
const interrupted = () => stop.signal.aborted && stop.signal.reason !== 'SIGTERM';
const code = await runCli(process.argv.slice(2), {
  stdout: { write: (text) => process.stdout.write(text), isTty: process.stdout.isTTY ?? false },
  stderr: { write: (text) => process.stderr.write(text) },
  ask: isTerminal ? (await import('./ask.ts')).askOnTerminal : undefined,
  readSecret: async (question) => {
    const { askSecretOnTerminal, readStdin } = await import('./ask.ts');
    return isTerminal ? askSecretOnTerminal(question) : readStdin();
  },
  readInput: async (maximumBytes) => (await import('./ask.ts')).readInput(maximumBytes),
  openBrowser: isTerminal ? openInBrowser : undefined,
  cwd: process.cwd(),
  changeFolder: (folder) => process.chdir(folder),
  env: process.env,
  userDataDir: resolve(userDataDir(process.env)),
  // Node also runs this file from its source, as the tests of the source do.
  builtDir: import.meta.filename.endsWith('.ts')
    ? resolve(import.meta.dirname, '../../../out/main')
    : import.meta.dirname,
  signal: stop.signal,
});
process.exitCode = interrupted() && code === 0 ? 130 : code;
