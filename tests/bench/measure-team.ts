import { readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { findPostgres } from '../find-postgres.ts';
import { PostgresServer } from '../support/postgres-server.ts';
import { answerMs, type Phase } from '../support/team/callers.ts';
import type { Evidence } from '../support/team/evidence.ts';
import type { Proof } from '../support/team/proof.ts';
import { Team } from '../support/team/team.ts';
import type { TeamSize } from '../support/team/workspace.ts';
import { placeIn } from './gateway/place.ts';
import { withScratch } from './scratch.ts';
import { Stages } from './stages.ts';
import { percentile } from './statistics.ts';
import { count, milliseconds, print, table } from './table.ts';

/**
 * `npm run bench:team -- --minutes 10 [--kills]`: three gateway servers with a PostgreSQL, 200 callers with 8 personas, 10,000 tools and 20 servers
 * behind, of which some are slow and some fail. `--callers`, `--tools` and `--upstreams` choose other figures. It ends with exit code 1 when
 * something happened that must never happen, or when it does not end by itself.
 */
const option = (name: string, usual: number): number => {
  const at = process.argv.indexOf(name);
  const value = at < 0 ? usual : Number(process.argv[at + 1]);
  if (Number.isFinite(value) && value > 0) return value;
  throw new Error(`${name} needs a number above 0.`);
};
const size: TeamSize = {
  ...{ processes: 3, personas: 8 },
  ...{ callers: option('--callers', 200), tools: option('--tools', 10_000), upstreams: option('--upstreams', 20) },
};
const seconds = option('--minutes', 10) * 60;
const withKills = process.argv.includes('--kills');

/** Seconds of load, together what was asked for: each number of processes alone, then all with kills. */
const ofWarmUp = Math.min(10, seconds / 6);
const ofKills = withKills ? seconds / 2 : 0;
const ofPhase = (seconds - ofWarmUp - ofKills) / 3;

/** How long parts may take beyond their load, seconds: the last answers; a start or an index of so many tools, on a machine that is busy. */
const lastAnswers = 30 + answerMs / 1000;
const ofCatalog = Math.ceil(120 + size.tools / 40);

/** How long what is left may take to close, milliseconds. */
const closeMs = 30_000;

let evidence: Evidence | null = null;
const parts = new Stages(() => evidence?.waiting() ?? []);

/** What was done to a team. */
interface Done {
  kills: number;
  restarts: number;
  cuts: number;
  silences: number;
  catalogs: number;
}

/** Disturbs a team for some seconds: each kind at its own pace, all at once. */
async function disturb(team: Team, forSeconds: number): Promise<Done> {
  const done: Done = { kills: 0, restarts: 0, cuts: 0, silences: 0, catalogs: 0 };
  const during = (what: string, work: Promise<void>) => team.evidence.during(what, work);
  const begun = performance.now();
  const until = (share: number) => wait(Math.max(0, begun + share * forSeconds * 1000 - performance.now()));
  const isOver = () => performance.now() > begun + forSeconds * 1000;
  const killing = async () => {
    const pause = Math.min(10, forSeconds / 4);
    for (let i = 1; ; i++) {
      await until((pause * i) / forSeconds);
      if (isOver()) return;
      await during(`a kill and a start of process ${i % size.processes}`, team.kill(i % size.processes));
      done.kills++;
    }
  };
  const storing = async () => {
    await until(0.15);
    await during('an orderly restart of PostgreSQL', team.restartStore('orderly', 1000));
    await until(0.3);
    await during('a restart of PostgreSQL at once', team.restartStore('at once', 1000));
    done.restarts = 2;
    await until(0.45);
    await team.cutNetwork('cut', 2000);
    done.cuts++;
    await until(0.6);
    await team.cutNetwork('silence', 5000);
    done.silences++;
    await until(0.75);
    team.network.delayMs = 100;
    await until(0.9);
    team.network.delayMs = 0;
  };
  const replacing = async () => {
    for (let version = 1; version <= 100; version++) {
      await until(version / 101);
      team.operator.replaceCatalog();
      done.catalogs++;
    }
  };
  const approving = async () => {
    for (let i = 1; !isOver(); i++) {
      await until((Math.min(20, forSeconds / 4) * i) / forSeconds);
      await during('an approval and a token', team.operator.approveNext());
    }
  };
  await Promise.all([killing(), storing(), replacing(), approving()]);
  return done;
}

const perSecond = ({ times, ms }: Phase) => (times.length / ms) * 1000;

/** Resident memory of a process that runs, MB. */
function residentMb(pid: number | undefined): string {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return (Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024).toFixed(0);
  } catch {
    return '-';
  }
}

