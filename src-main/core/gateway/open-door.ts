import { toolGetInputSchema, toolSearchInputSchema } from '#shared/domain/search-request.ts';
import type { UsageRecord, UsageSession } from '#shared/domain/usage.ts';
import { isPegboardError } from '#shared/errors.ts';
import { estimateTokens } from '#shared/tokens.ts';
import type { ToolFinder } from '../planner/permitted/tool-finder.ts';
import type { SkillLibrary } from '../skills/skill-library.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';
import { callServedTool, type HostCall } from './call-tool.ts';
import type { GatewayCaller } from './gateway.ts';
import { getAnswer } from './get-answer.ts';
import type { GatewayAnswer } from './host-dialogue.ts';
import type { HostDoor, HostFacts, OtherRequest } from './mcp-server.ts';
import { nearWordsIn } from './near-words.ts';
import { otherAnswer } from './other-requests.ts';
import { failure, readInput, said } from './own-answers.ts';
import { searchAnswer } from './search-answer.ts';
import { servesSkills, withSkills } from './skills/with-skills.ts';
import type { Tracer } from './traces/tracer.ts';
import type { Upstreams } from './upstreams.ts';
import type { UsageLog } from './usage-log.ts';
import type { GatewayView } from './view.ts';

/** What a door needs of the gateway that it belongs to. */
interface ServedBoard {
  /** Runs a request on the view of its caller. Error: `unknown_persona`. */
  during<Result>(
    caller: GatewayCaller,
    work: (view: GatewayView, finder: ToolFinder, workspace: LoadedWorkspace) => Promise<Result>,
  ): Promise<Result>;
  readonly parts: {
    readonly log: UsageLog;
    readonly stopwatch: () => number;
    readonly library: SkillLibrary;
    readonly upstreams: Upstreams;
    readonly tracer?: Tracer | undefined;
  };
}

/** The door of one host: what it asks is answered on its view, and kept in the log. */
export class OpenDoor implements HostDoor {
  readonly #gateway: ServedBoard;
  readonly #caller: GatewayCaller;
  readonly #sessions = new Map<string, number>();

  constructor(gateway: ServedBoard, caller: GatewayCaller) {
    this.#gateway = gateway;
    this.#caller = caller;
  }

  end(): void {
    for (const session of this.#sessions.values()) this.#gateway.parts.log.end(session);
  }

  list(host: HostFacts) {
    return this.#gateway.during(this.#caller, async (view) => {
      const { log, stopwatch } = this.#gateway.parts;
      const start = stopwatch();
      const result = { tools: view.listed as readonly Record<string, unknown>[] };
      log.note(this.#session(host, view), {
        ...{ kind: 'list', outcome: 'ok', error: null, tools: view.listed.length },
        ...{ elapsed_ms: stopwatch() - start, tokens: estimateTokens(JSON.stringify(view.listed)) },
      });
      return result;
    });
  }

  async call(host: HostFacts, call: HostCall): Promise<GatewayAnswer> {
    const { tracer } = this.#gateway.parts;
    // The name is what the host wrote: that of a tool which is not in the list is nobody's.
    const attributes = { 'mcp.method.name': 'tools/call', 'mcp.protocol.version': host.protocol };
    const { trace: parent } = call;
    const span = tracer?.begin({ name: 'tools/call', kind: 'server', parent, attributes });
    try {
      const answer = await this.#answer(host, span ? { ...call, trace: span.context } : call);
      span?.end(answer.kind === 'refusal' ? String(answer.code) : null);
      return answer;
    } catch (error) {
      span?.end(isPegboardError(error) ? error.code : 'internal');
      throw error;
    }
  }

  #answer(host: HostFacts, call: HostCall): Promise<GatewayAnswer> {
    return this.#gateway.during(this.#caller, async (view, finder) => {
      if (view.mode === 'search' && call.name === 'tool_search') return this.#search(host, view, finder, call);
      if (view.mode === 'search' && call.name === 'tool_get') return this.#get(host, view, finder, call);
      const { log, stopwatch, upstreams } = this.#gateway.parts;
      const start = stopwatch();
      const { answer, record, args } = await callServedTool(view, call, upstreams);
      if (record) {
        const kept = view.config.gateway.log.arguments && args !== null;
        log.note(this.#session(host, view), {
          ...{ kind: 'call', ...record, through: record.tool === null ? '' : call.name },
          ...{ elapsed_ms: stopwatch() - start, tokens: tokensOf(answer) },
          arguments: kept ? JSON.stringify(args) : null,
          result: kept ? JSON.stringify(answer.kind === 'result' ? answer.result : answer) : null,
        });
      }
      return answer;
    });
  }

  other(host: HostFacts, request: OtherRequest): Promise<GatewayAnswer> {
    return this.#gateway.during(this.#caller, async (view, _finder, workspace) => {
      const { log, stopwatch, upstreams, library } = this.#gateway.parts;
      const start = stopwatch();
      const ofServers = () => otherAnswer(view, request, upstreams);
      const { answer, record } = servesSkills(view)
        ? await withSkills(request, { host, view, workspace, library, ofServers })
        : await ofServers();
      if (record) {
        log.note(this.#session(host, view), {
          ...record,
          ...{ elapsed_ms: stopwatch() - start, tokens: tokensOf(answer) },
        });
      }
      return answer;
    });
  }

  async #search(host: HostFacts, view: GatewayView, finder: ToolFinder, call: HostCall): Promise<GatewayAnswer> {
    const { log, stopwatch } = this.#gateway.parts;
    const start = stopwatch();
    const input = readInput(toolSearchInputSchema, call.arguments);
    if ('problem' in input) return failure(input.problem);
    try {
      const { outcome, output, scope } = await finder.explain(view, input.value);
      const { text, strength } = searchAnswer(view, { outcome, output, nearWords: nearWordsIn(scope) });
      const { query, search_type, limit } = input.value;
      const hits = output.tools.map(({ name, score }) => ({ name, score }));
      log.note(this.#session(host, view), {
        ...{ kind: 'search', outcome: 'ok', error: null, query, search_type, limit, hits, strength },
        ...{ elapsed_ms: stopwatch() - start, tokens: estimateTokens(text) },
      });
      return said(text);
    } catch (error) {
      if (!isPegboardError(error)) throw error;
      return failure(view.gate.text(error.message));
    }
  }

  async #get(host: HostFacts, view: GatewayView, finder: ToolFinder, call: HostCall): Promise<GatewayAnswer> {
    const { log, stopwatch } = this.#gateway.parts;
    const start = stopwatch();
    const input = readInput(toolGetInputSchema, call.arguments);
    if ('problem' in input) return failure(input.problem);
    const { text, names } = await getAnswer(view, finder, input.value);
    log.note(this.#session(host, view), {
      ...{ kind: 'get', outcome: names.length > 0 ? 'ok' : 'not_found', error: null, names },
      ...{ elapsed_ms: stopwatch() - start, tokens: estimateTokens(text) },
    });
    return said(text);
  }

  #session(host: HostFacts, view: GatewayView): number {
    const { log } = this.#gateway.parts;
    const facts: UsageSession = { ...host, ...this.#caller, mode: view.mode };
    const key = JSON.stringify(facts);
    const session = this.#sessions.get(key) ?? log.begin(facts);
    this.#sessions.set(key, session);
    return session;
  }
}

function tokensOf(answer: GatewayAnswer): UsageRecord['tokens'] {
  return estimateTokens(JSON.stringify(answer.kind === 'result' ? answer.result : answer.message));
}
