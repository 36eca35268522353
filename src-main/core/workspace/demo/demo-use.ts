import { join } from 'node:path';
import { seededRandom } from '#shared/seeded-random.ts';
import type { FileWrite } from '../../files/files.ts';
import { failures, type Job, jobs, unanswered } from './demo-jobs.ts';

/** Where the log of the demo is, in its folder. */
export const demoUsePath = 'use/month.jsonl';

const days = 30;
const sessions = 420;
const dayMs = 86_400_000;

/**
 * A line of the log: a call, and the search that led to it if there was one. `tool` is null where the search led to no call, `found`
 * has the names that the search returned, best first.
 */
interface DemoUseLine {
  readonly time: string;
  readonly session: string;
  readonly client: string;
  readonly query?: string;
  readonly found?: readonly string[];
  readonly tool: string | null;
  readonly ok: boolean | null;
  readonly tokens?: number;
}

/**
 * A month of invented use for the demo, written to its folder when that is made: the 30 days before `now`, in milliseconds since
 * 1970. The days end at the last midnight (UTC), because a log with fixed dates would be empty in "the last 30 days" for everybody
 * who opens the demo later. The same day gives the same bytes.
 */
export function demoUseFile(root: string, now: number): FileWrite {
  const text = demoUse(now)
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');
  return { path: join(root, demoUsePath), text };
}

/** The lines of that log in order of time. */
export function demoUse(now: number): readonly DemoUseLine[] {
  const random = seededRandom(2207);
  const end = Math.floor(now / dayMs) * dayMs;
  const lines = Array.from({ length: sessions }, (_, at) => {
    const start = startOf(end - days * dayMs, random);
    return sessionOf(`s${String(at + 1).padStart(3, '0')}`, start, random);
  });
  return lines.flat().toSorted((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0));
}

/** Milliseconds since 1970, at work within the month that begins at `first`: few sessions at the end of a week. */
function startOf(first: number, random: () => number): number {
  for (;;) {
    const day = first + Math.floor(random() * days) * dayMs;
    const isWeekend = [0, 6].includes(new Date(day).getUTCDay());
    if (!isWeekend || random() < 0.25) return day + Math.floor((8 + 9 * random()) * 3_600_000);
  }
}

function sessionOf(session: string, start: number, random: () => number): DemoUseLine[] {
  const chance = (percent: number) => random() * 100 < percent;
  const job = drawn(jobs, random);
  const { client } = job;
  let at = start;
  const time = () => {
    at += 8_000 + Math.floor(random() * 50_000);
    return new Date(at).toISOString();
  };
  const lines: DemoUseLine[] = [];
  if (chance(7)) {
    const query = pick(unanswered, random);
    lines.push({ time: time(), session, client, query, found: [], tool: null, ok: null });
  }
  // An agent that knows a tool from this session does not look for it again.
  const known = new Set<string>();
  for (const { tool, asks, share = 100, first } of job.steps) {
    if (!chance(share)) continue;
    for (let calls = chance(25) ? 2 : 1; calls > 0; calls -= 1) {
      const ok = !chance(failures[tool] ?? 1);
      const tokens = 120 + Math.floor(random() * 900);
      const found = first !== undefined && chance(60) ? [first, tool] : [tool];
      const search = known.has(tool) ? {} : { query: pick(asks, random), found };
      lines.push({ time: time(), session, client, ...search, tool, ok, tokens });
      known.add(tool);
    }
  }
  return lines;
}

function drawn(among: readonly Job[], random: () => number): Job {
  const all = among.reduce((sum, { weight }) => sum + weight, 0);
  let left = random() * all;
  const found = among.find(({ weight }) => {
    left -= weight;
    return left < 0;
  });
  return found ?? (among[0] as Job);
}

function pick(among: readonly string[], random: () => number): string {
  return among[Math.floor(random() * among.length)] ?? '';
}