/** Prints the figures of a phase as soon as it is over. */
function printPhase(phase: Phase, { processes }: Team): void {
  const { name, times, causes, lateMs } = phase;
  const shares = [0.5, 0.95, 0.99, 1].map((share) => milliseconds(percentile(times, share)));
  const head = ['', 'requests a second', 'p50 ms', 'p95 ms', 'p99 ms', 'longest ms', 'requests'];
  print(table(head, [[name, perSecond(phase).toFixed(1), ...shares, count(times.length)]]));
  for (const [cause, number] of causes) print(`  ${count(number)} of ${count(times.length)}: ${cause}`);
  print(`  The last answers came ${(lateMs / 1000).toFixed(1)} s after the time was over.`);
  print(`  Memory of each process, MB: ${processes.running.map(({ child }) => residentMb(child.pid)).join(', ')}\n`);
}

const listed = (causes: ReadonlyMap<string, number>) =>
  causes.size === 0 ? 'none' : [...causes].map(([cause, number]) => `${count(number)} × ${cause}`).join('; ');

/** Prints the checks; whether all of them hold. */
function printProof({ evidence, processes, operator }: Team, proof: Proof): boolean {
  print(`  Requests answered: ${count(proof.answered)}; lines of the log: ${count(proof.stored)}`);
  print(`  Answered by a process that was killed before it wrote the line: ${count(proof.unwritten)}`);
  print(`  Approvals: ${proof.approved}, tokens: ${proof.tokens}, entries of the audit trail: ${proof.trail}`);
  print(`  Starts that the store refused: ${listed(processes.refusedStarts)}`);
  print(`  Commands of the operator that failed: ${listed(operator.failures)}`);
  print(`  Errors and warnings in the logs of the processes: ${listed(processes.problems())}`);
  print();
  const verdicts = evidence.verdicts();
  for (const { check, count: times, examples } of verdicts) {
    print(`  ${times === 0 ? 'holds ' : 'BROKEN'} ${check}${times === 0 ? '' : ` (${times})`}`);
    for (const example of examples) print(`         ${example}`);
  }
  return verdicts.every(({ count: times }) => times === 0);
}

async function measure(team: Team): Promise<boolean> {
  const load = async (name: string, forSeconds: number, processes: number) => {
    const end = performance.now() + forSeconds * 1000;
    const phase = await team.load(name, () => performance.now() > end, processes);
    printPhase(phase, team);
    return phase;
  };
  // Each persona gets its index in each process.
  parts.enter('warms up', Math.ceil(ofWarmUp + lastAnswers + ofCatalog));
  await load('warming up', ofWarmUp, size.processes);
  const phases: Phase[] = [];
  for (const processes of [1, 2, 3]) {
    const name = `${processes} process${processes === 1 ? '' : 'es'}`;
    parts.enter(name, Math.ceil(ofPhase + lastAnswers));
    phases.push(await load(name, ofPhase, processes));
  }
  const [one, two] = phases;
  if (one && two) print(`  2 processes do ${(perSecond(two) / perSecond(one)).toFixed(2)} times the work of 1.\n`);
  if (withKills) {
    parts.enter('3 processes, with kills', Math.ceil(ofKills + lastAnswers + ofCatalog));
    let done: Done | null = null;
    const disturbing = disturb(team, ofKills).then((made) => {
      done = made;
    });
    const phase = await team.load('3, with kills', () => done !== null);
    await disturbing;
    printPhase(phase, team);
    print(`  Done to them: ${JSON.stringify(done)}\n`);
  }
  return printProof(team, await team.prove((what, atMost) => parts.enter(`looks at ${what}`, atMost)));
}

const length = (ofSeconds: number) =>
  ofSeconds < 120 ? `${ofSeconds.toFixed(0)} s` : `${(ofSeconds / 60).toFixed(1)} min`;
const machine = `${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}`;
print(`  ${size.callers} callers, ${count(size.tools)} tools, ${size.upstreams} servers behind; ${machine}`);
const kills = withKills ? `, then ${length(ofKills)} with kills` : '';
print(`  ${length(seconds)} of load: ${length(ofWarmUp)} to warm up, 3 times ${length(ofPhase)}${kills}.`);
print(`  The start, the last answers of each part and the checks come on top of that.\n`);
await withScratch(async (scratch) => {
  const folder = findPostgres();
  if (folder === undefined) throw new Error('This needs PostgreSQL: node tests/find-postgres.ts --install');
  const database = new PostgresServer(folder);
  let team: Team | null = null;
  try {
    const holds = await parts.run(async () => {
      parts.enter('starts', ofCatalog);
      await database.make();
      team = await Team.start(placeIn(scratch), size, database);
      evidence = team.evidence;
      return measure(team);
    });
    process.exitCode = holds ? 0 : 1;
  } catch (error) {
    print(`  BROKEN: ${(error as Error).message}`);
    for (const violation of evidence?.violations() ?? []) print(`  BROKEN: ${violation}`);
    process.exitCode = 1;
  } finally {
    // What hangs must not keep the rest from its end.
    await Promise.race([(team as Team | null)?.close(), wait(closeMs)]);
    await Promise.race([database.remove(), wait(closeMs)]);
  }
});
// A request that hangs would keep the program.
process.exit();
