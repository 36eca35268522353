import type { PlannerEvent } from '#shared/domain/event.ts';
import type { RenderedPrompt } from '#shared/domain/prompt-block.ts';
import type { ToolContext } from '#shared/domain/tool-policy.ts';
import type { RunUpdate, Trace } from '#shared/domain/trace.ts';
import { isPegboardError, PegboardError } from '#shared/errors.ts';
import { SessionActivations, sessionKey } from './activations.ts';
import { checkSession } from './concurrency.ts';
import { createExecutionRegistry, type ExecutionRegistry } from './execution-registry.ts';
import type { ModelClient, ModelMessage } from './model-client.ts';
import type { PlannerOptions } from './run-environment.ts';
import { RunState } from './run-state.ts';
import { runSteps } from './run-steps.ts';
import { createRunView, type RunView } from './run-view.ts';
import { SessionTurns } from './session-turns.ts';
import { ToolFinder } from './tool-finder.ts';
import { everythingVisible, visibleNames } from './visibility.ts';

export interface RunRequest {
  readonly query: string;
  readonly tool_context?: ToolContext;
  /** Who answers in this run, when not the planner's own model. */
  readonly model?: ModelClient | undefined;
  /** Messages of earlier turns. */
  readonly history?: readonly ModelMessage[];
  /** What was said after the query already, when a run that was cut goes on: replies and observations in turn. */
  readonly said?: readonly ModelMessage[];
  readonly signal?: AbortSignal | undefined;
  readonly onUpdate?: ((update: RunUpdate) => void) | undefined;
  /** Gets the prompt of each step, whole. */
  readonly onPrompt?: ((prompt: RenderedPrompt) => void) | undefined;
}

export interface ResumeRequest extends Pick<RunRequest, 'model' | 'signal' | 'onUpdate' | 'onPrompt'> {
  /** What the paused tool gives as its result. */
  readonly input: unknown;
  /** Who resumes; who paused, when left out. */
  readonly tool_context?: ToolContext;
}

/** What all planners of one family share: a fork shares it with its parent, and none of it changes. */
interface PlannerParts {
  readonly options: PlannerOptions;
  readonly registry: ExecutionRegistry;
  readonly finder: ToolFinder;
  /** By the names that a run may use. */
  readonly views: Map<string, RunView>;
  readonly turns: SessionTurns;
  readonly initEvents: readonly PlannerEvent[];
}

/** How many views are kept. */
const maximumViews = 16;

/**
 * Runs an agent: the loop of model and tools, over the execution registry and each run's visible catalog (areas 5 and 6).
 * Errors of `run` come before the first model call: `session_required`, `run_in_progress`, `cancelled`; all else ends a run
 * with a reason.
 */
export class Planner {
  readonly #parts: PlannerParts;
  readonly #activations: SessionActivations;
  readonly #paused = new Map<string, RunState>();
  #running = false;

  private constructor(parts: PlannerParts, activations: SessionActivations) {
    this.#parts = parts;
    this.#activations = activations;
  }

