import type { Progress } from '@modelcontextprotocol/client';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { type ErrorCode, isPegboardError, PegboardError } from '#shared/errors.ts';
import { askForLess } from '../mcp/mcp-limits.ts';
import type { PassedAnswer, PassedRequest } from '../mcp/pass-request.ts';
import { refuseDeepAnswer } from '../sources/call-guards.ts';
import type { LiveSources } from '../sources/live-sources.ts';
import type { CredentialsOfCallers } from './credentials/caller-credentials.ts';
import type { CallerIdentity } from './credentials/caller-identity.ts';
import { type TraceContext, traceparentOf } from './traces/trace-context.ts';
import type { Tracer } from './traces/tracer.ts';

export interface UpstreamsOptions {
  readonly live: Pick<LiveSources, 'onServer' | 'approvalOf'>;
  /** Absent where all callers share the credentials of each source. */
  readonly credentials?: CredentialsOfCallers | undefined;
  /** Largest answer, bytes as JSON. */
  readonly maximumAnswerBytes: () => number;
  /** Milliseconds that only grow. */
  readonly stopwatch: () => number;
  readonly tracer?: Tracer | undefined;
}

export interface UpstreamUse {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Whose credentials count, where callers have some. */
  readonly caller: CallerIdentity | null;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** The trace that the request belongs to. */
  readonly trace?: TraceContext | null;
  /** The tool that is called, and whether a person agreed to this call. */
  readonly called?: { readonly tool: CatalogTool; readonly agreed: boolean } | undefined;
}

/** An answer with the time that its server took, milliseconds; the start of the server does not count. */
export type TimedAnswer = PassedAnswer & { readonly elapsedMs: number };

/** An answer that was masked, with the state of a question whole: the server must get it back as it was, and nobody reads it. */
function withState(masked: PassedAnswer, passed: PassedAnswer): PassedAnswer {
  if (masked.kind === 'refusal' || passed.kind === 'refusal' || !('requestState' in passed.result)) return masked;
  return { ...masked, result: { ...masked.result, requestState: passed.result.requestState } };
}

/** A server that could not be reached is left alone for a while: each failure after another doubles the pause. */
interface Trouble {
  readonly source: string;
  readonly failures: number;
  /** When it may be asked again, on the stopwatch. */
  readonly until: number;
  readonly error: PegboardError;
}

/** A source whose server failed for one caller or all, and did not answer since. */
export interface UpstreamTrouble {
  readonly source: string;
  /** In a row, the most of any caller. */
  readonly failures: number;
  /** Milliseconds until it may be asked again, for every caller; 0 when it may be asked now. */
  readonly pauseMs: number;
  /** Of the failure whose pause ends last. */
  readonly code: ErrorCode;
}

/** First pause after a failure and the longest, milliseconds. */
const firstPauseMs = 1_000;
const longestPauseMs = 60_000;
/** Pauses that are remembered at most: with credentials of callers there is one for each caller. */
const mostTroubles = 10_000;

/** After these a server is not asked again at once. Errors that a person must resolve first, such as a missing consent, are not among them. */
const troubles = new Set([
  'server_not_started',
  'server_failed',
  'server_timeout',
  'server_unreachable',
  'server_protocol',
]);

/** What sends a request to the server of a source. */
export type AskServer = Pick<Upstreams, 'ask'>;

/** The servers behind the gateway: each starts when it is first needed, and is left alone for a while after it failed. */
export class Upstreams {
  readonly #options: UpstreamsOptions;
  readonly #troubles = new Map<string, Trouble>();

  constructor(options: UpstreamsOptions) {
    this.#options = options;
  }

  /**
   * Sends a request to the server of a source. Errors: those of `onServer` and of the credentials of the caller, `tool_failed` for an
   * answer that nests too deep or is too large; for a tool that its server changed `approval_required`, and `confirmation_required` with the `change` when nobody agreed.
   */
  async ask(source: string, request: PassedRequest, given: UpstreamUse): Promise<TimedAnswer> {
    const { called, trace = null } = given;
    const span = called && this.#options.tracer?.begin(executes(source, called.tool.name, trace));
    try {
      const answer = await this.#ask(source, traced(request, span?.context ?? trace), given);
      const isFailed = answer.kind === 'result' && answer.result.isError === true;
      span?.end(answer.kind === 'refusal' ? String(answer.code) : isFailed ? 'tool_error' : null);
      return answer;
    } catch (error) {
      span?.end(isPegboardError(error) ? error.code : 'internal');
      throw error;
    }
  }

