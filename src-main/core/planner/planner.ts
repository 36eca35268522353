import type { PlannerEvent } from '#shared/domain/event.ts';
import type { ToolContext } from '#shared/domain/tool-policy.ts';
import type { Trace } from '#shared/domain/trace.ts';
import { isPegboardError, PegboardError } from '#shared/errors.ts';
import { untilAborted } from '../cancellation.ts';
import { type MemoryStore, ProcessMemory, sessionKey } from '../memory/memory-store.ts';
import { countPrompt } from '../prompt/render-prompt.ts';
import { SessionActivations } from './activations.ts';
import { BoundedMap } from './bounded-map.ts';
import { checkSession } from './concurrency.ts';
import { createExecutionRegistry, type ExecutionRegistry } from './permitted/execution-registry.ts';
import { type PermittedCatalog, permittedCatalog } from './permitted/permitted-catalog.ts';
import { ToolFinder } from './permitted/tool-finder.ts';
import { everythingVisible, visibleNames } from './permitted/visibility.ts';
import type { PlannerOptions, ResumedWith, ResumeRequest, RunOptions, RunRequest } from './planner-options.ts';
import { firstPrompt } from './prompts/initial-prompt.ts';
import { RunState } from './run/run-state.ts';
import { runSteps } from './run/run-steps.ts';
import { SessionTurns } from './session-turns.ts';
import type { AgentStyle } from './styles/agent-style.ts';
import { agentStyle } from './styles/agent-styles.ts';

/** What all planners of one family share: a fork shares it with its parent, and none of it changes. */
interface PlannerParts {
  readonly options: PlannerOptions;
  readonly style: AgentStyle;
  readonly registry: ExecutionRegistry;
  readonly finder: ToolFinder;
  /** By the names that a run may use. */
  readonly views: Map<string, PermittedCatalog>;
  readonly turns: SessionTurns;
  readonly memories: MemoryStore;
  readonly initEvents: readonly PlannerEvent[];
}

/** How many views are kept. */
const maximumViews = 16;

const dayMs = 86_400_000;
const defaultBounds = { sessions: { most: 10_000, idleMs: dayMs }, pausedRuns: { most: 1000, idleMs: dayMs } };

/**
 * Runs an agent: the loop of model and tools, over the execution registry and each run's visible catalog (areas 5 and 6).
 * Errors of `run` come before the first model call: `session_required`, `run_in_progress`, `cancelled`; all else ends a run
 * with a reason.
 */
export class Planner {
  readonly #parts: PlannerParts;
  readonly #activations: SessionActivations;
  readonly #paused: BoundedMap<RunState>;
  #running = false;

  private constructor(parts: PlannerParts, from?: SessionActivations) {
    const { bounds = defaultBounds, now } = parts.options;
    this.#parts = parts;
    this.#activations = new SessionActivations(bounds.sessions, now, from);
    this.#paused = new BoundedMap(bounds.pausedRuns, now);
  }

  /** Makes the registry and, with tool search on, its index. Error: `config_invalid`, where a tool index is required (R15.10). */
  static async create(options: PlannerOptions): Promise<Planner> {
    const { catalog, config, policies = [], bind, now, fts = 'detect', readGuidance, style: given } = options;
    const registry = createExecutionRegistry(catalog, [config.policy, ...policies], bind);
    const style = given ?? agentStyle(config);
    style.checkCatalog(registry.tools, catalog);
    const finder = new ToolFinder(config.tool_search, { fts, now, readGuidance });
    const initEvents: PlannerEvent[] = [];
    const parts: PlannerParts = {
      options,
      style,
      registry,
      finder,
      views: new Map(),
      turns: new SessionTurns(),
      memories: options.memory ?? new ProcessMemory(),
      initEvents,
    };
    if (registry.removed.length > 0) {
      initEvents.push({
        event_type: 'planner_tool_policy_filtered',
        ts: now(),
        payload: { removed_tools: [...registry.removed] },
      });
    }
    for (const payload of options.skills?.packs ?? []) {
      initEvents.push({ event_type: 'skill_pack_loaded', ts: now(), payload });
    }
    if (config.tool_search.enabled) {
      const view = viewFor(parts, new Set(registry.tools.keys()));
      initEvents.push({
        event_type: 'tool_search_cache_ready',
        ts: now(),
        payload: {
          tool_count: registry.tools.size,
          fts_available: await finder.ftsAvailable(view),
          visible_tool_count: [...registry.tools.values()].filter(({ mode }) => mode === 'always').length,
        },
      });
    }
    return new Planner(parts);
  }

