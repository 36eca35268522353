import type { WorkspaceConfig } from '#shared/domain/config.ts';
import type { RenderedPrompt } from '#shared/domain/prompt-block.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import type { ToolContext, ToolPolicy } from '#shared/domain/tool-policy.ts';
import type { RunUpdate } from '#shared/domain/trace.ts';
import type { TokenCount } from '#shared/tokens.ts';
import type { ReadGuidance } from '../guidance/guidance-files.ts';
import type { ToolRenderer } from '../history/search-return.ts';
import type { Logger } from '../logger.ts';
import type { MemoryStore } from '../memory/memory-store.ts';
import type { Bounds } from './bounded-map.ts';
import type { ConcurrencyPattern } from './concurrency.ts';
import type { ModelClient, ModelMessage } from './models/model-client.ts';
import type { ToolVisibilityPolicy } from './permitted/visibility.ts';
import type { SentStep } from './prompt-cache/sent-step.ts';
import type { Delay, ToolBinding } from './run/run-tool.ts';
import type { PlannerSkills } from './skills/planner-skills.ts';
import type { AgentStyle } from './styles/agent-style.ts';

/** What a host gives a planner. */
export interface PlannerOptions {
  /** All tools there are, the denied ones too: their names must not be read anywhere. */
  readonly catalog: readonly CatalogTool[];
  readonly config: WorkspaceConfig;
  /** Policies beside the workspace's own; each can only narrow. */
  readonly policies?: readonly ToolPolicy[];
  readonly visibility?: ToolVisibilityPolicy;
  readonly model: ModelClient;
  /** How the agent finds tools, where that is not for the configuration to say. */
  readonly style?: AgentStyle | undefined;
  /** What runs a tool. Asked once for each tool of the registry. */
  readonly bind: (tool: CatalogTool) => ToolBinding;
  readonly skills?: PlannerSkills | undefined;
  /** Where working memories are kept; while the planner lives, when left out. */
  readonly memory?: MemoryStore | undefined;
  /** How history mode shows a tool that was found (R18.12). */
  readonly toolRenderer?: ToolRenderer | undefined;
  /** Which pattern the host keeps to; none means that no tool is ever activated (R5.23). */
  readonly concurrency?: ConcurrencyPattern | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly newId: () => string;
  readonly delay: Delay;
  readonly countTokens: (text: string) => TokenCount;
  readonly fts?: 'detect' | 'off';
  /** How many sessions' activations and paused runs are kept, and how long unused. */
  readonly bounds?: { readonly sessions: Bounds; readonly pausedRuns: Bounds } | undefined;
  /** Hints of categories for the results of tool_search; without it there are none. */
  readonly readGuidance?: ReadGuidance | undefined;
  readonly logger: Logger;
}

/** The input that resumes a paused run: a decision about the waiting call, or the result of the waiting tool. */
export type ResumedWith = { readonly approved: boolean } | { readonly input: unknown };

/** The options that a run and its resume share: who answers, and who listens. */
export interface RunOptions {
  /** The model of this run, when not the planner's own. */
  readonly model?: ModelClient | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onUpdate?: ((update: RunUpdate) => void) | undefined;
  /** Gets the prompt of each step, whole, and the messages that are sent after it. */
  readonly onPrompt?: ((prompt: RenderedPrompt, messages: readonly ModelMessage[]) => void) | undefined;
  /** Gets the model's reply as it comes, where the model can tell it. */
  readonly onChunk?: ((text: string) => void) | undefined;
  /** Gets what each step is made of, before it is sent. */
  readonly onSent?: ((step: SentStep) => void) | undefined;
}

export interface RunRequest extends RunOptions {
  readonly query: string;
  readonly tool_context?: ToolContext;
  /** Messages of earlier turns. */
  readonly history?: readonly ModelMessage[];
  /** The messages after the query when a cut run goes on: replies and observations in turn. */
  readonly said?: readonly ModelMessage[];
}

/** How a run is resumed. */
export type ResumeRequest = RunOptions &
  ResumedWith & {
    /** The caller that resumes; by default the caller that paused. */
    readonly tool_context?: ToolContext;
  };
