import { EventEmitter, once } from 'node:events';
import { request as httpRequest, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import { acceptedContent, inputRequired, McpServer } from '@modelcontextprotocol/server';
import { onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { nodeFiles } from '#core/files/node-files.ts';
import type { Gateway, GatewayCaller } from '#core/gateway/gateway.ts';
import { PegboardError } from '#shared/errors.ts';
import { GatewayTokens } from '../../src-main/hosts/gateway/gateway-tokens.ts';
import {
  type GatewayHttp,
  type GatewayHttpOptions,
  startGatewayHttp,
} from '../../src-main/hosts/gateway/start-gateway-http.ts';
import { type RecordingLogger, recordingLogger } from '../contract/recording-logger.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A gateway of the tests: a real SDK server with a few tools, and what happened to their calls. */
export interface TestGateway extends Gateway {
  /** Emits `started` and `ended` (with the reason) for each call of `wait`. */
  readonly calls: EventEmitter;
  /** Whom a server was made for, one entry each. */
  readonly callers: GatewayCaller[];
  /** Servers that are connected now. */
  readonly connected: Set<McpServer>;
  /** As if the catalog changed. */
  changeList(): void;
}

export function testGateway({
  personas = ['support', 'ops team'],
  maxRequests = 16,
  maxBodyBytes = 64 * 1024,
}: {
  personas?: readonly string[];
  maxRequests?: number;
  maxBodyBytes?: number;
} = {}): TestGateway {
  const calls = new EventEmitter();
  const listeners = new Set<() => void>();
  const callers: GatewayCaller[] = [];
  const connected = new Set<McpServer>();
  return {
    calls,
    callers,
    connected,
    changeList() {
      for (const listener of listeners) listener();
    },
    startAll: async () => {},
    personas: () => personas,
    problem: () => null,
    tools: () => 6,
    troubles: () => [],
    withheld: () => [],
    serverAddress: async () => new URL('http://127.0.0.1:1/mcp'),
    limits: () => ({ maxRequests, maxBodyBytes }),
    onListChanged(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    serverFor(caller) {
      if (caller.persona !== null && !personas.includes(caller.persona)) {
        throw new PegboardError('unknown_persona', 'No such persona.');
      }
      return () => {
        callers.push(caller);
        const server = toolServer(caller, calls);
        connected.add(server);
        server.server.onclose = () => connected.delete(server);
        return server;
      };
    },
    close: async () => {},
  };
}

function toolServer({ persona }: GatewayCaller, calls: EventEmitter): McpServer {
  const server = new McpServer({ name: 'test', version: '1.0.0' }, { capabilities: { tools: { listChanged: true } } });
  const text = (value: string) => ({ content: [{ type: 'text' as const, text: value }] });
  server.registerTool('whoami', { description: 'Says whom it serves.' }, async () => text(String(persona)));
  server.registerTool('echo', { inputSchema: z.object({ text: z.string() }) }, async (given) => text(given.text));
  server.registerTool('count', { description: 'Tells its progress.' }, async (ctx) => {
    const progressToken = ctx.mcpReq._meta?.progressToken;
    if (progressToken === undefined) return text('nobody asked');
    for (const progress of [1, 2, 3]) {
      const params = { progressToken, progress, total: 3 };
      await ctx.mcpReq.notify({ method: 'notifications/progress', params });
    }
    return text('three');
  });
  server.registerTool('wait', { description: 'Waits until it is cancelled.' }, async (ctx) => {
    calls.emit('started');
    const { signal } = ctx.mcpReq;
    if (!signal.aborted) await once(signal, 'abort');
    calls.emit('ended');
    return text('too late');
  });
  server.registerTool('big', { inputSchema: z.object({ bytes: z.int() }) }, async ({ bytes }) =>
    text('x'.repeat(bytes)),
  );
  server.registerTool('ask', { description: 'Asks the user.' }, async (ctx) => {
    const schema = z.object({ yes: z.boolean() });
    const answer = acceptedContent(ctx.mcpReq.inputResponses, 'sure', schema);
    if (answer) return text(`the user said ${answer.yes}`);
    return inputRequired({
      inputRequests: { sure: inputRequired.elicit({ message: 'Sure?', requestedSchema: schema }) },
    });
  });
  return server;
}

export interface RunningGateway {
  readonly gateway: TestGateway;
  readonly http: GatewayHttp;
  readonly token: string;
  readonly tokens: GatewayTokens;
  readonly workspace: string;
  readonly userDataDir: string;
  readonly logger: RecordingLogger;
}

/** Starts the HTTP door on a free port for a test; it closes with the test. */
export async function runGateway(
  options: Partial<Omit<GatewayHttpOptions, 'gateway'>> & { readonly gateway?: TestGateway } = {},
): Promise<RunningGateway> {
  const { gateway = testGateway(), workspace = temporaryFolder(), userDataDir = temporaryFolder() } = options;
  const logger = recordingLogger();
  const http = await startGatewayHttp({ logger, ...options, gateway, workspace, userDataDir });
  onTestFinished(() => http.close());
  const tokens = new GatewayTokens({ userDataDir, files: nodeFiles, logger, now: Date.now });
  const { token } = await tokens.tokenFor(workspace, null);
  return { gateway, http, token, tokens, workspace, userDataDir, logger };
}

/** Waits until a check holds; the time is a limit against hanging only. */
export function eventually<Result>(check: () => Result | Promise<Result>): Promise<Result> {
  return vi.waitFor(check, { timeout: 30_000 });
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Sends a request as it is: `fetch` would refuse some headers and tidy the path up. */
export async function sendRaw(
  port: number,
  {
    path = '/mcp',
    method = 'POST',
    headers = {},
    body,
  }: { path?: string; method?: string; headers?: OutgoingHttpHeaders; body?: string | Buffer } = {},
): Promise<RawAnswer> {
  const outgoing = httpRequest({ host: '127.0.0.1', port, path, method, headers, agent: false });
  outgoing.end(body);
  const [incoming] = await once(outgoing, 'response');
  let text = '';
  for await (const chunk of incoming.setEncoding('utf8')) text += chunk;
  return { status: incoming.statusCode, headers: incoming.headers, body: text };
}

/** Headers of a host that posts a message. */
export function hostHeaders(token: string): Record<string, string> {
  return {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
}

/** A request of the revision 2026-07-28. */
export function modernMessage(method: string, params: Record<string, unknown> = {}, id: number | string = 1) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return JSON.stringify({ jsonrpc: '2.0', id, method, params: { ...params, _meta } });
}

/** The headers that 2026-07-28 asks for beside a message. */
export function modernHeaders(token: string, method: string, name?: string): Record<string, string> {
  return {
    ...hostHeaders(token),
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(name === undefined ? {} : { 'mcp-name': name }),
  };
}
