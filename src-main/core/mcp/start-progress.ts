import { listProcFolder, readProcFile } from '../files/proc-files.ts';
import type { ServerCommand, ServerProcess } from './server-process.ts';

/** What happens while a server starts, and what it writes to stderr as long as it lives. */
export type ConnectProgress =
  /** `downloading`: a package runner may still be fetching the server. */
  | { readonly type: 'starting'; readonly downloading: boolean }
  /** The whole lines at the end of its stderr, at most 64 KiB. Not masked. */
  | { readonly type: 'stderr'; readonly text: string };

/** How often a runner is checked, and how often stderr is reported at most; milliseconds. */
const lookMs = 250;

/**
 * Tells how the start of a process goes. Linux shows when a package runner has started the server that it fetched; elsewhere
 * nobody can tell, and it counts as downloading until the server answers. Returns a function that ends the checks;
 * stderr is still reported.
 */
export function followStart(
  process: ServerProcess,
  { command, args }: Pick<ServerCommand, 'command' | 'args'>,
  tell: (progress: ConnectProgress) => void,
): () => void {
  const downloading = isPackageRunner(command, args);
  tell({ type: 'starting', downloading });
  followStderr(process, tell);
  if (!downloading) return () => {};
  let looking = false;
  const timer = setInterval(async () => {
    if (looking) return;
    looking = true;
    const started = process.pid !== undefined && (await hasChild(process.pid));
    looking = false;
    if (!started || over) return;
    stop();
    tell({ type: 'starting', downloading: false });
  }, lookMs);
  let over = false;
  const stop = () => {
    over = true;
    clearInterval(timer);
  };
  void process.ended.then(stop);
  return stop;
}

/** Tells new lines a few times a second at most, the last ones in any case. */
function followStderr(process: ServerProcess, tell: (progress: ConnectProgress) => void): void {
  let told = '';
  let timer: NodeJS.Timeout | undefined;
  const now = () => {
    timer = undefined;
    const text = wholeLines(process.stderrLog().text);
    if (text === '' || text === told) return;
    told = text;
    tell({ type: 'stderr', text });
  };
  process.onStderr(() => {
    timer ??= setTimeout(now, lookMs).unref();
  });
  void process.ended.then(() => {
    clearTimeout(timer);
    now();
  });
}

/** The text up to its last end of a line: the start of a line could be the start of a secret. */
function wholeLines(text: string): string {
  return text.slice(0, Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1);
}

/** Whether a process has started another one. False where the system does not say. */
async function hasChild(pid: number): Promise<boolean> {
  const tasks = await listProcFolder(`${pid}/task`);
  const lists = await Promise.all(tasks.map((task) => readProcFile(`${pid}/task/${task}/children`)));
  return lists.some((list) => list.trim() !== '');
}

/** Programs that fetch a package and then run it, whatever their arguments are. */
const runners = new Set(['npx', 'npx-cli.js', 'pnpx', 'bunx', 'uvx']);
/** Programs that do so with one of these first words. */
const subcommands: Readonly<Record<string, readonly string[]>> = {
  npm: ['exec', 'x'],
  pnpm: ['dlx'],
  yarn: ['dlx'],
  bun: ['x'],
  deno: ['run'],
  uv: ['run', 'tool'],
  pipx: ['run'],
  docker: ['run'],
  podman: ['run'],
};

/** Whether a command may have to download its server before it starts it: `npx -y …`, `uvx …`, `cmd /c npx …`, `docker run …`. */
export function isPackageRunner(command: string, args: readonly string[]): boolean {
  const program = programName(command);
  if (program === 'cmd') {
    const words = args.filter((arg) => !arg.startsWith('/')).flatMap((arg) => arg.trim().split(/\s+/));
    const [inner = '', ...rest] = words;
    return inner !== '' && programName(inner) !== 'cmd' && isPackageRunner(inner, rest);
  }
  if (runners.has(program)) return true;
  const word = args.find((arg) => !arg.startsWith('-')) ?? '';
  return (Object.hasOwn(subcommands, program) ? subcommands[program] : undefined)?.includes(word) ?? false;
}

function programName(command: string): string {
  const base = command.split(/[\\/]/).pop() ?? command;
  return base.toLowerCase().replace(/\.(?:cmd|exe|bat|ps1)$/, '');
}