  /** What happened when the planner was made. */
  get initEvents(): readonly PlannerEvent[] {
    return this.#parts.initEvents;
  }

  /** A planner for one request, with activations of its own (R5.22). It is closed with its parent. */
  fork(): Planner {
    return new Planner(this.#parts, this.#activations);
  }

  /** What a run of this query would be sent first, and the deferred tools that it could find. Throws what the policy throws. */
  async firstPrompt({ query, tool_context: context = {} }: Pick<RunRequest, 'query' | 'tool_context'>) {
    const { options, style, registry, finder } = this.#parts;
    const { config, now, skills = null, visibility = everythingVisible } = options;
    const view = viewFor(this.#parts, await visibleNames(registry.tools, visibility, context));
    const { tools, blocks } = await firstPrompt(view, { config, style, finder, skills, context, query, now });
    const deferred = [...view.tools.values()].filter(({ mode }) => mode === 'deferred');
    return { prompt: countPrompt(blocks, options.countTokens), tools, deferred };
  }

  async run(request: RunRequest): Promise<Trace> {
    const { query, tool_context = {}, history = [], said = [] } = request;
    const { options, style } = this.#parts;
    const { config, now, newId } = options;
    checkSession(config, { style, context: tool_context });
    const state = new RunState({ id: newId(), query, context: tool_context, history, said, now });
    return this.#inTurn(
      tool_context,
      request.signal,
      (signal) => this.#steps(state, request, signal),
      () => state.trace('cancelled'),
    );
  }

  /**
   * Continues a paused run; its permissions are checked again (R5.05, R5.17). One that cannot go on yet, or whose resume is cancelled
   * in the line, keeps waiting. Errors: `unknown_run`, `invalid_input`, and those of `run`.
   */
  async resume(token: string, request: ResumeRequest): Promise<Trace> {
    const state = this.#paused.get(token);
    if (!state) throw unknownRun();
    const given = resumedWith(state, request);
    const context = request.tool_context ?? state.context;
    const { options, style } = this.#parts;
    checkSession(options.config, { style, context });
    return this.#inTurn(
      context,
      request.signal,
      (signal) => {
        // Another resume of the same run may have been first in the line.
        if (!this.#paused.delete(token)) throw unknownRun();
        state.context = context;
        return this.#steps(state, request, signal, given);
      },
      () => state.trace('cancelled', { resume_token: token }),
    );
  }

  /** Closes the indexes, those of forks too, and lets go of what waits. */
  async close(): Promise<void> {
    this.#paused.clear();
    await this.#parts.finder.close();
  }

  async #steps(state: RunState, request: RunOptions, signal: AbortSignal, resumed?: ResumedWith): Promise<Trace> {
    state.tell(request.onUpdate);
    this.#release(state);
    let view: PermittedCatalog;
    try {
      const { visibility = everythingVisible } = this.#parts.options;
      const asked = visibleNames(this.#parts.registry.tools, visibility, state.context);
      view = viewFor(this.#parts, await untilAborted(asked, signal));
    } catch (error) {
      if (signal.aborted) return state.trace('cancelled');
      return state.trace('visibility_failed', { problem: error instanceof Error ? error.message : String(error) });
    }
    const { options, style, registry, finder, memories } = this.#parts;
    const activations = this.#activations;
    const run = { state, view, registry, finder, activations, memories, style, options, request, resumed, signal };
    const turn = await style.beginTurn(run);
    const trace = await turn.end(await runSteps({ ...run, turn }));
    if (trace.resume_token !== null) this.#paused.set(trace.resume_token, state);
    return trace;
  }

  /** Lets go of sessions and paused runs that are too old or too many, and tells the run at hand how many. */
  #release({ emit }: RunState): void {
    const sessions = this.#activations.release();
    const runs = this.#paused.release();
    for (const reason of ['age', 'number'] as const) {
      if (sessions[reason] > 0) emit('session_activations_released', { reason, count: sessions[reason] });
      if (runs[reason] > 0) emit('paused_runs_released', { reason, count: runs[reason] });
    }
  }

  /** Keeps to the declared pattern: waits for the session's turn, or refuses a second run at the same time. */
  async #inTurn(
    context: ToolContext,
    outer: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<Trace>,
    cancelled: () => Trace,
  ): Promise<Trace> {
    const signal = outer ?? new AbortController().signal;
    if (signal.aborted) return cancelled();
    const { concurrency } = this.#parts.options;
    if (concurrency === 'per_session' && context.session_id) {
      let release: () => void;
      try {
        release = await this.#parts.turns.take(sessionKey(context), signal);
      } catch (error) {
        if (isPegboardError(error) && error.code === 'cancelled') return cancelled();
        throw error;
      }
      try {
        return await work(signal);
      } finally {
        release();
      }
    }
    if (concurrency !== 'single_thread' && concurrency !== 'fork_per_request') return work(signal);
    if (this.#running) {
      throw new PegboardError(
        'run_in_progress',
        'This planner runs one request at a time, and another one is running.',
        {
          hint: 'Fork the planner for each request, or declare per_session.',
        },
      );
    }
    this.#running = true;
    try {
      return await work(signal);
    } finally {
      this.#running = false;
    }
  }
}

