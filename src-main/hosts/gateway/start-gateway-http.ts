import type { Files } from '#core/files/files.ts';
import { nodeFiles } from '#core/files/node-files.ts';
import type { Gateway } from '#core/gateway/gateway.ts';
import type { Logger } from '#core/logger.ts';
import { listenOnLoopback, loopbackAddress, ownAddresses } from '../loopback.ts';
import { admitHolders, createDoor } from './door.ts';
import { GatewayTokens } from './gateway-tokens.ts';
import { type GatewayHttpLimits, serveHttp } from './serve-http.ts';

export interface GatewayHttpOptions {
  readonly gateway: Gateway;
  /** 0, the default, takes any free port. */
  readonly port?: number | undefined;
  readonly userDataDir: string;
  /** Folder of the workspace. */
  readonly workspace: string;
  readonly logger: Logger;
  readonly files?: Files;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** In place of the usual ones, for tests. */
  readonly limits?: Partial<GatewayHttpLimits>;
}

export interface GatewayHttp {
  /** Address of the default persona; `<url>/<persona>` is that of another. */
  readonly url: string;
  readonly port: number;
  /** The default token when this start made it: to be shown once. Null when it was there. */
  readonly newToken: string | null;
  /** Ends every call, stream and session, and frees the port. The gateway stays open. */
  close(): Promise<void>;
}

/**
 * Serves a workspace to MCP hosts of both eras over streamable HTTP on 127.0.0.1, to those who have a token. Errors:
 * `address_in_use`, `usage` for a port that this user may not take, `folder_read_only`, `disk_full`, `database_busy`.
 */
export async function startGatewayHttp(options: GatewayHttpOptions): Promise<GatewayHttp> {
  const { gateway, logger, userDataDir, workspace, port: wantedPort = 0, files = nodeFiles, now = Date.now } = options;
  const tokens = new GatewayTokens({ userDataDir, files, logger, now });
  const admit = admitHolders(await tokens.reader(workspace), () => gateway.personas());
  const { port, close } = await serveHttp({
    gateway,
    logger,
    limits: options.limits ?? {},
    listen: (server) => listenOnLoopback(server, wantedPort),
    doorAt: (at) => createDoor({ ...ownAddresses(at), admit }),
    address: (at) => `http://${loopbackAddress}:${at}`,
  });
  try {
    // After the port is taken: a start that fails there must not make a token that nobody sees.
    const { token, isNew } = await tokens.tokenFor(workspace, null);
    return { url: `http://${loopbackAddress}:${port}/mcp`, port, newToken: isNew ? token : null, close };
  } catch (error) {
    await close();
    throw error;
  }
}