  async #ask(source: string, request: PassedRequest, given: UpstreamUse): Promise<TimedAnswer> {
    const { onProgress, called, caller, ...use } = given;
    const credential = (await this.#options.credentials?.of(source, caller)) ?? undefined;
    // What one caller may not do says nothing about the others.
    const key = JSON.stringify([source, credential?.owner ?? null]);
    const trouble = this.#troubles.get(key);
    if (trouble && this.#options.stopwatch() < trouble.until) throw trouble.error;
    let isConnected = false;
    try {
      // Before a session is opened, so that its error is the one that the caller gets.
      await credential?.token();
      const answer = await this.#options.live.onServer(source, { ...use, credential }, async (at) => {
        const { session, masker } = at;
        isConnected = true;
        const change = called ? await this.#options.live.approvalOf(at, called.tool) : null;
        if (called && change !== null && !called.agreed) {
          throw new PegboardError('confirmation_required', `${called.tool.name} ${change}`, { data: { change } });
        }
        const { passRequest } = await import('../mcp/pass-request.ts');
        const start = this.#options.stopwatch();
        const passed = await passRequest(session, request, onProgress);
        const elapsedMs = this.#options.stopwatch() - start;
        refuseDeepAnswer(source, passed);
        const said = withState(masker.value(passed), passed);
        this.#refuseLarge(said);
        return { ...said, elapsedMs };
      });
      this.#troubles.delete(key);
      return answer;
    } catch (error) {
      // One answer that breaks the protocol says nothing about the others.
      const isOneAnswer = isConnected && isPegboardError(error) && error.code === 'server_protocol';
      if (isPegboardError(error) && troubles.has(error.code) && !isOneAnswer) this.#noteTrouble(source, key, error);
      const isRefused = isPegboardError(error) && error.code === 'authentication_required' && !error.data?.caller;
      throw credential && isRefused ? await credential.refused() : error;
    }
  }

  /** Refuses an answer that would end the connection of the host, and with it the tools of all servers. Error: `tool_failed`. */
  #refuseLarge(answer: PassedAnswer): void {
    const limit = this.#options.maximumAnswerBytes();
    const bytes = Buffer.byteLength(JSON.stringify(answer));
    if (bytes <= limit) return;
    const size = (value: number) => `${Math.round((value / 1024 / 1024) * 10) / 10} MiB`;
    throw new PegboardError('tool_failed', `The answer has ${size(bytes)}; the limit is ${size(limit)}. ${askForLess}`);
  }

  /** Servers that failed and did not answer since, by source. */
  inTrouble(): UpstreamTrouble[] {
    const now = this.#options.stopwatch();
    const bySource = Map.groupBy(this.#troubles.values(), ({ source }) => source);
    return [...bySource].map(([source, troubles]) => {
      const last = troubles.reduce((one, other) => (other.until > one.until ? other : one));
      const failures = Math.max(...troubles.map((trouble) => trouble.failures));
      return { source, failures, pauseMs: Math.max(0, last.until - now), code: last.error.code };
    });
  }

  /** Forgets failures: the configuration changed, and what was wrong may be mended. */
  forgetTroubles(): void {
    this.#troubles.clear();
  }

  #noteTrouble(source: string, key: string, error: PegboardError): void {
    const failures = (this.#troubles.get(key)?.failures ?? 0) + 1;
    const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** (failures - 1));
    this.#troubles.delete(key);
    const [oldest] = this.#troubles.keys();
    if (this.#troubles.size >= mostTroubles && oldest !== undefined) this.#troubles.delete(oldest);
    this.#troubles.set(key, { source, failures, until: this.#options.stopwatch() + pause, error });
  }
}

/** A span of a call of a tool, by the names of OpenTelemetry for generative AI. */
function executes(source: string, tool: string, parent: TraceContext | null) {
  const attributes = {
    ...{ 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': tool },
    ...{ 'mcp.method.name': 'tools/call', 'pegboard.source': source },
  };
  return { name: `execute_tool ${tool}`, kind: 'client', parent, attributes } as const;
}

/** A request that says which trace it belongs to: in `_meta` and, over HTTP, in a header. */
function traced(request: PassedRequest, trace: TraceContext | null): PassedRequest {
  if (trace === null) return request;
  const traceparent = traceparentOf(trace);
  const { _meta, ...params } = request.params;
  return { ...request, params: { ...params, _meta: { ...(_meta ?? {}), traceparent } }, headers: { traceparent } };
}