  /** Makes the registry and, with tool search on, its index. */
  static async create(options: PlannerOptions): Promise<Planner> {
    const { catalog, config, policies = [], bind, now, fts = 'detect', readGuidance } = options;
    const registry = createExecutionRegistry(catalog, [config.policy, ...policies], bind);
    const finder = new ToolFinder(config.tool_search, { fts, now, readGuidance });
    const initEvents: PlannerEvent[] = [];
    const parts: PlannerParts = { options, registry, finder, views: new Map(), turns: new SessionTurns(), initEvents };
    if (registry.removed.length > 0) {
      initEvents.push({
        event_type: 'planner_tool_policy_filtered',
        ts: now(),
        payload: { removed_tools: [...registry.removed] },
      });
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
    return new Planner(parts, new SessionActivations());
  }

  /** What happened when the planner was made. */
  get initEvents(): readonly PlannerEvent[] {
    return this.#parts.initEvents;
  }

  /** A planner for one request, with activations of its own (R5.22). It is closed with its parent. */
  fork(): Planner {
    return new Planner(this.#parts, new SessionActivations(this.#activations));
  }

  async run(request: RunRequest): Promise<Trace> {
    const { query, tool_context = {}, history = [], said = [] } = request;
    const { config, now, newId } = this.#parts.options;
    checkSession(config.tool_search, tool_context);
    const state = new RunState({ id: newId(), query, context: tool_context, config, history, said, now });
    return this.#inTurn(state, request, (signal) => this.#steps(state, request, signal));
  }

  /** Goes on with a paused run; what it may see is asked anew (R5.05, R5.17). Error: `unknown_run`, and those of `run`. */
  async resume(token: string, request: ResumeRequest): Promise<Trace> {
    const state = this.#paused.get(token);
    if (!state) {
      throw new PegboardError('unknown_run', 'No run waits under this token.', {
        hint: 'A run can be resumed once, by the planner that paused it.',
      });
    }
    checkSession(state.config.tool_search, request.tool_context ?? state.context);
    this.#paused.delete(token);
    if (request.tool_context) state.context = request.tool_context;
    return this.#inTurn(state, request, (signal) => this.#steps(state, request, signal, { input: request.input }));
  }

  /** Closes the indexes, those of forks too. */
  async close(): Promise<void> {
    await this.#parts.finder.close();
  }

  async #steps(
    state: RunState,
    request: Pick<RunRequest, 'model' | 'onPrompt'>,
    signal: AbortSignal,
    resumed?: { readonly input: unknown },
  ): Promise<Trace> {
    let view: RunView;
    try {
      const { visibility = everythingVisible } = this.#parts.options;
      view = viewFor(this.#parts, await visibleNames(this.#parts.registry.tools, visibility, state.context));
    } catch (error) {
      return state.trace('visibility_failed', { problem: error instanceof Error ? error.message : String(error) });
    }
    const { options, registry, finder } = this.#parts;
    const trace = await runSteps({
      state,
      view,
      registry,
      finder,
      options,
      model: request.model ?? options.model,
      activations: this.#activations,
      signal,
      onPrompt: request.onPrompt,
      resumed,
    });
    if (trace.resume_token !== null) this.#paused.set(trace.resume_token, state);
    return trace;
  }

  /** Keeps to the declared pattern: waits for the session's turn, or refuses a second run at the same time. */
  async #inTurn(
    state: RunState,
    { signal: outer, onUpdate }: Pick<RunRequest, 'signal' | 'onUpdate'>,
    work: (signal: AbortSignal) => Promise<Trace>,
  ): Promise<Trace> {
    const signal = outer ?? new AbortController().signal;
    state.tell(onUpdate);
    const { concurrency } = this.#parts.options;
    if (concurrency === 'per_session' && state.context.session_id) {
      let release: () => void;
      try {
        release = await this.#parts.turns.take(sessionKey(state.context), signal);
      } catch (error) {
        if (isPegboardError(error) && error.code === 'cancelled') return state.trace('cancelled');
        throw error;
      }
      return work(signal).finally(release);
    }
    if (concurrency !== 'single_thread' && concurrency !== 'fork_per_request') return work(signal);
    if (this.#running) {
      throw new PegboardError('run_in_progress', 'This planner runs one request at a time, and one is under way.', {
        hint: 'Fork the planner for each request, or declare per_session.',
      });
    }
    this.#running = true;
    return work(signal).finally(() => {
      this.#running = false;
    });
  }
}

function deniedNames({ config, policies = [] }: PlannerOptions): string[] {
  return [config.policy, ...policies].flatMap(({ denied_tools }) => denied_tools);
}

/** One view for each set of names: runs that may use the same tools share their gated texts and index. */
function viewFor({ options, registry, views }: PlannerParts, names: ReadonlySet<string>): RunView {
  const permitted = new Set([...registry.tools.keys()].filter((name) => names.has(name)));
  const key = JSON.stringify([...permitted]);
  const known = views.get(key);
  const view = known ?? createRunView(options.catalog, permitted, deniedNames(options));
  views.delete(key);
  views.set(key, view);
  const [oldest] = views.keys();
  if (views.size > maximumViews && oldest !== undefined) views.delete(oldest);
  return view;
}
