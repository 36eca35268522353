import { setTimeout } from 'node:timers/promises';
import type { GitCatalog } from '#core/gateway/catalog/git-catalog.ts';
import type { SignIns } from '#core/gateway/credentials/sign-ins.ts';
import type { Gateway } from '#core/gateway/gateway.ts';
import { secretOf } from '#core/gateway/setting-secret.ts';
import type { GatewayStore } from '#core/gateway/store/gateway-store.ts';
import type { Logger } from '#core/logger.ts';
import type { GatewayServerSettings, OauthSettings } from '#shared/domain/gateway-server.ts';
import { listenAt } from '../../loopback.ts';
import { createDoor } from '../door.ts';
import { type GatewayHttpLimits, type ServedRequest, serveHttp, type TakePlace } from '../serve-http.ts';
import { adminEndpoint } from './admin-endpoint.ts';
import { type AdminParts, AdminState } from './admin-state.ts';
import { admitCallers, tokenReader } from './admit-callers.ts';
import { callerBytes } from './caller-bytes.ts';
import { CallerCounts } from './caller-counts.ts';
import { callerLimits } from './caller-limits.ts';
import { catalogHook } from './catalog-hook.ts';
import { GatewayMetrics, methodOf } from './gateway-metrics.ts';
import { serveOperations } from './serve-operations.ts';
import { signInPages } from './sign-in-pages.ts';

export interface GatewayServerOptions {
  readonly gateway: Gateway;
  /** Settings at the start: addresses, `public_url` and `drain_seconds`. */
  readonly settings: GatewayServerSettings;
  /** Settings as they are now: tokens, rules and limits. */
  readonly settingsNow: () => Promise<GatewayServerSettings>;
  readonly logger: Logger;
  /** What the processes share; without it each counts for itself. It stays open. */
  readonly store?: GatewayStore | undefined;
  /** Where callers sign in at servers behind the gateway. */
  readonly signIns?: SignIns | undefined;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Spans that were dropped since the start; absent without traces. */
  readonly droppedSpans?: (() => number) | undefined;
  /** Where the catalog comes from, when it is a repository. */
  readonly catalog?: GitCatalog | undefined;
  /** What administrators read; without it `/admin/state` is not there. */
  readonly admin?: AdminParts | undefined;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** In place of the usual ones, for tests. */
  readonly limits?: Partial<GatewayHttpLimits>;
}

export interface GatewayServer {
  /** Address that it listens at, for a proxy in front of it. */
  readonly url: string;
  readonly port: number;
  readonly operationsPort: number;
  /**
   * Ends the server: `/readyz` says 503 at once, new requests are refused with 503, and those under way may take
   * `drain_seconds`. It listens until a second passed without a request.
   */
  close(): Promise<void>;
}

/** How often the end of requests under way is looked for, milliseconds. */
const drainPollMs = 50;

/**
 * A server that ends listens until no request came for so many milliseconds: a balancer learns late that it ends, and a connection
 * that waits to be taken would be cut.
 */
const quietEnough = 1000;

/**
 * Serves a workspace to many callers. Errors: `address_in_use`, `usage` for an address that cannot be used.
 */
