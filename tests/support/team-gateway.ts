import { onTestFinished } from 'vitest';
import { nodeFiles } from '#core/files/node-files.ts';
import { openCredentials } from '#core/gateway/credentials/open-credentials.ts';
import type { GatewayStore } from '#core/gateway/store/gateway-store.ts';
import { hashOfToken } from '#core/gateway/store/stored-tokens.ts';
import type { Tracer } from '#core/gateway/traces/tracer.ts';
import { gatewayServerSchema } from '#shared/domain/gateway-server.ts';
import { startGatewayServer } from '../../src-main/hosts/gateway/server/start-gateway-server.ts';
import { recordingLogger } from '../contract/recording-logger.ts';
import { modernHeaders, modernMessage, sendRaw } from './gateway-http.ts';
import type { GuardedUpstreams } from './guarded-upstreams.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { searchOn, testServices, write } from './workspace.ts';

export const teamUrl = 'https://tools.example.test';
const host = 'tools.example.test';

export interface TeamOptions {
  readonly upstreams: GuardedUpstreams;
  /** Names of sources; each has an MCP server of its own. */
  readonly sources: readonly string[];
  /** More fields of the settings. */
  readonly settings: object;
  readonly env?: Readonly<Record<string, string>>;
  readonly userDataDir?: string;
  /** Folder of a workspace that is there. */
  readonly workspace?: string;
  readonly store?: GatewayStore;
  readonly now?: () => number;
  readonly tracer?: Tracer;
}

/** A gateway server in this process, in front of servers that want tokens. A caller is a token. */
export async function teamGateway(options: TeamOptions) {
  const { upstreams, sources, userDataDir = temporaryFolder(), now = Date.now, store } = options;
  const env = { ...process.env, OPERATOR: upstreams.operator, ...options.env };
  const services = await testServices({ userDataDir, env, sessionIdleMs: 60_000 });
  const workspace = options.workspace ?? temporaryFolder();
  if (!options.workspace) write(workspace, 'pegboard.yaml', searchOn);
  await services.workspace.open({ path: workspace });
  if (!options.workspace) {
    for (const source of sources) {
      // The tools are imported with a token of the operator, who must not be the caller of anything afterwards.
      const headers = { Authorization: 'Bearer ${env:OPERATOR}' };
      const connection = { url: upstreams.url(source), headers };
      for await (const _ of services.sources.importMcp({ connection, source, apply: true, consent: true }));
    }
  }
  const settings = gatewayServerSchema.parse({
    ...{ public_url: teamUrl, listen: { port: 0 }, operations: { port: 0 }, drain_seconds: 0 },
    limits: { requests_per_minute: 1_000_000, concurrent: 1000 },
    ...options.settings,
  });
  const logger = recordingLogger();
  const settingsNow = async () => settings;
  const given = { settings, settingsNow, store, userDataDir, env, logger, fetch, now, files: nodeFiles };
  const { ofCallers, signIns } = openCredentials(given);
  const gateway = await services.serveBoard({ credentials: ofCallers, tracer: options.tracer });
  onTestFinished(() => gateway.close());
  const server = await startGatewayServer({ gateway, settings, settingsNow, logger, store, signIns, env, now });
  onTestFinished(() => server.close());
  const ask = async (
    token: string,
    method: string,
    params: Record<string, unknown> = {},
    capabilities: object = {},
    more: Readonly<Record<string, string>> = {},
  ) => {
    const sent = JSON.parse(modernMessage(method, params)) as { params: { _meta: Record<string, unknown> } };
    const facts = { 'io.modelcontextprotocol/clientCapabilities': capabilities };
    sent.params._meta = { ...sent.params._meta, ...facts, ...(params._meta ?? {}) };
    const name = typeof params.name === 'string' ? params.name : undefined;
    const { body, status } = await sendRaw(server.port, {
      headers: { ...modernHeaders(token, method, name), host, ...more },
      body: JSON.stringify(sent),
    });
    const text = body.startsWith('{') ? body : (/^data: (\{.*)$/m.exec(body)?.[1] ?? '{}');
    return { status, body, answer: JSON.parse(text) as { result?: Record<string, unknown>; error?: object } };
  };
  /** What the server of a source says of a caller. */
  const whoami = async (token: string, source: string): Promise<string> => {
    const params = { name: 'tool_call_read', arguments: { name: `${source}.whoami`, arguments: {} } };
    const { body, answer } = await ask(token, 'tools/call', params);
    const [first] = (answer.result?.content ?? []) as { text: string }[];
    return first?.text ?? body;
  };
  /** Signs a user in, as a browser does; the text that it shows in the end. */
  const signIn = async (url: string, user: string, through: { port: number } = server): Promise<string> => {
    const shown = await sendRaw(server.port, { path: url.replace(teamUrl, ''), method: 'GET', headers: { host } });
    const ticket = /name="ticket" value="([^"]+)"/.exec(shown.body)?.[1];
    if (ticket === undefined) return shown.body;
    const begun = await sendRaw(server.port, {
      path: '/sign-in',
      headers: { host, origin: teamUrl, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ticket }).toString(),
    });
    const [cookie = ''] = (begun.headers['set-cookie']?.[0] ?? '').split(';');
    if (begun.status !== 303) return begun.body;
    const headers = { 'x-user': user };
    const page = await fetch(String(begun.headers.location), { headers, redirect: 'manual' });
    const path = String(page.headers.get('location')).replace(teamUrl, '');
    return (await sendRaw(through.port, { path, method: 'GET', headers: { host, cookie } })).body;
  };
  return { ...server, ask, whoami, signIn, logger, userDataDir, workspace };
}

/** A token of the settings, and its entry there. */
export function staticToken(name: string): { readonly token: string; readonly entry: object } {
  const token = name.padEnd(43, '-');
  return { token, entry: { name, hash: hashOfToken(token), persona: null } };
}
