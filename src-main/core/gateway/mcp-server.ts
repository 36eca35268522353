import {
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  ProtocolError,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { GatewayConfig } from '#shared/domain/gateway-config.ts';
import type { HostCall } from './call-tool.ts';
import { type GatewayAnswer, type HostDialogue, hostDialogue, verifyAskedState } from './host-dialogue.ts';
import { oneLine } from './one-line.ts';

/** Who asks, as it says of itself. */
export interface HostFacts {
  readonly client: { readonly name: string; readonly version: string } | null;
  readonly protocol: string;
}

/** What answers the requests of one host. */
export interface HostDoor {
  list(host: HostFacts): Promise<{ readonly tools: readonly Record<string, unknown>[] }>;
  call(host: HostFacts, call: HostCall): Promise<GatewayAnswer>;
  /** Answers a request about resources, prompts or completions. */
  other(host: HostFacts, request: OtherRequest): Promise<GatewayAnswer>;
}

export interface OtherRequest {
  readonly method: OtherMethod;
  readonly params: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
  readonly dialogue: HostDialogue;
}

const resourceMethods = ['resources/list', 'resources/templates/list', 'resources/read'] as const;
const promptMethods = ['prompts/list', 'prompts/get'] as const;
export type OtherMethod = (typeof resourceMethods)[number] | (typeof promptMethods)[number] | 'completion/complete';

/** What is served at the moment when a host connects. */
export interface ServerFacts {
  readonly name: string;
  readonly version: string;
  readonly instructions: string;
  readonly config: Pick<GatewayConfig, 'resources' | 'prompts'>;
}

/** An MCP server for one host, of either era, over any transport. */
export function mcpServer(facts: ServerFacts, door: HostDoor): Server {
  const { resources, prompts } = facts.config;
  const server = new Server(
    { name: facts.name, version: facts.version },
    {
      capabilities: {
        tools: { listChanged: true },
        ...(resources ? { resources: {} } : {}),
        ...(prompts ? { prompts: {} } : {}),
        ...(resources || prompts ? { completions: {} } : {}),
      },
      instructions: facts.instructions,
      requestState: { verify: verifyAskedState },
    },
  );
  const hostOf = (ctx: ServerContext) => hostFacts(server, ctx);
  // The answers are those of servers that we do not know: their types are the protocol's, checked by the SDK on the way out.
  server.setRequestHandler('tools/list', async (_request, ctx) => (await door.list(hostOf(ctx))) as never);
  server.setRequestHandler('tools/call', async ({ params }, ctx) => {
    const progress = progressTo(ctx);
    const call: HostCall = {
      name: params.name,
      arguments: params.arguments,
      meta: ctx.mcpReq._meta ?? {},
      signal: ctx.mcpReq.signal,
      onProgress: progress?.tell,
      dialogue: hostDialogue(server, ctx, params),
    };
    const answer = await door.call(hostOf(ctx), call);
    await progress?.told();
    return answered(answer) as never;
  });
  const methods = [
    ...(resources ? resourceMethods : []),
    ...(prompts ? promptMethods : []),
    ...(resources || prompts ? (['completion/complete'] as const) : []),
  ];
  for (const method of methods) {
    server.setRequestHandler(method, async ({ params }, ctx) => {
      const dialogue = hostDialogue(server, ctx, params);
      const request = { method, params: params ?? {}, signal: ctx.mcpReq.signal, dialogue };
      return answered(await door.other(hostOf(ctx), request)) as never;
    });
  }
  return server;
}

function answered(answer: GatewayAnswer): Record<string, unknown> {
  if (answer.kind === 'refusal') throw new ProtocolError(answer.code, answer.message, answer.data);
  return answer.result;
}

/** What a host says of itself: with each request since 2026-07-28, once at the start before. */
function hostFacts(server: Server, { mcpReq: { envelope } }: ServerContext): HostFacts {
  const given: Readonly<Record<string, unknown>> = envelope ?? {};
  const info = given[CLIENT_INFO_META_KEY] ?? server.getClientVersion();
  const protocol = given[PROTOCOL_VERSION_META_KEY] ?? server.getNegotiatedProtocolVersion();
  return { client: clientOf(info), protocol: typeof protocol === 'string' ? protocol : 'unknown' };
}

function clientOf(info: unknown): HostFacts['client'] {
  if (typeof info !== 'object' || info === null || !('name' in info)) return null;
  const version = 'version' in info ? info.version : '';
  return { name: oneLine(String(info.name), 100), version: oneLine(String(version), 40) };
}

interface PassedProgress {
  readonly tell: NonNullable<HostCall['onProgress']>;
  /** Resolves when all that was told is on its way: the answer must not overtake it. */
  told(): Promise<void>;
}

/** Passes progress on to the request of the host, where it asked for it. */
function progressTo({ mcpReq }: ServerContext): PassedProgress | undefined {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let told = Promise.resolve();
  return {
    tell: (progress) => {
      const notification = { method: 'notifications/progress', params: { ...progress, progressToken } };
      // A host that went away hears nothing more.
      told = told.then(() => mcpReq.notify(notification)).catch(() => {});
    },
    told: () => told,
  };
}