export async function startGatewayServer(options: GatewayServerOptions): Promise<GatewayServer> {
  const { gateway, settings, settingsNow, logger, store, signIns, env = {}, catalog, now = Date.now } = options;
  const ending = { draining: false };
  const notReady = () => (ending.draining ? 'The gateway is ending.' : null);
  const facts = () => ({
    underWay: served?.underWay() ?? 0,
    tools: gateway.tools(),
    ready: notReady() === null,
  });
  const metrics = new GatewayMetrics(facts, {
    store: store && (() => ({ ...store.figures(), reachable: store.problem() === null })),
    catalog: catalog && (() => catalog.state()),
    droppedSpans: options.droppedSpans,
  });
  const remark = () => remarkOf([store?.problem(), catalog?.state().problem, gateway.problem()]);
  const operations = await serveOperations({
    ...settings.operations,
    ...{ metrics, notReady, logger },
    // Requests are served without it, so that a balancer must not take every process away.
    remark,
  });
  const callers = new CallerCounts();
  const state = options.admin && adminState(options, options.admin, { callers, facts, remark });
  let served: Awaited<ReturnType<typeof serveHttp>> | undefined;
  try {
    const limitsOf = callerLimits(settingsNow, store);
    const takePlace: TakePlace = async (caller, message) =>
      ending.draining
        ? { status: 503, reason: 'The gateway is ending. Try again.', headers: { 'retry-after': '1' } }
        : limitsOf(caller, message);
    const bytes = callerBytes(settingsNow, store);
    const { host, origin } = new URL(settings.public_url);
    const known = tokenReader({ settings: settingsNow, stored: store?.tokens, now });
    const admit = admitCallers({ known, settings: settingsNow, personas: () => gateway.personas() });
    const admin = state && adminEndpoint({ settings: settingsNow, known, state, takePlace, bytes, logger });
    const door = createDoor({ hosts: new Set([host]), origins: new Set([origin]), admit });
    const pages =
      signIns &&
      signInPages({
        ...{ signIns, env, fetch, logger, now, publicUrl: settings.public_url, settings: settingsNow },
        addressOf: (source) => gateway.serverAddress(source),
      });
    const hook = hookOf(options);
    served = await serveHttp({
      gateway,
      logger,
      limits: options.limits ?? {},
      listen: (server) => listenAt(server, settings.listen),
      doorAt: () => door,
      address: () => settings.public_url,
      before: async (request) => {
        const own = (await pages?.(request)) ?? (await hook?.(request)) ?? (await admin?.(request));
        if (own) return own;
        const { method, url = '' } = request;
        if (method !== 'GET' || !metadataPath.test(url)) return null;
        const { oauth } = await settingsNow();
        return oauth ? metadata(settings.public_url, oauth) : null;
      },
      takePlace,
      bytes,
      onServed: (request) => {
        metrics.note(request, now());
        callers.note(request, now());
        logRequest(logger, request);
      },
    });
  } catch (error) {
    state?.close();
    await operations.close();
    throw error;
  }
  const { port, underWay, quietMs, close } = served;
  return {
    url: `http://${settings.listen.host.includes(':') ? `[${settings.listen.host}]` : settings.listen.host}:${port}/mcp`,
    port,
    operationsPort: operations.port,
    close: async () => {
      ending.draining = true;
      const until = performance.now() + settings.drain_seconds * 1000;
      while ((underWay() > 0 || quietMs() < quietEnough) && performance.now() < until) await setTimeout(drainPollMs);
      await close();
      state?.close();
      await operations.close();
    },
  };
}

interface ServerFacts {
  readonly callers: CallerCounts;
  readonly facts: () => { readonly underWay: number; readonly ready: boolean };
  readonly remark: () => string | null;
}

/** The state that administrators read. */
function adminState(
  { gateway, catalog, store, now = Date.now }: GatewayServerOptions,
  parts: AdminParts,
  { callers, facts, remark }: ServerFacts,
): AdminState {
  const process = () => {
    const { underWay: requests_under_way, ready } = facts();
    return { requests_under_way, ready, problem: remark(), store: store ? 'postgresql' : 'files' } as const;
  };
  return new AdminState({ ...parts, gateway, catalog, callers, process, now });
}

/** What is wrong though requests are served. */
function remarkOf(problems: readonly (string | null | undefined)[]): string | null {
  const there = problems.filter((problem) => typeof problem === 'string');
  return there.length === 0 ? null : there.join(' ');
}

/** The webhook of the catalog, where the settings have one. Error: `variable_missing`. */
function hookOf({ settings, catalog, env = {} }: GatewayServerOptions) {
  const { webhook_secret } = settings.catalog?.git ?? {};
  if (!catalog || webhook_secret === undefined) return undefined;
  const secret = secretOf('catalog.git.webhook_secret', webhook_secret, env);
  return catalogHook({ secret, publicUrl: settings.public_url, onPush: () => catalog.ask() });
}

/** Where clients look for the metadata of `/mcp` and `/mcp/<persona>` (RFC 9728). */
const metadataPath = /^\/\.well-known\/oauth-protected-resource(?:\/mcp(?:\/[^/?]+)?)?(?:\?|$)/;

/** Which authorization server gives the tokens for this gateway. */
function metadata(publicUrl: string, { issuer, scopes }: OauthSettings): Response {
  const body = {
    resource: `${publicUrl}/mcp`,
    authorization_servers: [issuer],
    ...(scopes.length > 0 ? { scopes_supported: scopes } : {}),
    bearer_methods_supported: ['header'],
    resource_name: 'Pegboard gateway',
  };
  return Response.json(body, { headers: { 'access-control-allow-origin': '*', 'cache-control': 'max-age=300' } });
}

/** A line for each request: names and numbers, no arguments, no answers, no tokens. */
function logRequest(logger: Logger, { caller, message, status, refused, elapsedMs }: ServedRequest): void {
  const method = methodOf(message);
  if (method === null && refused === null) return;
  logger.info('request', {
    caller: caller?.holder ?? null,
    persona: caller?.persona ?? null,
    method,
    status,
    ...(refused === null ? {} : { refused }),
    ms: Math.round(elapsedMs * 10) / 10,
  });
}
