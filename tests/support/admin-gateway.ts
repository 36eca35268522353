import { onTestFinished } from 'vitest';
import { nodeFiles } from '#core/files/node-files.ts';
import type { GatewayStore } from '#core/gateway/store/gateway-store.ts';
import { FileTrail } from '#core/gateway/trail/file-trail.ts';
import { watchTrail } from '#core/gateway/trail/watch-trail.ts';
import type { LoadedWorkspace } from '#core/workspace/load-workspace.ts';
import type { GatewayAdminState } from '#shared/domain/gateway-admin.ts';
import { type GatewayServerSettings, gatewayServerSchema } from '#shared/domain/gateway-server.ts';
import { openAdminParts } from '../../src-main/hosts/gateway/server/open-admin-parts.ts';
import { startGatewayServer } from '../../src-main/hosts/gateway/server/start-gateway-server.ts';
import { type RecordingLogger, recordingLogger } from '../contract/recording-logger.ts';
import { modernHeaders, modernMessage, sendRaw } from './gateway-http.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { testServices } from './workspace.ts';

export const adminUrl = 'https://tools.example.test';
const host = 'tools.example.test';

interface AdminGatewayOptions {
  /** Folder of the workspace. Every server that it names is agreed to. */
  readonly root: string;
  readonly settings: object;
  readonly store?: GatewayStore;
  readonly env?: Readonly<Record<string, string>>;
}

export interface AdminGateway {
  readonly port: number;
  readonly logger: RecordingLogger;
  readonly userDataDir: string;
  /** Changes the settings as a new version of the file does. */
  change(settings: object): void;
  /** Asks for the state, without a token where it is null. */
  state(
    token: string | null,
    more?: { method?: string; headers?: Record<string, string> },
  ): Promise<{ readonly status: number; readonly body: string; readonly state: GatewayAdminState }>;
  /** Calls a tool of the gateway; the whole answer. */
  call(token: string, name: string, args: Record<string, unknown>): Promise<string>;
}

/** A gateway server in this process with the state of its operator, in front of a workspace. */
export async function adminGateway({ root, settings, store, env = {} }: AdminGatewayOptions): Promise<AdminGateway> {
  const userDataDir = temporaryFolder();
  const services = await testServices({
    userDataDir,
    watch: true,
    env: { ...process.env, ...env },
    agreedTo: () => true,
  });
  await services.workspace.open({ path: root });
  const read = (fields: object): GatewayServerSettings =>
    gatewayServerSchema.parse({
      ...{ public_url: adminUrl, listen: { port: 0 }, operations: { port: 0 }, drain_seconds: 0 },
      ...fields,
    });
  let now = read(settings);
  const settingsNow = async () => now;
  const logger = recordingLogger();
  let workspace: (() => LoadedWorkspace) | undefined;
  const gateway = await services.serveBoard({
    ...(store && { openLog: async (log) => store.openLog(log) }),
    onServing: (given) => {
      workspace = given;
    },
  });
  onTestFinished(() => gateway.close());
  if (!workspace) throw new Error('The workspace is not served.');
  const trail = store?.trail() ?? (await FileTrail.open(userDataDir, root, nodeFiles));
  const given = { rules: workspace, settings: settingsNow, settingsPath: `${root}/pegboard-gateway.yaml` };
  const watch = watchTrail({ ...given, trail, account: 'operator@host', logger, now: Date.now });
  onTestFinished(() => watch.close());
  const admin = openAdminParts({
    ...{ workspace, trail, settings: now, store, files: nodeFiles, userDataDir, logger },
    ...{ sources: async () => services.sources.list(), version: '1.2.3', now: Date.now },
  });
  const server = await startGatewayServer({ gateway, settings: now, settingsNow, logger, store, admin });
  onTestFinished(() => server.close());
  return {
    ...{ port: server.port, logger, userDataDir },
    change: (fields) => {
      now = read(fields);
    },
    state: async (token, { method = 'GET', headers = {} } = {}) => {
      const authorization = token === null ? {} : { authorization: `Bearer ${token}` };
      const asked = { path: '/admin/state', method, headers: { host, ...authorization, ...headers } };
      const { status, body } = await sendRaw(server.port, asked);
      return { status, body, state: (status === 200 ? JSON.parse(body) : null) as GatewayAdminState };
    },
    call: async (token, name, args) => {
      const { body } = await sendRaw(server.port, {
        headers: { ...modernHeaders(token, 'tools/call', name), host },
        body: modernMessage('tools/call', { name, arguments: args }),
      });
      return body;
    },
  };
}
