import { setTimeout } from 'node:timers/promises';
import { type TrailEntry, trailChecker } from '#core/gateway/trail/trail-entry.ts';
import type { TestPostgres } from '../postgres-server.ts';
import { ask } from './callers.ts';
import type { Evidence } from './evidence.ts';
import { shownIn, textOfBody } from './judge.ts';
import type { Operator } from './operator.ts';
import type { Processes } from './processes.ts';

/** How long the last states may take to reach every process, all together, and how long all may take to end, milliseconds. */
const settleMs = 120_000;

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
  readonly evidence: Evidence;
  readonly operator: Operator;
  readonly processes: Processes;
  readonly database: TestPostgres;
  readonly url: string;
  readonly log: FollowedLog;
}

/** Looks at the last states, ends every process, and looks at the store. `onEnding` is called between. */
export async function lookAtEnd(given: Given, onEnding: () => Promise<void>): Promise<Proof> {
  const { evidence, processes } = given;
  const until = performance.now() + settleMs;
  await lookAtServed(given, until);
  const trail = await lookAtTrail(given, until);
  await onEnding();
  for (const life of await processes.end(settleMs)) {
    evidence.violate('every request answered, and every failure with its reason', `${life} does not end`);
  }
  const lines = await lookAtLines(given);
  const tokens = await given.database.run(given.url, 'SELECT name FROM pegboard.tokens WHERE revoked_at IS NULL');
  const names = new Set(tokens.map(({ name }) => String(name)));
  for (const name of given.operator.tokens)
    if (!names.has(name)) evidence.violate('no acknowledged approval or token lost', `the token "${name}" is gone`);
  return { ...lines, approved: given.operator.approved.size, tokens: given.operator.tokens.size, trail };
}

/** Every process must serve the last catalog and every approved tool in the end. */
async function lookAtServed({ evidence, operator, processes }: Given, until: number): Promise<void> {
  const names = [...operator.approved];
  for (const gateway of processes.running) {
    for (;;) {
      const missing = await missingAt(gateway, names, operator.version, evidence);
      if (missing.approvals.length === 0 && missing.version === null) break;
      if (performance.now() > until) {
        for (const name of missing.approvals)
          evidence.violate('no acknowledged approval or token lost', `${gateway.life} does not serve ${name}`);
        if (missing.version !== null) {
          const what = `${gateway.life} still serves version ${missing.version}, not ${operator.version}`;
          evidence.violate('one version of the catalog in an answer, and never an older one', what);
        }
        break;
      }
      await setTimeout(200);
    }
  }
}

async function missingAt(
  gateway: Processes['running'][number],
  names: readonly string[],
  version: number,
  evidence: Evidence,
) {
  const get = async (wanted: readonly string[]) => {
    evidence.note(evidence.sent, gateway.life);
    const { status, body } = await ask(gateway, 0, { name: 'tool_get', arguments: { names: wanted } });
    if (status === 200) evidence.note(evidence.answered, gateway.life);
    return textOfBody(body);
  };
  const served = /\(version (\d+)\)/.exec(await get(['g0_tool_0']))?.[1] ?? 'none';
  const approvals: string[] = [];
  for (let at = 0; at < names.length; at += 10) {
    const some = names.slice(at, at + 10);
    const shown = new Set(shownIn(await get(some)));
    approvals.push(...some.filter((name) => !shown.has(name)));
  }
  return { version: served === String(version) ? null : served, approvals };
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
