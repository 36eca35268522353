import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What the system says of a process. */
export interface ProcessFigures {
  /** CPU time of all its threads, milliseconds. */
  readonly cpuMs: number;
  readonly memory: number;
}

/** Clock ticks a second and bytes a page, as Linux has them on every machine that Node runs on. */
const ticks = 100;
const pageBytes = 4096;

/** CPU time and memory of a process; null when it is gone, or where the system does not say. */
export function processFigures(pid: number): ProcessFigures | null {
  try {
    return process.platform === 'linux' ? ofLinux(pid) : ofPs(pid);
  } catch {
    return null;
  }
}

function ofLinux(pid: number): ProcessFigures {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name of the program, in brackets, may hold spaces.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [user = 0, system = 0] = fields.slice(11, 13);
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
  return { cpuMs: ((user + system) * 1000) / ticks, memory: pages * pageBytes };
}

function ofPs(pid: number): ProcessFigures | null {
  const [time = '', kibibytes = ''] = execFileSync('ps', ['-o', 'time=,rss=', '-p', String(pid)], { encoding: 'utf8' })
    .trim()
    .split(/\s+/);
  if (!time.includes(':')) return null;
  const seconds = time.split(/[:-]/).reduce((sum, part) => sum * 60 + Number(part), 0);
  return { cpuMs: seconds * 1000, memory: Number(kibibytes) * 1024 };
}
