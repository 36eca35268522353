import type { UsageSession } from '#shared/domain/usage.ts';
import { isPegboardError } from '#shared/errors.ts';
import { estimateTokens } from '#shared/tokens.ts';
import type { ToolFinder } from '../planner/permitted/tool-finder.ts';
import type { SkillLibrary } from '../skills/skill-library.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';
import { answerCall, tokensOfAnswer } from './answer-call.ts';
import type { HostCall } from './call-tool.ts';
import type { GatewayCaller } from './gateway.ts';
import type { GatewayAnswer } from './host-dialogue.ts';
import type { HostDoor, HostFacts, OtherRequest } from './mcp-server.ts';
import { otherAnswer } from './other-requests.ts';
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
      const { log, stopwatch, upstreams } = this.#gateway.parts;
      const { answer, record } = await answerCall(call, { view, finder, upstreams, stopwatch });
      if (record) log.note(this.#session(host, view), record);
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
          ...{ elapsed_ms: stopwatch() - start, tokens: tokensOfAnswer(answer) },
        });
      }
      return answer;
    });
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
