import type { GatewayServerSettings } from '#shared/domain/gateway-server.ts';
import type { Files } from '../../files/files.ts';
import type { Logger } from '../../logger.ts';
import { servedWorkspace } from '../catalog/git-catalog.ts';
import type { LogReading } from '../usage/log-reading.ts';
import { fileReading } from '../usage/look-at-log.ts';
import { usagePath } from '../usage/usage-file.ts';

interface ServerLogOptions {
  readonly settings: GatewayServerSettings;
  readonly userDataDir: string;
  readonly files: Files;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly logger: Logger;
}

/**
 * The usage log of a gateway server for reading: of its store, else of this account. Errors: `server_unreachable`, `store_unusable`, `variable_missing`.
 */
export async function openServerLog({
  settings,
  userDataDir,
  files,
  env,
  logger,
}: ServerLogOptions): Promise<LogReading & { close(): Promise<void> }> {
  if (!settings.store) {
    const served = servedWorkspace(settings, userDataDir, files);
    const path = () => usagePath(userDataDir, served.root, served.files);
    return { ...fileReading(path, { files, logger }), close: async () => {} };
  }
  const { Postgres } = await import('../../db/postgres/postgres.ts');
  const { postgresReading } = await import('../usage/read-postgres.ts');
  const postgres = await Postgres.open({ ...settings.store.postgres, env, migrates: false });
  return { ...postgresReading(postgres), close: () => postgres.close() };
}
