import { spawn } from 'node:child_process';
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Area, CaseResult, Failure } from '../campaign/area.ts';
import { Random } from '../random.ts';
import { runCommand, sandboxEnvironment } from '../sandbox/run-command.ts';
import { type Contents, Sandbox } from '../sandbox/sandbox.ts';
import { writeBaseWorkspace } from '../seeds/base-workspace.ts';
import { killProgram } from './bundle.ts';
import { runJob } from './job.ts';
import { type Writer, writers } from './writers.ts';

/** How often each writer is killed. */
const killsEach = 10;
/** Of these, a slice has one among the first changes, one in the middle and one among the last. */
const turnsOfSlice = [0, 5, 9];

/** A writer with the state before it and the one after it, and how many changes of files lie between. */
interface Prepared {
  readonly writer: Writer;
  readonly before: Contents;
  readonly after: Contents;
  readonly changes: number;
}

/** Every writer, killed at a change of a file: each file is old or new as a whole, and doing it again ends as if nothing had been. */
export const kills: Area = {
  name: 'kills',
  unit: 'kills',
  cases: writers.length * killsEach,
  isEndless: true,
  together: killsEach,
  isInSlice: (index) => turnsOfSlice.includes(index % killsEach),
  idleMs: 300_000,
  open: async ({ seed, folder }) => {
    const sandbox = new Sandbox(join(folder, 'sandbox'), process.env.HOME ?? folder);
    let last: Prepared | undefined;
    const others = new Set<Writer>();
    return {
      run: async (index) => {
        const writer = writers[Math.floor(index / killsEach) % writers.length] as Writer;
        if (others.has(writer)) return { failures: [], steps: [], inputs: 0 };
        if (last?.writer !== writer) last = await prepare(writer, sandbox);
        if (!isChosen(last)) {
          others.add(writer);
          return { failures: [], steps: [], inputs: 0 };
        }
        return killOnce(last, { sandbox, random: new Random(`${seed}/kills/${index}`), turn: index % killsEach });
      },
      close: async () => undefined,
    };
  },
};

/** Whether a writer changes the file that `--changing` names. */
function isChosen({ before, after }: Prepared): boolean {
  const name = process.env.PEGBOARD_HOSTILE_CHANGING;
  if (name === undefined) return true;
  return [...new Set([...before.keys(), ...after.keys()])].some(
    (path) => basename(path) === name && before.get(path) !== after.get(path),
  );
}

const kept = ({ root }: Sandbox) => `${root}-before`;

/** Prepares the files, and runs the writer once to its end. */
async function prepare(writer: Writer, sandbox: Sandbox): Promise<Prepared> {
  rmSync(kept(sandbox), { recursive: true, force: true });
  rmSync(sandbox.root, { recursive: true, force: true });
  writeBaseWorkspace(sandbox.make().workspace);
  await runCommand(sandbox, ['search', 'order']);
  await writer.prepare?.(sandbox);
  cpSync(sandbox.root, kept(sandbox), { recursive: true });
  const before = comparable(sandbox);
  const counted = join(sandbox.root, '../changes');
  const run = await runKilled(writer, { sandbox, when: `count:${counted}` });
  if (run.signal !== null || (run.code !== 0 && run.code !== 1))
    throw new Error(`${writer.name} does not do its work: ${run.signal ?? run.code}\n${run.stderr}`);
  return { writer, before, after: comparable(sandbox), changes: Number(readFileSync(counted, 'utf8')) };
}

interface Kill {
  readonly sandbox: Sandbox;
  readonly random: Random;
  /** Which of the kills of this writer. */
  readonly turn: number;
}

