import { resolve } from 'node:path';
import { nodeFiles } from '#core/files/node-files.ts';
import type { LogReading } from '#core/gateway/usage/log-reading.ts';
import { silentLogger } from '#core/logger.ts';
import { counted } from '#shared/counted.ts';
import type { UsageRecord } from '#shared/domain/usage.ts';
import {
  mostUsageEntries,
  type UsageEntry,
  type UsageNamedTotal,
  type UsageTotals,
} from '#shared/domain/usage-view.ts';
import { PegboardError } from '#shared/errors.ts';
import { type CommandContext, type CommandResult, withWorkspace } from '../command-context.ts';
import { excerpt, type Reporter, table } from '../reporter.ts';

export interface GatewayLogOptions {
  /** Seconds. */
  readonly since: number;
  readonly limit: number;
  /** Number of a record; those before it are listed. */
  readonly before?: number | undefined;
  readonly clear?: boolean | undefined;
  /** Settings of a gateway server; without them the log of this account is read. */
  readonly config?: string | undefined;
}

/** Characters of what a line says of a request, and names that a sum lists. */
const [whatWidth, listedNames] = [60, 10];

/**
 * `pegboard gateway log`: the newest requests of hosts, a line each, and sums; `--clear` removes them. With `--config` those of a gateway server. Errors: those
 * of the settings and of the store, `usage`, `file_unreadable`.
 */
export async function gatewayLog(context: CommandContext, options: GatewayLogOptions): CommandResult {
  const { reporter } = context;
  if (options.config !== undefined) return serverLog(context, options, options.config);
  return withWorkspace(context, async ({ gateway }) => {
    if (options.clear) {
      const { removed } = await gateway.clear();
      reporter.result(
        'gateway-log-clear/1',
        { removed },
        () => `Removed ${removed} ${removed === 1 ? 'record' : 'records'}.`,
      );
      return 0;
    }
    return list(reporter, gateway, options);
  });
}

/** The log that the processes of a gateway server share, or that of the account which runs it. */
async function serverLog({ io, reporter }: CommandContext, options: GatewayLogOptions, config: string): CommandResult {
  if (options.clear) {
    throw new PegboardError('usage', '--clear empties the log of this account, not that of --config.', {
      hint: 'A server removes what is older than gateway.log.days of its pegboard.yaml.',
    });
  }
  const { readServerSettings } = await import('#core/gateway/server-settings.ts');
  const { openServerLog } = await import('#core/gateway/store/open-server-log.ts');
  const { env, userDataDir } = io;
  const settings = await readServerSettings(resolve(io.cwd, config), nodeFiles, env);
  const log = await openServerLog({ settings, userDataDir, files: nodeFiles, env, logger: silentLogger });
  try {
    return await list(reporter, log, options);
  } finally {
    await log.close();
  }
}

async function list(reporter: Reporter, log: LogReading, { since, limit, before }: GatewayLogOptions): CommandResult {
  const from = new Date(Date.now() - since * 1000).toISOString();
  const { entries, next } = await newest(log, { since: from, limit, before });
  const totals = await log.totals({ since: from });
  reporter.result('gateway-log/1', { entries, next, totals }, () => describe(entries, { next, totals }));
  return 0;
}

interface Newest {
  readonly entries: readonly UsageEntry[];
  /** Number before which there are more; null where there are none. */
  readonly next: number | null;
}

/** The newest entries since a time, page by page. Error: `file_unreadable`. */
async function newest(
  log: LogReading,
  { since, limit, before }: { readonly since: string; readonly limit: number; readonly before: number | undefined },
): Promise<Newest> {
  const entries: UsageEntry[] = [];
  let next: number | null | undefined = before;
  while (next !== null && entries.length < limit) {
    const page = await log.traffic({
      since,
      limit: Math.min(limit - entries.length, mostUsageEntries),
      ...(next === undefined ? {} : { before: next }),
    });
    if (page.problem !== null) {
      throw new PegboardError('file_unreadable', `The log of the gateway cannot be read. ${page.problem}`);
    }
    entries.push(...page.entries);
    next = page.next;
  }
  return { entries, next: next ?? null };
}

function describe(
  entries: readonly UsageEntry[],
  { next, totals }: { next: number | null; totals: UsageTotals },
): string {
  if (totals.requests === 0) return `No host sent a request since ${shortTime(totals.since)}.`;
  const head = ['time (UTC)', 'client', 'request', 'about', 'outcome', 'ms', 'tokens'];
  const sums = `${counted(totals.requests, 'request')} since ${shortTime(totals.since)}, ${totals.failed} failed, ${counted(totals.tokens, 'token')} of answers (estimate).`;
  const lists = [
    ['request', totals.kinds],
    ['client', totals.clients],
    ['source', totals.sources],
    ['tool', totals.tools],
  ] as const;
  return [
    table([head, ...entries.map(row)], [false, false, false, false, false, true, true]),
    ...(next === null ? [] : [`Older ones: --before ${next}`]),
    sums,
    ...lists.filter(([, rows]) => rows.length > 0).map(([name, rows]) => totalsTable(name, rows)),
  ].join('\n\n');
}

function row({ at, client, record, called_later }: UsageEntry): string[] {
  const about = [aboutRecord(record), ...(called_later ? [`called later: ${called_later.tool}`] : [])].join('; ');
  const outcome = record.error === null ? record.outcome : `${record.outcome} (${record.error})`;
  const numbers = [Math.round(record.elapsed_ms), record.tokens].map(String);
  return [shortTime(at), client ?? '', record.kind, excerpt(about, whatWidth), outcome, ...numbers];
}

function aboutRecord(record: UsageRecord): string {
  switch (record.kind) {
    case 'list':
      return counted(record.tools, 'tool');
    case 'search':
      return `"${record.query}" → ${record.hits.map(({ name }) => name).join(', ') || 'nothing'}`;
    case 'get':
      return record.names.join(', ');
    case 'call':
      return record.tool ?? 'no such tool';
    default:
      return `${record.source}: ${record.name}`;
  }
}

function totalsTable(name: string, rows: readonly UsageNamedTotal[]): string {
  const lines = rows
    .slice(0, listedNames)
    .map((sum) => [sum.name ?? '', ...[sum.requests, sum.failed, sum.tokens, Math.round(sum.mean_ms)].map(String)]);
  const head = [name, 'requests', 'failed', 'tokens', 'mean ms'];
  return table([head, ...lines], [false, true, true, true, true]);
}

function shortTime(time: string): string {
  return time.slice(0, 19).replace('T', ' ');
}
