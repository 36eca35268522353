import { listProcFolder, readProcFile } from '../files/proc-files.ts';

/** A process; `start` tells it from a later one that got the same number. */
export interface FoundProcess {
  readonly pid: number;
  readonly start: string;
}

interface Row extends FoundProcess {
  readonly parent: number;
  readonly group: number;
  /** Where the system tells it. */
  readonly session: number | undefined;
}

/** What makes a process one of a server's: its descent, its group and session, and on Linux a variable that it inherited. */
export interface ServerMark {
  readonly pid: number;
  readonly variable: string;
  readonly value: string;
}

/** Runs the system's `ps`, where there is no `/proc`; what it printed, empty when it fails. */
export type RunPs = (args: readonly string[]) => Promise<string>;

/**
 * Everything that a server started and that is still there, without the server itself. A process that left its group and its
 * session is found by its parents, or on Linux by the variable. Empty where the system does not tell.
 */
export async function startedBy(mark: ServerMark, ps: RunPs): Promise<readonly FoundProcess[]> {
  const rows = process.platform === 'linux' ? await linuxRows() : await otherRows(ps);
  const mine = new Set<number>([mark.pid]);
  for (const { pid, group, session } of rows) if (group === mark.pid || session === mark.pid) mine.add(pid);
  if (process.platform === 'linux') {
    const others = rows.filter(({ pid }) => !mine.has(pid) && pid !== process.pid);
    const marked = await Promise.all(others.map(async (row) => ((await carries(row.pid, mark)) ? [row.pid] : [])));
    for (const pid of marked.flat()) mine.add(pid);
  }
  for (let before = 0; before < mine.size; ) {
    before = mine.size;
    for (const { pid, parent } of rows) if (mine.has(parent)) mine.add(pid);
  }
  return rows.filter(({ pid }) => mine.has(pid) && pid !== mark.pid && pid !== process.pid);
}

/** Kills those that are still the processes that were found. */
export async function killAll(found: readonly FoundProcess[], ps: RunPs): Promise<void> {
  if (found.length === 0) return;
  const rows = process.platform === 'linux' ? await linuxRows(found.map(({ pid }) => pid)) : await otherRows(ps);
  const starts = new Map(rows.map(({ pid, start }) => [pid, start]));
  for (const { pid, start } of found) {
    if (starts.get(pid) !== start) continue;
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It is gone, or another user's.
    }
  }
}

async function linuxRows(pids?: readonly number[]): Promise<Row[]> {
  const all = pids ?? (await listProcFolder('')).filter((name) => /^\d+$/.test(name)).map(Number);
  const rows = await Promise.all(all.map((pid) => readProcFile(`${pid}/stat`)));
  return rows.flatMap((stat, i) => {
    // The name is in parentheses and may hold anything; what follows its last one is numbers.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, parent, group, session] = fields;
    const [pid, start] = [all[i], fields[19]];
    if (pid === undefined || start === undefined || state === 'Z') return [];
    return [{ pid, start, parent: Number(parent), group: Number(group), session: Number(session) }];
  });
}

async function carries(pid: number, { variable, value }: ServerMark): Promise<boolean> {
  return (await readProcFile(`${pid}/environ`)).split('\0').includes(`${variable}=${value}`);
}

async function otherRows(ps: RunPs): Promise<Row[]> {
  const rows = [
    ...(await ps(['-A', '-o', 'pid=,ppid=,pgid=,lstart='])).matchAll(/^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S.*)$/gm),
  ];
  return rows.map(([, pid, parent, group, start = '']) => ({
    pid: Number(pid),
    parent: Number(parent),
    group: Number(group),
    session: undefined,
    start: start.trim(),
  }));
}
