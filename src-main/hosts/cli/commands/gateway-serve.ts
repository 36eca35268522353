import { once } from 'node:events';
import { resolve } from 'node:path';
import type { Files } from '#core/files/files.ts';
import { nodeFiles } from '#core/files/node-files.ts';
import { readWhenChanged } from '#core/files/read-when-changed.ts';
import type { GatewayStore } from '#core/gateway/store/gateway-store.ts';
import type { WatchTrailOptions } from '#core/gateway/trail/watch-trail.ts';
import type { Logger } from '#core/logger.ts';
import type { Services } from '#core/services.ts';
import type { LoadedWorkspace } from '#core/workspace/load-workspace.ts';
import type { GatewayServerSettings } from '#shared/domain/gateway-server.ts';
import { describeWhole, type McpConnection } from '#shared/domain/mcp-connection.ts';
import { versions } from '../../versions.ts';
import type { CommandContext, CommandResult } from '../command-context.ts';
import { gatewayServices } from '../gateway-services.ts';
import { ownAccount } from '../own-account.ts';

export interface GatewayServeOptions {
  readonly config: string;
  readonly startAll?: boolean | undefined;
}

/**
 * `pegboard gateway serve`: one catalog for many callers, until SIGTERM or Ctrl+C. Stderr has a JSON object a line. Errors:
 * `config_syntax`, `config_invalid`, `file_not_found`, `workspace_not_found`, `address_in_use`, `git_refused`, `server_unreachable`, `store_unusable`.
 */
export async function gatewayServe(context: CommandContext, { config, startAll }: GatewayServeOptions): CommandResult {
  const { io, reporter } = context;
  const { readServerSettings } = await import('#core/gateway/server-settings.ts');
  const { createJsonLogger } = await import('../../gateway/server/json-logger.ts');
  const { openAdminParts } = await import('../../gateway/server/open-admin-parts.ts');
  const { startGatewayServer } = await import('../../gateway/server/start-gateway-server.ts');
  const path = resolve(io.cwd, config);
  const read = () => readServerSettings(path, nodeFiles, io.env);
  const settings = await read();
  const logger = createJsonLogger((line) => process.stderr.write(line), Date.now);
  const store = await openStore(settings, io.env, logger);
  const catalog = await openCatalog(context, settings, logger);
  const { files, root } = catalog ?? { files: nodeFiles, root: settings.workspace };
  const git = settings.catalog?.git;
  const agreedTo = git && ((connection: McpConnection) => git.agreed.includes(describeWhole(connection)));
  const services = await gatewayServices(context, logger, { files, agreedTo });
  try {
    await services.workspace.open({ path: root });
    await warnOfUnknownSources(settings, services, logger);
    const settingsNow = lastGood(settings, { path, read, logger });
    const { openCredentials } = await import('#core/gateway/credentials/open-credentials.ts');
    const { userDataDir, env } = io;
    const credentials = openCredentials({
      ...{ settings, settingsNow, store, userDataDir, env, logger },
      ...{ files: nodeFiles, fetch, now: Date.now },
    });
    let workspace: (() => LoadedWorkspace) | undefined;
    const traces = await openTraces(context, settings, logger);
    const gateway = await services.serveBoard({
      tracer: traces?.tracer,
      credentials: credentials.ofCallers,
      ...(store && { openLog: async (log) => store.openLog(log) }),
      onServing: (read) => {
        workspace = read;
      },
    });
    const given = { rules: workspace, settings: settingsNow, settingsPath: path, logger };
    const sources = async () => services.sources.list();
    const admin = {
      ...{ settings, sources, store, files, userDataDir, logger, now: Date.now },
      version: versions.pegboard ?? '0',
    };
    const trail = await openTrail(context, { given, store, workspace: root, files });
    try {
      if (startAll) void gateway.startAll();
      const server = await startGatewayServer({
        gateway,
        settings,
        settingsNow,
        logger,
        store,
        signIns: credentials.signIns,
        catalog,
        admin: workspace && openAdminParts({ ...admin, workspace, trail: trail?.trail }),
        droppedSpans: traces && (() => traces.exporter.dropped),
        env,
      });
      catalog?.follow(async () => {
        await services.workspace.open({ path: root });
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
      await trail?.close();
      await credentials.signIns?.close();
      await traces?.exporter.close();
      await gateway.close();
    }
  } finally {
    await catalog?.close();
    await services.close();
    await store?.close();
  }
}

/** Calls of a source whose name is misspelt in `upstreams` would have the credentials that all share. */
async function warnOfUnknownSources({ upstreams }: GatewayServerSettings, { sources }: Services, logger: Logger) {
  const known = new Set((await sources.list()).map(({ name }) => name));
  for (const { source } of upstreams)
    if (!known.has(source)) logger.warn('upstreams names a source that the catalog does not have.', { source });
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

/** The catalog from a repository, where the settings name one. Errors: `git_refused`, `variable_missing`, those of loading. */
async function openCatalog({ io }: CommandContext, settings: GatewayServerSettings, logger: Logger) {
  if (!settings.catalog) return undefined;
  const { GitCatalog } = await import('#core/gateway/catalog/git-catalog.ts');
  const { userDataDir, env } = io;
  const given = { settings: settings.catalog.git, publicUrl: settings.public_url, files: nodeFiles, now: Date.now };
  return GitCatalog.open({ ...given, userDataDir, env, logger });
}

/** Traces, where the settings want them. Error: `variable_missing`. */
async function openTraces({ io }: CommandContext, { telemetry }: GatewayServerSettings, logger: Logger) {
  if (!telemetry) return undefined;
  const { OtlpExporter } = await import('#core/gateway/traces/otlp-exporter.ts');
  const { Tracer } = await import('#core/gateway/traces/tracer.ts');
  const { pegboard: version = '0' } = versions;
  const exporter = new OtlpExporter({ settings: telemetry, version, env: io.env, fetch, logger });
  const now = () => performance.timeOrigin + performance.now();
  const tracer = new Tracer({ export: (span) => exporter.add(span), sampleRatio: telemetry.sample_ratio, now });
  return { tracer, exporter };
}

interface TrailParts {
  readonly given: Pick<WatchTrailOptions, 'settings' | 'settingsPath' | 'logger'> & {
    readonly rules: (() => LoadedWorkspace) | undefined;
  };
  readonly store: GatewayStore | undefined;
  readonly workspace: string;
  readonly files: Files;
}

/** The audit trail of the server. Without one that can be opened the server serves, and its log says so. */
async function openTrail({ io }: CommandContext, { given, store, workspace, files }: TrailParts) {
  const { rules, logger } = given;
  if (!rules) return undefined;
  try {
    const { FileTrail } = await import('#core/gateway/trail/file-trail.ts');
    const { watchTrail } = await import('#core/gateway/trail/watch-trail.ts');
    const trail = store ? store.trail() : await FileTrail.open(io.userDataDir, workspace, files);
    const watch = watchTrail({ ...given, rules, trail, account: ownAccount(), now: Date.now });
    return { trail, close: () => watch.close() };
  } catch (error) {
    logger.error('The audit trail cannot be opened; nothing is added to it.', { error: String(error) });
    return undefined;
  }
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
