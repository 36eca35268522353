import { once } from 'node:events';
import { resolve } from 'node:path';
import { nodeFiles } from '#core/files/node-files.ts';
import { readWhenChanged } from '#core/files/read-when-changed.ts';
import type { GatewayStore } from '#core/gateway/store/gateway-store.ts';
import type { Logger } from '#core/logger.ts';
import type { GatewayServerSettings } from '#shared/domain/gateway-server.ts';
import type { CommandContext, CommandResult } from '../command-context.ts';
import { gatewayServices } from '../gateway-services.ts';

export interface GatewayServeOptions {
  readonly config: string;
  readonly startAll?: boolean | undefined;
}

/**
 * `pegboard gateway serve`: one catalog for many callers, until SIGTERM or Ctrl+C. Stderr has a JSON object a line. Errors:
 * `config_syntax`, `config_invalid`, `file_not_found`, `workspace_not_found`, `address_in_use`, `server_unreachable`, `store_unusable`.
 */
export async function gatewayServe(context: CommandContext, { config, startAll }: GatewayServeOptions): CommandResult {
  const { io, reporter } = context;
  const { readServerSettings } = await import('#core/gateway/server-settings.ts');
  const { createJsonLogger } = await import('../../gateway/server/json-logger.ts');
  const { startGatewayServer } = await import('../../gateway/server/start-gateway-server.ts');
  const path = resolve(io.cwd, config);
  const read = () => readServerSettings(path, nodeFiles, io.env);
  const settings = await read();
  const logger = createJsonLogger((line) => process.stderr.write(line), Date.now);
  const store = await openStore(settings, io.env, logger);
  const services = await gatewayServices(context, logger);
  try {
    await services.workspace.open({ path: settings.workspace });
    const gateway = await services.serveBoard(store ? { openLog: async (log) => store.openLog(log) } : {});
    try {
      if (startAll) void gateway.startAll();
      const server = await startGatewayServer({
        gateway,
        settings,
        settingsNow: lastGood(settings, { path, read, logger }),
        logger,
        store,
      });
      try {
        const { url, port, operationsPort } = server;
        const value = { url, port, public_url: settings.public_url, operations_port: operationsPort };
        reporter.result('gateway-serve/1', value, () => describe(value));
        if (!io.signal.aborted) await once(io.signal, 'abort');
        return 0;
      } finally {
        await server.close();
      }
    } finally {
      await gateway.close();
    }
  } finally {
    await services.close();
    await store?.close();
  }
}

/** What the processes of the server share, where the settings name it. Errors: `server_unreachable`, `store_unusable`, `variable_missing`. */
async function openStore(
  { store }: GatewayServerSettings,
  env: Readonly<Record<string, string | undefined>>,
  logger: Logger,
): Promise<GatewayStore | undefined> {
  if (!store) return undefined;
  const { GatewayStore } = await import('#core/gateway/store/gateway-store.ts');
  return GatewayStore.open({ settings: store.postgres, env, logger, now: Date.now });
}

function describe(served: { url: string; public_url: string; operations_port: number }): string {
  return [
    `The gateway listens at ${served.url} until Ctrl+C. Callers use ${served.public_url}/mcp.`,
    `/healthz, /readyz and /metrics are on port ${served.operations_port}.`,
  ].join('\n');
}

/**
 * The settings as the file has them now: a token that is taken out of it opens nothing from the next request on. A file that cannot
 * be read changes nothing, and the log says so once for each version of it.
 */
function lastGood(
  first: GatewayServerSettings,
  { path, read, logger }: { path: string; read: () => Promise<GatewayServerSettings>; logger: Logger },
): () => Promise<GatewayServerSettings> {
  let last = first;
  return readWhenChanged(path, async () => {
    try {
      last = await read();
    } catch (error) {
      logger.error('The settings cannot be read; the last good ones stay.', { error: String(error) });
    }
    return last;
  });
}
