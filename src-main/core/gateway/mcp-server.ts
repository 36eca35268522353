import {
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  ProtocolError,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { SKILLS_EXTENSION_ID } from '@modelcontextprotocol/server/ext/skills';
import { z } from 'zod';
import type { GatewayConfig } from '#shared/domain/gateway-config.ts';
import type { HostCall } from './call-tool.ts';
import { type CallerIdentity, identityOf } from './credentials/caller-identity.ts';
import { type GatewayAnswer, type HostDialogue, hostDialogue, verifyAskedState } from './host-dialogue.ts';
import { oneLine } from './one-line.ts';
import { type SkillMethod, skillMethods } from './skills/skill-methods.ts';
import { traceOf } from './traces/trace-context.ts';

/** The client that asks, as it describes itself. */
export interface HostFacts {
  readonly client: { readonly name: string; readonly version: string } | null;
  readonly protocol: string;
}

/** What answers the requests of one host. */
export interface HostDoor {
  list(host: HostFacts): Promise<{ readonly tools: readonly Record<string, unknown>[] }>;
  call(host: HostFacts, call: HostCall): Promise<GatewayAnswer>;
  /** Answers a request about resources, prompts, completions or skills. */
  other(host: HostFacts, request: OtherRequest): Promise<GatewayAnswer>;
}

export interface OtherRequest {
  readonly method: OtherMethod;
  readonly params: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
  readonly dialogue: HostDialogue;
  /** Who asks, where callers have credentials of their own. */
  readonly caller: CallerIdentity | null;
}

const resourceMethods = ['resources/list', 'resources/templates/list', 'resources/read'] as const;
const promptMethods = ['prompts/list', 'prompts/get'] as const;
export type OtherMethod =
  | (typeof resourceMethods)[number]
  | (typeof promptMethods)[number]
  | 'completion/complete'
  | SkillMethod;

const listParams = z.looseObject({ _meta: z.unknown().optional(), cursor: z.string().optional() });
const uriParams = listParams.extend({ uri: z.string() });

/** The tools and settings that a host gets when it connects. */
export interface ServerFacts {
  readonly name: string;
  readonly version: string;
  readonly instructions: string;
  readonly config: Pick<GatewayConfig, 'resources' | 'prompts' | 'skills'>;
}

/** An MCP server for one host, of either era, over any transport. */
export function mcpServer(facts: ServerFacts, door: HostDoor): Server {
  const { resources, prompts, skills } = facts.config;
  const server = new Server(
    { name: facts.name, version: facts.version },
    {
      capabilities: {
        tools: { listChanged: true },
        ...(resources || skills ? { resources: {} } : {}),
        ...(prompts ? { prompts: {} } : {}),
        ...(resources || prompts ? { completions: {} } : {}),
        ...(skills ? { extensions: { [SKILLS_EXTENSION_ID]: { directoryRead: true } } } : {}),
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
      caller: identityOf(ctx),
      trace: traceOf(ctx),
    };
    const answer = await door.call(hostOf(ctx), call);
    await progress?.told();
    return answered(answer) as never;
  });
  const methods = [
    ...(resources || skills ? resourceMethods : []),
    ...(prompts ? promptMethods : []),
    ...(resources || prompts ? (['completion/complete'] as const) : []),
  ];
  for (const method of methods) {
    server.setRequestHandler(method, async ({ params }, ctx) => {
      const dialogue = hostDialogue(server, ctx, params);
      const [caller, signal] = [identityOf(ctx), ctx.mcpReq.signal];
      const request = { method, params: params ?? {}, signal, dialogue, caller };
      return answered(await door.other(hostOf(ctx), request)) as never;
    });
  }
  for (const method of skills ? skillMethods : []) {
    const params = method === 'skills/list' ? listParams : uriParams;
    server.setRequestHandler(method, { params }, async (given, ctx) => {
      const dialogue = hostDialogue(server, ctx, given);
      const [caller, signal] = [identityOf(ctx), ctx.mcpReq.signal];
      return answered(await door.other(hostOf(ctx), { method, params: given, signal, dialogue, caller }));
    });
  }
  return server;
}

function answered(answer: GatewayAnswer): Record<string, unknown> {
  if (answer.kind === 'refusal') throw new ProtocolError(answer.code, answer.message, answer.data);
  return answer.result;
}

/** How a host describes itself: with each request since 2026-07-28, once at the start before that. */
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
  /** Resolves when all notifications are on their way: the answer must not overtake them. */
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
