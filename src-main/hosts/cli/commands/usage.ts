import { resolve } from 'node:path';
import type { Services } from '#core/services.ts';
import { recogniseLogs } from '#core/use/recognise-log.ts';
import { sizeWords } from '#shared/byte-size.ts';
import { counted } from '#shared/counted.ts';
import { csvRows } from '#shared/csv.ts';
import { goldenChangeSchema, goldenFolder } from '#shared/domain/golden-query.ts';
import { type UseOrigin, useOriginFacts, useOriginSchema } from '#shared/domain/use.ts';
import type { UseOriginState, UseReadResult, UseReport } from '#shared/domain/use-report.ts';
import { PegboardError } from '#shared/errors.ts';
import { type CommandContext, type CommandResult, withWorkspace } from '../command-context.ts';
import { describeUse } from '../describe-use.ts';

export interface UsageOptions {
  /** Seconds. */
  readonly since: number;
  /** Origins, files and folders. */
  readonly from?: readonly string[] | undefined;
  readonly forget?: boolean | undefined;
  readonly golden?: boolean | undefined;
  readonly persona?: string | undefined;
  readonly write?: string | undefined;
}

interface Asked {
  readonly origin: UseOrigin;
  readonly paths: readonly string[] | undefined;
}

/**
 * `pegboard usage`: reads what is new in the logs that are allowed, or in those that `--from` names, and reports. Naming a log is consent
 * for this read.
 */
export async function usage(context: CommandContext, options: UsageOptions): CommandResult {
  const { reporter } = context;
  if (options.write !== undefined && !options.golden) {
    throw new PegboardError('usage', '--write adds golden queries.', {
      hint: 'pegboard usage --golden --write golden',
    });
  }
  return withWorkspace(context, async (services) => {
    if (options.forget) {
      const { removed } = await services.use.forget({});
      reporter.result('usage-forget/1', { removed }, () => `Removed ${counted(removed, 'event')}.`);
      return 0;
    }
    const named = options.from ? await namedLogs(context, options.from) : undefined;
    const asked = named?.asked;
    const not_read = named?.not_read ?? [];
    if (not_read.length > 0) reporter.note(`Not read: ${listed(not_read)}. Pegboard knows no such log.`);
    const read = await readNow(context, services, asked);
    for (const result of read) warn(context, result);
    for (const { origin, paths } of asked ?? []) {
      const result = read.find((one) => one.origin === origin);
      if (paths && result) tellEarlier(context, result);
    }
    const since = Date.now() - options.since * 1000;
    if (options.golden) return golden(context, services, { since, persona: options.persona, write: options.write });
    const states = await services.use.origins();
    const report = await services.use.report({
      since,
      ...(asked ? { origins: asked.map(({ origin }) => origin) } : {}),
    });
    if (context.csv) context.io.stdout.write(`${csvOf(report)}\r\n`);
    else
      reporter.result('usage/1', { since, origins: states, read, not_read, report }, () =>
        describeUse(report, states, since),
      );
    if (!asked) for (const line of otherLogs(states)) reporter.note(line);
    return 0;
  });
}

/** The logs of `--from`, and files that are none: origins by name, everything else a path. Errors: `file_not_found`, `invalid_input`. */
async function namedLogs(
  { io }: CommandContext,
  names: readonly string[],
): Promise<{ readonly asked: readonly Asked[]; readonly not_read: readonly string[] }> {
  const not_read: string[] = [];
  const asked = new Map<UseOrigin, string[] | undefined>();
  for (const name of names) {
    const known = useOriginSchema.safeParse(name);
    if (known.success) {
      asked.set(known.data, undefined);
      continue;
    }
    const path = resolve(io.cwd, name);
    const { logs, others } = await recogniseLogs(path, io.signal);
    for (const [origin, paths] of logs) asked.set(origin, [...(asked.get(origin) ?? []), ...paths]);
    not_read.push(...others);
  }
  return { asked: [...asked].map(([origin, paths]) => ({ origin, paths })), not_read };
}

/** Files that a message names. */
const mostNamed = 5;

