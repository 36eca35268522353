import { readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { findPostgres } from '../find-postgres.ts';
import { PostgresServer } from '../support/postgres-server.ts';
import type { Phase } from '../support/team/callers.ts';
import type { Proof } from '../support/team/proof.ts';
import { Team } from '../support/team/team.ts';
import type { TeamSize } from '../support/team/workspace.ts';
import { placeIn } from './gateway/place.ts';
import { withScratch } from './scratch.ts';
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

/** How long a stage may take beyond its own time, seconds: an answer has 120 of them, and the last look 240. */
const graceSeconds = 600;

/** Ends a run whose stage hangs. */
let late: NodeJS.Timeout | undefined;

/** Begins a stage that needs a number of seconds. A stage that hangs says so, and the run fails. */
function begin(stage: string, needsSeconds: number): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${stage}\n`);
  clearTimeout(late);
  const given = needsSeconds + graceSeconds;
  late = setTimeout(() => {
    print(`  BROKEN: the run does not end. It ${stage}, for ${count(given)} seconds by now.`);
    process.exit(1);
  }, given * 1000);
}

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
  const begun = performance.now();
  const until = (share: number) => wait(Math.max(0, begun + share * forSeconds * 1000 - performance.now()));
  const isOver = () => performance.now() > begun + forSeconds * 1000;
  const killing = async () => {
    const pause = Math.min(10, forSeconds / 4);
    for (let i = 1; ; i++) {
      await until((pause * i) / forSeconds);
      if (isOver()) return;
      await team.kill(i % size.processes);
      done.kills++;
    }
  };
  const storing = async () => {
    await until(0.15);
    await team.restartStore('orderly', 1000);
    await until(0.3);
    await team.restartStore('at once', 1000);
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
      await team.operator.approveNext();
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

function printPhases(phases: readonly Phase[]): void {
  const rows = phases.map((phase) => [
    phase.name,
    perSecond(phase).toFixed(1),
    ...[0.5, 0.95, 0.99].map((share) => milliseconds(percentile(phase.times, share))),
    count(phase.times.length),
  ]);
  print(table(['', 'requests a second', 'p50 ms', 'p95 ms', 'p99 ms', 'requests'], rows));
  const [one, two] = phases;
  if (one && two) print(`  2 processes do ${(perSecond(two) / perSecond(one)).toFixed(2)} times the work of 1.`);
  for (const { name, causes, times } of phases)
    for (const [cause, number] of causes) print(`  ${name}: ${count(number)} of ${count(times.length)}: ${cause}`);
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
  const during = (part: number) => {
    const end = performance.now() + part * 1000;
    return () => performance.now() > end;
  };
  const warming = Math.min(10, seconds / 6);
  begin('warms up', warming);
  await team.load('warming up', during(warming));
  const phases: Phase[] = [];
  const each = withKills ? seconds / 6 : seconds / 3;
  for (const processes of [1, 2, 3]) {
    const name = `${processes} process${processes === 1 ? '' : 'es'}`;
    begin(`loads ${name}`, each);
    phases.push(await team.load(name, during(each), processes));
  }
  const memory = team.processes.running.map(({ child }) => residentMb(child.pid)).join(', ');
  let done: Done | null = null;
  if (withKills) {
    begin('loads 3 processes, with kills', seconds / 2);
    const disturbing = disturb(team, seconds / 2).then((made) => {
      done = made;
    });
    phases.push(await team.load('3, with kills', () => done !== null));
    await disturbing;
  }
  printPhases(phases);
  print(`  Memory of each process, MB: ${memory}`);
  if (done) print(`  Done to them: ${JSON.stringify(done)}`);
  begin('looks at what is left', 0);
  const proof = await team.prove();
  return printProof(team, proof);
}

begin('starts', 0);
await withScratch(async (scratch) => {
  const folder = findPostgres();
  if (folder === undefined) throw new Error('This needs PostgreSQL: node tests/find-postgres.ts --install');
  const database = new PostgresServer(folder);
  try {
    await database.make();
    const team = await Team.start(placeIn(scratch), size, database);
    try {
      const machine = `${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}`;
      print(`  ${size.callers} callers, ${count(size.tools)} tools, ${size.upstreams} servers behind; ${machine}`);
      process.exitCode = (await measure(team)) ? 0 : 1;
    } finally {
      await team.close();
    }
  } finally {
    await database.remove();
  }
});
clearTimeout(late);
