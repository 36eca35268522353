import type { Message, ModelClient } from './model.ts';
import type { Caller, CatalogTool, Settings, TokenCount, ToolContext, ToolFunction } from './types.ts';

/** What a caller may see, asked again for each run and each resume. It can only narrow; where it throws, no run starts. */
export type VisibleTools = (
  tools: readonly CatalogTool[],
  context: ToolContext,
) => Iterable<{ readonly name: string }> | Promise<Iterable<{ readonly name: string }>>;

/** On whose behalf a planner works, and what answers and runs for it. */
export interface CreatePlannerOptions extends Caller {
  /** Laid over the settings of the workspace; for tools in memory, over defaults with search on and tools deferred. */
  readonly settings?: Settings | undefined;
  /** The default model of the planner; a run may name another. */
  readonly model?: ModelClient | undefined;
  /** What runs the tools, by name in the catalog. Comes before the tool's own `run`. */
  readonly tools?: Readonly<Record<string, ToolFunction>> | undefined;
  /** What runs all other tools. */
  readonly callTool?: ToolFunction | undefined;
  readonly visibleTools?: VisibleTools | undefined;
  /**
   * On: runs of one `context.session_id` take turns, and share what they activated where `tool_search.activation_scope` is
   * `session`; a run without the id activates nothing. Off, the default: every run is independent.
   */
  readonly sessions?: boolean | undefined;
}

/** The run whose prompt is planned. */
export interface PlanRequest {
  /** Decides which hints and skills the prompt has. */
  readonly query?: string | undefined;
  /** The caller, besides the persona. */
  readonly context?: ToolContext | undefined;
}

/** What a run would be sent first. */
export interface Plan {
  /** The system prompt. */
  readonly system: string;
  /** The same block by block. */
  readonly blocks: readonly { readonly name: string; readonly text: string; readonly tokens: TokenCount }[];
  /** Tokens of the system prompt. */
  readonly tokens: TokenCount;
  /** The tools that it lists, in their order: Pegboard's own, then those that are always loaded. */
  readonly tools: readonly CatalogTool[];
  /** The tools that a run could find and activate. */
  readonly deferred: readonly CatalogTool[];
}

/** The model that answers in a run, the signal that ends it, and the listener that follows it. */
export interface RunOptions {
  /** The model of this run. */
  readonly model?: ModelClient | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Told of each step when it is done. */
  readonly onStep?: ((step: RunStep) => void) | undefined;
  /** Gets the reply of the model as it comes, where the client tells it. */
  readonly onText?: ((text: string) => void) | undefined;
}

/** A run: what the user asks, after which messages, and who calls. */
export interface RunRequest extends RunOptions {
  readonly query: string;
  /** Messages of earlier turns. */
  readonly history?: readonly Message[] | undefined;
  readonly context?: ToolContext | undefined;
}

/** How to resume a run that waits for somebody. */
export interface ResumeRequest extends RunOptions {
  /** Whether the call that waits may be made. */
  readonly approved: boolean;
}

/** One reply of the model and what came of it. */
export interface RunStep {
  /** From 1. */
  readonly index: number;
  /** Names of the tools in the prompt of this step. */
  readonly visible: readonly string[];
  /** Tokens of everything that was sent. */
  readonly tokens: TokenCount;
  /** As the model wrote it. */
  readonly reply: string;
  /** Null where the reply is not an action. */
  readonly action: { readonly next_node: string; readonly args: Readonly<Record<string, unknown>> } | null;
  /** The tool that ran. */
  readonly tool: string | null;
  readonly outcome:
    | 'result'
    | 'final'
    | 'paused'
    | 'awaits_approval'
    | 'invalid_reply'
    | 'tool_not_found'
    | 'invalid_arguments'
    | 'tool_failed'
    | 'tool_timeout';
  /** The result as the model read it, a JSON text; null for the last step and for one that waits. */
  readonly observation: string | null;
  /** The tool that this step made visible. */
  readonly activated: string | null;
}

/** One run, from its query to its end or pause. */
export interface Run {
  readonly run_id: string;
  readonly query: string;
  readonly steps: readonly RunStep[];
  /** What happened inside: searches, activations, refusals. For the developer. */
  readonly events: readonly { readonly event_type: string; readonly ts: number; readonly payload: object }[];
  /** Why it ended. `paused`: somebody must agree to a call, and `resume` goes on. */
  readonly reason:
    | 'answer'
    | 'step_limit'
    | 'paused'
    | 'script_ended'
    | 'model_failed'
    | 'visibility_failed'
    | 'cancelled';
  /** Null without one. */
  readonly answer: string | null;
  /** What to resume a paused run with, once and within a day. */
  readonly resume_token: string | null;
  /** Words on a reason that is a failure. */
  readonly problem: string | null;
  /** What the model client threw, where the reason is `model_failed`. */
  readonly error?: unknown;
}

/** Plans prompts and runs agents. Runs of one planner may go on at the same time. */
export interface Planner extends AsyncDisposable {
  /**
   * The first prompt of a request: what it says, which tools it lists, which can be found. Errors: `usage` after `close`, and what
   * `visibleTools` throws.
   */
  plan(request?: PlanRequest): Promise<Plan>;
  /**
   * The loop: prompt, reply, call, observation, until an answer or a reason to stop. A failure of the model or of a tool is no
   * error but a reason or an outcome. Errors: `session_required`; `usage` after `close`.
   */
  run(request: RunRequest): Promise<Run>;
  /** Goes on with a paused run. Errors: `unknown_run`, and those of `run`. */
  resume(token: string, request: ResumeRequest): Promise<Run>;
  close(): Promise<void>;
}