function listed(paths: readonly string[]): string {
  const more = paths.length - mostNamed;
  return `${paths.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${counted(more, 'other')}` : ''}`;
}

async function readNow(
  { io, reporter }: CommandContext,
  services: Services,
  asked: readonly Asked[] | undefined,
): Promise<readonly UseReadResult[]> {
  if (asked) return services.use.readThese(asked, () => {}, io.signal);
  for await (const event of services.use.read({}, { signal: io.signal })) {
    if (event.type === 'done') return event.origins;
    if (event.bytes_of > 0)
      reporter.note(`Reading ${useOriginFacts[event.origin].title}: ${event.files} of ${event.of} files`);
  }
  return [];
}

function warn({ reporter }: CommandContext, { origin, broken, ahead, first_broken, problem }: UseReadResult): void {
  const { title } = useOriginFacts[origin];
  if (problem !== null) reporter.note(`${title}: ${problem}`);
  if (broken > 0 && first_broken) {
    const late =
      ahead === 0 ? '' : ` ${counted(ahead, 'of them has', 'of them have')} a time more than a day after now.`;
    reporter.note(
      `${title}: ${counted(broken, 'line')} cannot be read, the first at ${first_broken.path}:${first_broken.line}.${late}`,
    );
  }
}

/** A report is of an origin: says which logs it counts beside those that the command names. */
function tellEarlier({ reporter }: CommandContext, { origin, other_logs, other_lines }: UseReadResult): void {
  if (other_logs === 0) return;
  reporter.note(
    `${useOriginFacts[origin].title}: the figures are also of ${counted(other_logs, 'log')} (${counted(other_lines, 'line')}) that Pegboard read before. To count only what you name, remove what is kept with pegboard usage --forget, then run this again.`,
  );
}

/** Which other logs there are, and how to read them; a line each. */
export function otherLogs(states: readonly UseOriginState[]): string[] {
  return states
    .filter(({ allowed, files }) => !allowed && files > 0)
    .map(
      ({ origin, title, files, bytes }) =>
        `${title} keeps logs here (${counted(files, 'file')}, ${sizeWords(bytes)}) that you have not allowed. Read them now: pegboard usage --from ${origin}`,
    );
}

async function golden(
  { reporter, csv }: CommandContext,
  services: Services,
  { since, persona, write }: { since: number; persona: string | undefined; write: string | undefined },
): Promise<number> {
  if (csv) throw new PegboardError('usage', '--golden cannot write csv.', { hint: 'It can write human or json.' });
  const proposals = await services.use.goldenProposals({
    since,
    limit: 100,
    ...(persona === undefined ? {} : { persona }),
  });
  const states = await services.use.origins();
  const file = write === undefined ? undefined : goldenFile(write);
  for (const { query, tool } of file === undefined ? [] : proposals) {
    await services.evaluation.edit(goldenChangeSchema.parse({ type: 'add', file, query, relevant: [[tool]] }));
  }
  reporter.result('usage-golden/1', { proposals, file: file ?? null }, () => {
    if (proposals.length === 0) return whyNoProposals(states);
    if (file !== undefined)
      return `Added ${proposals.length} golden ${proposals.length === 1 ? 'query' : 'queries'} to ${file}.`;
    return proposals.map(({ query, tool }) => JSON.stringify({ query, relevant: [tool] })).join('\n');
  });
  return 0;
}

/** Why the logs give no golden query, and how to read those that were not read. */
function whyNoProposals(states: readonly UseOriginState[]): string {
  const isEmpty = states.every(({ events }) => events === 0);
  const reason = isEmpty
    ? 'No log was read yet, so there is no search to take a golden query from.'
    : 'No search in this period led to a successful call, or the golden queries already cover all of them.';
  return [reason, ...otherLogs(states)].join('\n');
}

/** A set by its name or by its path in the workspace. */
function goldenFile(name: string): string {
  if (name.includes('/')) return name;
  return `${goldenFolder}/${name.endsWith('.jsonl') ? name : `${name}.jsonl`}`;
}

function csvOf({ tools }: UseReport): string {
  const head = ['tool', 'source', 'calls', 'failed', 'sessions', 'p50_ms', 'p95_ms', 'tokens', 'last_at'];
  const rows = tools.map((tool) => [
    ...[tool.tool, tool.source, tool.calls, tool.failed, tool.sessions],
    ...[tool.p50_ms, tool.p95_ms, tool.tokens, new Date(tool.last_at).toISOString()],
  ]);
  return csvRows([head, ...rows]);
}