async function killOnce(prepared: Prepared, { sandbox, random, turn }: Kill): Promise<CaseResult> {
  const { writer, changes } = prepared;
  restore(sandbox);
  // Kills spread over all changes, and chance decides between them.
  const change = 1 + Math.min(changes - 1, Math.floor(((turn + random.next()) / killsEach) * changes));
  const when = random.pick([
    () => `before:${change}`,
    () => `after:${change}`,
    () => `within:${change}:${random.below(2500)}`,
  ])();
  const steps = [`${JSON.stringify(writer.job(sandbox))} killed ${when} of ${changes} changes`];
  let run = await runKilled(writer, { sandbox, when });
  if (run.signal !== 'SIGKILL' && when.startsWith('within')) {
    // Some time after one of the last changes was too late.
    restore(sandbox);
    run = await runKilled(writer, { sandbox, when: `after:${change}` });
    steps.push('it ended before; killed after that change in place of it');
  }
  const failures: Failure[] = [];
  if (run.signal !== 'SIGKILL')
    failures.push({ kind: 'wrong answer', detail: `${writer.name} was not killed: ${run.code} ${run.stderr}` });
  failures.push(...halfWritten(prepared, comparable(sandbox)));
  const again = await runJob(sandbox, writer.job(sandbox));
  steps.push(`again → ${again.code}`);
  if (again.code === 70) failures.push({ kind: 'internal error', detail: `${writer.name} again: ${again.stderr}` });
  if (/database_busy|export_busy/.test(again.stderr))
    failures.push({ kind: 'wrong answer', detail: `${writer.name} again: a lock is left: ${again.stderr}` });
  const folder = writer.workspace?.(sandbox) ?? sandbox.workspace;
  const opened = await runCommand(sandbox, ['tools', '--workspace', folder]);
  if (opened.code !== 0)
    failures.push({
      kind: 'wrong answer',
      detail: `after ${writer.name} the workspace does not open: ${opened.stderr}`,
    });
  failures.push(...notAsAfter(prepared, comparable(sandbox)));
  const problem = await writer.check?.(sandbox);
  if (problem) failures.push({ kind: 'wrong answer', detail: `${writer.name}, done again: ${problem}` });
  return { failures, steps, inputs: run.signal === 'SIGKILL' ? 1 : 0, subject: writer.name };
}

function restore(sandbox: Sandbox): void {
  rmSync(sandbox.root, { recursive: true, force: true });
  cpSync(kept(sandbox), sandbox.root, { recursive: true });
}

/** Files as they are, without what differs from run to run: the log of the gateway is a database, which its writer reads. */
function comparable(sandbox: Sandbox): Contents {
  const files = [...sandbox.contents()].filter(([path]) => !path.startsWith(join(sandbox.user, 'usage/')));
  return new Map(files.map(([path, text]) => [withoutChance(path), withoutChance(text)]));
}

const withoutChance = (text: string) =>
  text
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'ID')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, 'TIME');

const isStray = (path: string) => /\.(tmp|old)$/.test(path);

/** Files that are neither as before nor as after. A file that a killed write left beside them does not count. */
function halfWritten({ writer, before, after }: Prepared, now: Contents): Failure[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].flatMap((path): Failure[] => {
    const text = now.get(path);
    if (text === before.get(path) || text === after.get(path)) return [];
    return [
      { kind: 'changed file', detail: `${writer.name}: ${path} is neither old nor new: ${text?.length ?? 'gone'}` },
    ];
  });
}

/** What is not as it would be had nothing been killed. */
function notAsAfter({ writer, after }: Prepared, now: Contents): Failure[] {
  const strays = [...now.keys()].filter(isStray);
  const others = [...new Set([...after.keys(), ...now.keys()])].filter(
    (path) => !isStray(path) && after.get(path) !== now.get(path),
  );
  return [
    ...(strays.length > 0
      ? [{ kind: 'file left behind', detail: `${writer.name}: ${strays.join(', ')}` } as const]
      : []),
    ...others.slice(0, 3).map(
      (path): Failure => ({
        kind: 'changed file',
        detail: `${writer.name}, done again: ${path} is not as it should be: ${difference(after.get(path), now.get(path))}`,
      }),
    ),
  ];
}

/** The first line that differs. */
function difference(wanted: string | undefined, found: string | undefined): string {
  if (wanted === undefined || found === undefined)
    return wanted === undefined ? 'it should not be there' : 'it is gone';
  const lines = found.split('\n');
  const at = wanted.split('\n').findIndex((line, n) => line !== lines[n]);
  return `"${lines[at]}" in place of "${wanted.split('\n')[at]}"`;
}

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stderr: string;
}

/** Runs the writer in a process of its own. */
function runKilled(writer: Writer, { sandbox, when }: { sandbox: Sandbox; when: string }): Promise<Ended> {
  const args = [
    // Room for what a start makes: without it, a tenth of the time of a process that lives so briefly is the collection of its memory.
    ...['--min-semi-space-size=32', '--max-semi-space-size=64'],
    ...['--import', join(import.meta.dirname, 'kill-at.mjs')],
    ...[killProgram, sandbox.root, sandbox.home, JSON.stringify(writer.job(sandbox))],
  ];
  const env = {
    ...sandboxEnvironment(sandbox),
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
    PEGBOARD_KILL: when,
  };
  const child = spawn(process.execPath, args, { cwd: sandbox.workspace, env, stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return new Promise((done) => child.on('close', (code, signal) => done({ code, signal, stderr })));
}
