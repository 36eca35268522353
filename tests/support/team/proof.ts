import { setTimeout } from 'node:timers/promises';
import { type TrailEntry, trailChecker } from '#core/gateway/trail/trail-entry.ts';
import type { TestPostgres } from '../postgres-server.ts';
import { answerMs, ask } from './callers.ts';
import type { Evidence } from './evidence.ts';
import { shownIn, textOfBody } from './judge.ts';
import type { Operator } from './operator.ts';
import type { Gateway, Processes } from './processes.ts';
import type { TeamSize } from './workspace.ts';

/** How long the last states may take to reach every process, and all of them to end, milliseconds: for a team of any size, and more for each tool. */
const [settleMs, settleMsOfTool] = [120_000, 12];

/** How long a reader of the store may take, milliseconds. */
const readMs = 120_000;

/** Told when a step of the end begins, with the longest time that it may take, seconds. */
export type OnStep = (what: string, atMostSeconds: number) => void;

/** A log that is read as it grows. */
export interface FollowedLog {
  /** Lines that were seen in turn. */
  end(): Promise<number>;
}

/** Follows the log by its ids, as a reader of it does. */
export function followLog(database: TestPostgres, url: string): FollowedLog {
  let [last, seen, isOver] = [0, 0, false];
  const read = async () => {
    const text = `SELECT count(*)::int AS n, max(id)::text AS last FROM pegboard.requests WHERE id > ${last}`;
    const [row] = await database.run(url, text);
    seen += Number(row?.n ?? 0);
    last = Number(row?.last ?? last);
  };
  const loop = (async () => {
    while (!isOver) {
      // Before the tables are there, and while PostgreSQL is restarted, there is nothing to read.
      await read().catch(() => {});
      await setTimeout(500);
    }
  })();
  return {
    async end() {
      isOver = true;
      await loop;
      await read();
      return seen;
    },
  };
}

/** Figures of the end. */
export interface Proof {
  readonly answered: number;
  readonly stored: number;
  /** Answered by a process that was killed before it wrote the line. */
  readonly unwritten: number;
  readonly dropped: number;
  readonly approved: number;
  readonly tokens: number;
  readonly trail: number;
}

interface Given {
  readonly size: Pick<TeamSize, 'tools'>;
  readonly onStep: OnStep;
  readonly evidence: Evidence;
  readonly operator: Operator;
  readonly processes: Processes;
  readonly database: TestPostgres;
  readonly url: string;
  readonly log: FollowedLog;
}

/** Looks at the last states, ends every process, and looks at the store. `onEnding` is called between. */
export async function lookAtEnd(given: Given, onEnding: () => Promise<void>): Promise<Proof> {
  const { evidence, processes, size, onStep, database, url, operator } = given;
  const settle = settleMs + size.tools * settleMsOfTool;
  const inSeconds = (ms: number) => Math.ceil(ms / 1000);
  // A process that does not answer is asked for its version and for approvals once more after the time to settle.
  onStep('what each process serves', inSeconds(settle + 2 * answerMs * processes.running.length));
  await lookAtServed(given, performance.now() + settle);
  onStep('the audit trail', inSeconds(settle + readMs));
  const trail = await evidence.during('the audit trail', lookAtTrail(given, performance.now() + settle));
  onStep('the end of each process', inSeconds(settle + answerMs));
  await evidence.during('the last look at the metrics', onEnding());
  for (const life of await evidence.during('the processes end', processes.end(settle))) {
    evidence.violate('every request answered, and every failure with its reason', `${life} does not end`);
  }
  onStep('the lines of the log and the tokens', inSeconds(2 * readMs));
  const lines = await evidence.during('the lines of the log are counted', lookAtLines(given));
  const text = 'SELECT name FROM pegboard.tokens WHERE revoked_at IS NULL';
  const tokens = await evidence.during('the tokens are read', database.run(url, text));
  const names = new Set(tokens.map(({ name }) => String(name)));
  for (const name of operator.tokens)
    if (!names.has(name)) evidence.violate('no acknowledged approval or token lost', `the token "${name}" is gone`);
  return { ...lines, approved: operator.approved.size, tokens: operator.tokens.size, trail };
}

/** Every process must serve the last catalog and every approved tool in the end. */
async function lookAtServed(given: Given, until: number): Promise<void> {
  await Promise.all(given.processes.running.map((gateway) => lookAtOne(given, gateway, until)));
}

