import type { Files } from '../files/files.ts';
import { type BoardGateway, createGateway, type GatewayOptions } from './board-gateway.ts';
import type { ServeOptions } from './gateway.ts';
import { openUsageLog } from './usage/open-usage-log.ts';

export interface ServeBoardParts extends Omit<GatewayOptions, 'log' | 'mode' | 'serverName'> {
  readonly userDataDir: string;
  readonly files: Files;
  /** Hides the secrets that are known. */
  readonly mask: (text: string) => string;
}

/** The gateway of the open workspace, with its log. Error: `workspace_not_found`. */
export async function serveBoard(parts: ServeBoardParts, options: ServeOptions): Promise<BoardGateway> {
  const { session } = parts;
  const { root } = session.current().loaded;
  // Settings are those of the workspace as it is at each batch.
  const settings = () => session.current().loaded.file.config.gateway.log;
  const log = await (options.openLog ?? openUsageLog)({ ...parts, root, settings });
  options.onServing?.(() => session.current().loaded);
  return createGateway({ ...parts, ...options, log });
}
