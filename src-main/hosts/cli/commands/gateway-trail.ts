import { resolve } from 'node:path';
import { nodeFiles } from '#core/files/node-files.ts';
import type { Trail } from '#core/gateway/trail/trail.ts';
import { type TrailEntry, trailChecker, trailEntrySchema } from '#core/gateway/trail/trail-entry.ts';
import { counted } from '#shared/counted.ts';
import { PegboardError } from '#shared/errors.ts';
import { parseJson } from '#shared/text/parse-json.ts';
import type { CommandContext, CommandResult } from '../command-context.ts';
import { openServerParts, openServerTrail } from '../open-server-parts.ts';
import { excerpt, table } from '../reporter.ts';

export interface GatewayTrailOptions {
  readonly config: string;
  readonly limit: number;
  readonly export?: boolean | undefined;
  /** True for the store, else a file. */
  readonly verify?: boolean | string | undefined;
  readonly expect?: string | undefined;
}

/** Entries that are read at once, and bytes of the largest file that is checked. */
const pageEntries = 1000;
const maximumBytes = 256 * 1024 * 1024;

/** Characters of what a line says of a value. */
const valueWidth = 40;

/**
 * `pegboard gateway trail`: the audit trail of a gateway server. Exit code 1 when `--verify` finds it changed. Errors: those of the settings, `usage`,
 * `store_unusable`, `server_unreachable`, `file_not_found`.
 */
export async function gatewayTrail(context: CommandContext, options: GatewayTrailOptions): CommandResult {
  const { io, reporter } = context;
  const { verify, expect } = options;
  if (expect !== undefined && verify === undefined) throw new PegboardError('usage', '--expect goes with --verify.');
  if (typeof verify === 'string') return checked(context, fileEntries(resolve(io.cwd, verify)), expect);
  const parts = await openServerParts(context, options.config, { migrates: false });
  const trail = await openServerTrail(context, parts);
  try {
    if (verify) return await checked(context, storedEntries(trail), expect);
    const newest: TrailEntry[] = [];
    for await (const entry of storedEntries(trail)) {
      if (options.export) io.stdout.write(`${JSON.stringify(entry)}\n`);
      else newest.push(entry);
      if (newest.length > options.limit) newest.shift();
    }
    if (!options.export) reporter.result('gateway-trail/1', { entries: newest }, () => describe(newest));
    return 0;
  } finally {
    await trail.close();
    await parts.close();
  }
}

async function* storedEntries(trail: Trail): AsyncGenerator<TrailEntry> {
  for (let last = 0; ; ) {
    const page = await trail.read(last, pageEntries);
    yield* page;
    if (page.length < pageEntries) return;
    last = page.at(-1)?.number ?? last;
  }
}

const trailHint = 'Each line of an audit trail is a JSON object.';

async function* fileEntries(path: string): AsyncGenerator<TrailEntry> {
  const text = await nodeFiles.readText(path, { maximumBytes, regularOnly: true });
  for (const [i, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const entry = trailEntrySchema.safeParse(parseJson(line, path, { firstLine: i + 1, hint: trailHint }));
    if (!entry.success)
      throw new PegboardError('invalid_input', `${path}:${i + 1}: this is not an entry of an audit trail.`);
    yield entry.data;
  }
}

async function checked(
  { reporter }: CommandContext,
  entries: AsyncIterable<TrailEntry>,
  expected: string | undefined,
): CommandResult {
  const check = trailChecker();
  let [count, last, problem, isThere] = [0, '', null as string | null, expected === undefined];
  for await (const entry of entries) {
    problem = check(entry);
    if (problem !== null) break;
    count += 1;
    last = entry.hash;
    isThere ||= entry.hash === expected;
  }
  if (problem === null && !isThere) problem = `No entry has the hash ${expected}: entries are missing at the end.`;
  reporter.result('gateway-trail-verify/1', { entries: count, last, problem }, () =>
    problem === null
      ? `${counted(count, 'entry', 'entries')}, unchanged. Keep the hash of the last one elsewhere: ${last}`
      : problem,
  );
  return problem === null ? 0 : 1;
}

function describe(entries: readonly TrailEntry[]): string {
  if (entries.length === 0) return 'The audit trail is empty. It begins when `pegboard gateway serve` starts.';
  const head = ['no.', 'time (UTC)', 'by', 'action', 'subject', 'before', 'after'];
  const rows = entries.map(({ number, at, by, action, subject, before, after }) => [
    ...[String(number), new Date(at).toISOString().slice(0, 19).replace('T', ' '), by, action, subject],
    ...[before, after].map((value) => excerpt(value ?? '', valueWidth)),
  ]);
  return table([head, ...rows], [true]);
}
