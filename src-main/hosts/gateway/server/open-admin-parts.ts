import type { Files } from '#core/files/files.ts';
import { nodeFiles } from '#core/files/node-files.ts';
import { rowsOf } from '#core/gateway/credentials/open-credentials.ts';
import type { GatewayStore } from '#core/gateway/store/gateway-store.ts';
import { fileFigures, postgresFigures } from '#core/gateway/usage/call-figures.ts';
import { usagePath } from '#core/gateway/usage/usage-file.ts';
import type { Logger } from '#core/logger.ts';
import type { GatewayServerSettings } from '#shared/domain/gateway-server.ts';
import type { AdminParts } from './admin-state.ts';

interface OpenAdminOptions extends Pick<AdminParts, 'workspace' | 'sources' | 'trail' | 'version'> {
  readonly settings: Pick<GatewayServerSettings, 'public_url' | 'sign_in_keys'>;
  /** Absent where the server keeps files of its account. */
  readonly store: GatewayStore | undefined;
  /** The files by which the server sees the workspace. */
  readonly files: Files;
  readonly userDataDir: string;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** What administrators read, from the store of a server or from files. */
export function openAdminParts(options: OpenAdminOptions): AdminParts {
  const { workspace, sources, trail, version, settings, store, files, userDataDir, logger, now } = options;
  const logPath = () => usagePath(userDataDir, workspace().root, files);
  const { public_url: publicUrl, sign_in_keys } = settings;
  return {
    ...{ workspace, sources, trail, version, files },
    figures: store ? postgresFigures(store.postgres) : fileFigures(logPath, { files, logger }),
    signIns: sign_in_keys.length > 0 ? rowsOf({ store, userDataDir, files: nodeFiles, now, publicUrl }) : undefined,
  };
}
