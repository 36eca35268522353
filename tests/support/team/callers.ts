import { Agent, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { Evidence } from './evidence.ts';
import { judge, paramsOf, shownIn, textOfBody, turnOf } from './judge.ts';
import type { Operator } from './operator.ts';
import { type Gateway, headersOf } from './processes.ts';
import { deskTools, type TeamSize, tokenOf } from './workspace.ts';

/** A request without an answer for so long is a fault, milliseconds. */
export const answerMs = 120_000;

/** What a load did. */
export interface Phase {
  readonly name: string;
  /** Milliseconds of each request. */
  readonly times: number[];
  /** Requests that were not served, by reason. */
  readonly causes: Map<string, number>;
  /** How long it took, and how long of that callers waited for their last answers, milliseconds. */
  readonly ms: number;
  readonly lateMs: number;
}

export interface LoadOptions {
  readonly name: string;
  readonly size: TeamSize;
  readonly evidence: Evidence;
  readonly operator: Operator;
  /** Processes that take requests now. */
  readonly gateways: () => readonly Gateway[];
  readonly isOver: () => boolean;
}

/** All callers ask in turn, each one request after the other, until it is over. */
export async function load(options: LoadOptions): Promise<Phase> {
  const { name, size, isOver } = options;
  const phase: Phase = { name, times: [], causes: new Map(), ms: 0, lateMs: 0 };
  const start = performance.now();
  let firstEnd = Number.POSITIVE_INFINITY;
  const callers = Array.from({ length: size.callers }, async (_, caller) => {
    for (let number = 0; !isOver(); number++) await oneTurn(options, phase, caller, number);
    firstEnd = Math.min(firstEnd, performance.now());
  });
  await Promise.all(callers);
  const end = performance.now();
  return { ...phase, ms: end - start, lateMs: end - firstEnd };
}

async function oneTurn(options: LoadOptions, phase: Phase, caller: number, number: number): Promise<void> {
  const { size, evidence, operator } = options;
  // A balancer that knows who was killed.
  const running = options.gateways().filter(({ ends }) => ends === null);
  const gateway = running[(caller + number) % running.length];
  if (!gateway) {
    await setTimeout(20);
    return;
  }
  const { life } = gateway;
  const tools = Math.floor(size.tools / size.personas);
  const turn = turnOf(caller, number, { ...size, tools, desk: deskTools });
  const [oldest, shown] = [evidence.newest.get(life) ?? 0, new Set(operator.shownBy(life))];
  evidence.note(evidence.sent, life);
  const begun = performance.now();
  const what = `caller ${caller} at ${life}, ${turn.kind}`;
  const cause = await evidence.during(what, ask(gateway, caller, paramsOf(turn))).then(
    ({ status, body }) => {
      if (status === 200) evidence.note(evidence.answered, life);
      const known = { latest: operator.version, begun: operator.begun, oldest, shown };
      const persona = caller % size.personas;
      const cause = judge({ life, caller, persona, turn, status, body, ...known }, evidence);
      if (turn.kind === 'get' && shownIn(textOfBody(body)).includes(turn.desk)) operator.noteShown(life, turn.desk);
      return cause;
    },
    (error: { code?: string; message: string }) => lost(gateway, error, evidence),
  );
  phase.times.push(performance.now() - begun);
  if (cause !== null) phase.causes.set(cause, (phase.causes.get(cause) ?? 0) + 1);
}

/** Why a connection was lost. Only a killed process may lose one. */
function lost({ life, ends }: Gateway, { code, message }: { code?: string; message: string }, evidence: Evidence) {
  if (ends === 'killed') return 'the process was killed';
  const what = `${life} lost a connection and was not killed: ${code ?? message}`;
  evidence.violate('every request answered, and every failure with its reason', what);
  return 'a lost connection without a reason';
}

const agent = new Agent({ keepAlive: true, maxSockets: 400 });

/** Calls a tool of a life of a gateway. Error: a lost connection, or no answer. */
export function ask(
  { port, life }: Gateway,
  caller: number,
  params: { readonly name: string; readonly arguments: object },
): Promise<{ readonly status: number; readonly body: string }> {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    // By its version the log says which life answered.
    'io.modelcontextprotocol/clientInfo': { name: 'team', version: life },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const sent = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { ...params, _meta } });
  const headers = headersOf(tokenOf(caller), 'tools/call', params.name);
  const signal = AbortSignal.timeout(answerMs);
  return new Promise((resolve, reject) => {
    const to = { host: '127.0.0.1', port, path: '/mcp', method: 'POST', headers, agent, signal };
    const outgoing = request(to, (incoming) => {
      let body = '';
      incoming.setEncoding('utf8').on('data', (piece: string) => {
        body += piece;
      });
      incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, body }));
      incoming.on('error', reject);
    });
    outgoing.on('error', reject);
    outgoing.end(sent);
  });
}
