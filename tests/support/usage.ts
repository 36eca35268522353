import { existsSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import type { Database } from '#core/db/database.ts';
import { openIndexDatabase, usageSchema } from '#core/db/open-database.ts';
import { nodeFiles } from '#core/files/node-files.ts';
import { openUsageLog, type UsageLogOptions } from '#core/gateway/usage/open-usage-log.ts';
import { usagePath } from '#core/gateway/usage/usage-file.ts';
import type { UsageLog } from '#core/gateway/usage-log.ts';
import { silentLogger } from '#core/logger.ts';
import type { GatewayConfig } from '#shared/domain/gateway-config.ts';
import type { UsageRecord, UsageSession } from '#shared/domain/usage.ts';

export const logSettings: GatewayConfig['log'] = { enabled: true, arguments: false, days: 90, max_mb: 200 };

export const host = (name: string, more: Partial<UsageSession> = {}): UsageSession => ({
  client: { name, version: '1.2.3' },
  protocol: '2026-07-28',
  transport: 'http',
  persona: null,
  mode: 'search',
  ...more,
});

const answered = { outcome: 'ok', error: null, elapsed_ms: 3.5, tokens: 40 } as const;

type Kind<Name extends UsageRecord['kind']> = Partial<Extract<UsageRecord, { kind: Name }>>;

export const listed = (more: Kind<'list'> = {}): UsageRecord => ({ ...answered, kind: 'list', tools: 6, ...more });
export const searched = (query: string, hits: readonly string[], more: Kind<'search'> = {}): UsageRecord => ({
  ...{ ...answered, kind: 'search', query, search_type: 'fts', limit: 8 },
  hits: hits.map((name, i) => ({ name, score: 1 / (i + 1) })),
  strength: hits.length === 0 ? null : 'strong',
  ...more,
});
export const called = (tool: string | null, more: Kind<'call'> = {}): UsageRecord => ({
  ...{ ...answered, kind: 'call', tool, source: tool?.split('.')[0] ?? null, through: 'tool_call_read' },
  ...{ upstream_ms: 2, arguments: null, result: null },
  ...more,
});

interface Place {
  readonly userDataDir: string;
  readonly root: string;
}

/** Opens the log of a workspace, closed when the test is over. */
export async function openLog(place: Place, options: Partial<UsageLogOptions> = {}): Promise<UsageLog> {
  const given = { files: nodeFiles, logger: silentLogger, now: Date.now, settings: () => logSettings };
  const log = await openUsageLog({ ...given, ...place, ...options });
  onTestFinished(() => log.close());
  return log;
}

export function logPath({ userDataDir, root }: Place): Promise<string> {
  return usagePath(userDataDir, root, nodeFiles);
}

/** A log in memory. */
export function memoryLog(): Database {
  const database = openIndexDatabase(null, usageSchema);
  onTestFinished(() => {
    database.close();
  });
  return database;
}

/** Works on the file of a log as another program would; null where there is no file. */
export async function withFile<Result>(place: Place, work: (database: Database) => Result): Promise<Result | null> {
  const path = await logPath(place);
  if (!existsSync(path)) return null;
  const database = openIndexDatabase(path, usageSchema);
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** How many requests the file holds. */
export async function countRequests(place: Place): Promise<number> {
  const count = await withFile(place, (database) => database.prepare('SELECT count(*) FROM requests').pluck().get());
  return Number(count ?? 0);
}
