import { PegboardError } from '#shared/errors.ts';
import { Postgres } from '../../db/postgres/postgres.ts';
import type { Files } from '../../files/files.ts';
import { readServerSettings } from '../server-settings.ts';
import type { LogRow } from '../usage/log-entry.ts';
import { readLines } from '../usage/postgres-lines.ts';

interface StoredLog {
  /** The file of settings of a gateway server. */
  readonly path: string;
  readonly files: Files;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Requests after a number from the PostgreSQL of a gateway server, the oldest first. Errors: those of the settings, `store_unusable`, `server_unreachable`.
 */
export async function readStoredLog(
  { path, files, env }: StoredLog,
  after: { readonly head: string; readonly number: number },
  limit: number,
): Promise<{ readonly logId: string; readonly rows: readonly LogRow[] }> {
  const { store } = await readServerSettings(path, files, env);
  if (!store) {
    throw new PegboardError('store_unusable', `${path} has no store.postgres: its gateway keeps its log as a file.`, {
      hint: 'Run `pegboard usage` without a file name to read the log of this account.',
    });
  }
  const postgres = await Postgres.open({ ...store.postgres, env, migrates: false });
  try {
    return await readLines(postgres, after, limit);
  } finally {
    await postgres.close();
  }
}
