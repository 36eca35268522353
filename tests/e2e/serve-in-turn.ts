import { runCli } from '../../src-main/hosts/cli/program.ts';
import { userDataDir } from '../../src-main/hosts/user-data-dir.ts';
import { builtDir } from '../support/built-dir.ts';

/** What a worker of the tests asks for: the app with an environment of its own, or its end. */
export type Order = { readonly serve: { readonly args: readonly string[]; readonly env: NodeJS.ProcessEnv } } | 'stop';

/**
 * A process that runs `pegboard serve` for one test after the other: each with services, folders and an environment of its own,
 * without a second to load the program. It tells each line that the command prints, and its exit code.
 */
let stop = new AbortController();
const tell = (message: { line: string } | { code: number }) => process.connected && process.send?.(message);

process.on('message', (order: Order) => {
  if (order === 'stop') return stop.abort();
  const { args, env } = order.serve;
  stop = new AbortController();
  void runCli(['serve', '--no-open', '--format', 'json', ...args], {
    stdout: { isTty: false, write: (line) => tell({ line }) },
    stderr: { write: (text) => process.stderr.write(text) },
    cwd: process.cwd(),
    env,
    userDataDir: userDataDir(env),
    builtDir,
    signal: stop.signal,
  }).then((code) => tell({ code }));
});
process.on('disconnect', () => process.exit());