async function lookAtOne({ evidence, operator }: Given, gateway: Gateway, until: number): Promise<void> {
  const names = [...operator.approved];
  for (;;) {
    const missing = await missingAt(gateway, names, evidence);
    const isLast = missing.version === String(operator.version);
    if (missing.approvals.length === 0 && isLast) return;
    if (performance.now() > until) {
      for (const name of missing.approvals)
        evidence.violate('no acknowledged approval or token lost', `${gateway.life} does not serve ${name}`);
      const what = `${gateway.life} still serves version ${missing.version}, not ${operator.version}`;
      if (!isLast) evidence.violate('one version of the catalog in an answer, and never an older one', what);
      return;
    }
    await setTimeout(200);
  }
}

/** Which of the tools a process does not serve, and which version of the catalog it serves. */
async function missingAt(gateway: Gateway, names: readonly string[], evidence: Evidence) {
  const { life } = gateway;
  const get = async (wanted: readonly string[]) => {
    evidence.note(evidence.sent, life);
    const asked = ask(gateway, 0, { name: 'tool_get', arguments: { names: wanted } });
    try {
      const { status, body } = await evidence.during(`${life} says what it serves`, asked);
      if (status === 200) evidence.note(evidence.answered, life);
      return textOfBody(body);
    } catch (error) {
      const what = `${life} did not say what it serves: ${(error as Error).message}`;
      evidence.violate('every request answered, and every failure with its reason', what);
      return '';
    }
  };
  const version = /\(version (\d+)\)/.exec(await get(['g0_tool_0']))?.[1] ?? 'none';
  const approvals: string[] = [];
  for (let at = 0; at < names.length; at += 10) {
    const some = names.slice(at, at + 10);
    const shown = new Set(shownIn(await get(some)));
    approvals.push(...some.filter((name) => !shown.has(name)));
  }
  return { version, approvals };
}

/** The trail must be one chain, and have what was acknowledged. */
async function lookAtTrail({ evidence, operator, database, url }: Given, until: number): Promise<number> {
  const wanted = [
    ...[...operator.approved].map((name) => `approval ${name}`),
    ...[...operator.tokens].map((name) => `token ${name}`),
  ];
  for (;;) {
    const rows = await database.run(url, 'SELECT * FROM pegboard.trail ORDER BY number');
    const entries = rows.map((row) => ({ ...row, number: Number(row.number), at: Number(row.at) }) as TrailEntry);
    const subjects = new Set(entries.map(({ subject }) => subject));
    const missing = wanted.filter((subject) => !subjects.has(subject));
    if (missing.length > 0 && performance.now() < until) {
      await setTimeout(500);
      continue;
    }
    for (const subject of missing)
      evidence.violate('no acknowledged approval or token lost', `the audit trail has no entry of ${subject}`);
    const check = trailChecker();
    const problem = entries.map(check).find((one) => one !== null);
    if (problem) evidence.violate('the audit trail is one chain', problem);
    return entries.length;
  }
}

/** Each life wrote what it answered; one that was killed wrote what it had said is written. */
async function lookAtLines({ evidence, processes, database, url, log }: Given) {
  const check = 'no acknowledged line of the log lost, none kept twice';
  const seen = await log.end();
  const rows = await database.run(
    url,
    `SELECT sessions.client_version AS life, count(*)::int AS n FROM pegboard.requests
     LEFT JOIN pegboard.sessions ON sessions.id = requests.session GROUP BY 1`,
  );
  const storedOf = new Map(rows.map(({ life, n }) => [String(life), Number(n)]));
  let [answeredAll, storedAll, unwritten, dropped] = [0, 0, 0, 0];
  for (const gateway of processes.lives) {
    const { life, ends } = gateway;
    const stored = storedOf.get(life) ?? 0;
    const [sent, answered] = [evidence.sent.get(life) ?? 0, evidence.answered.get(life) ?? 0];
    const owed = ends === 'killed' ? gateway.written : answered - gateway.dropped;
    const whose = ends === 'killed' ? 'said were written' : 'answered';
    if (stored < owed) evidence.violate(check, `${life} ${whose} ${owed} requests, ${stored} are in the log`);
    if (stored > sent) evidence.violate(check, `${life} was asked ${sent} requests, ${stored} are in the log`);
    answeredAll += answered;
    storedAll += stored;
    dropped += gateway.dropped;
    unwritten += Math.max(0, answered - stored);
  }
  const all = [...storedOf.values()].reduce((sum, n) => sum + n, 0);
  if (seen !== all) evidence.violate(check, `a reader that followed the log saw ${seen} of ${all} lines`);
  if (all !== storedAll) evidence.violate(check, `${all - storedAll} lines are of no process`);
  return { answered: answeredAll, stored: storedAll, unwritten, dropped };
}