function unknownRun(): PegboardError {
  return new PegboardError('unknown_run', 'No run is waiting for this token.', {
    hint: 'A run can be resumed once, by the planner that paused it, and waits at most a day.',
  });
}

/** The part of the given input that the run waits for. Error: `invalid_input`. */
function resumedWith({ pending }: RunState, request: ResumeRequest): ResumedWith {
  if (pending !== null) {
    if ('approved' in request && typeof request.approved === 'boolean') return { approved: request.approved };
    throw new PegboardError('invalid_input', 'The run waits for a person to approve a call.', {
      hint: 'Resume it with approved: true or approved: false.',
    });
  }
  if ('approved' in request) {
    throw new PegboardError('invalid_input', 'The run waits for the result of a tool, not for an approval.', {
      hint: 'Resume it with input.',
    });
  }
  try {
    return { input: JSON.parse(JSON.stringify(request.input ?? null)) };
  } catch {
    throw new PegboardError('invalid_input', 'The value that resumes the run is not JSON.', {
      hint: 'Give the result of the paused tool as a JSON value.',
    });
  }
}

function deniedNames({ config, policies = [] }: PlannerOptions): string[] {
  return [config.policy, ...policies].flatMap(({ denied_tools }) => denied_tools);
}

/** One view for each set of names: runs that may use the same tools share their gated texts and index. */
function viewFor({ options, registry, views }: PlannerParts, names: ReadonlySet<string>): PermittedCatalog {
  const permitted = new Set([...registry.tools.keys()].filter((name) => names.has(name)));
  const key = JSON.stringify([...permitted]);
  const known = views.get(key);
  const view = known ?? permittedCatalog(options.catalog, permitted, deniedNames(options));
  views.delete(key);
  views.set(key, view);
  const [oldest] = views.keys();
  if (views.size > maximumViews && oldest !== undefined) views.delete(oldest);
  return view;
}
