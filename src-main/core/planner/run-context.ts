import type { MemoryStore } from '../memory/memory-store.ts';
import type { SessionActivations } from './activations.ts';
import type { ExecutionRegistry } from './execution-registry.ts';
import type { PlannerOptions, ResumedWith, RunOptions } from './planner-options.ts';
import type { RunState } from './run-state.ts';
import type { RunView } from './run-view.ts';
import type { AgentStyle, AgentTurn } from './styles/agent-style.ts';
import type { ToolFinder } from './tool-finder.ts';

/** All that one run works with, from its start or resume to its next pause or end. */
export interface RunContext {
  readonly state: RunState;
  readonly view: RunView;
  readonly registry: ExecutionRegistry;
  readonly finder: ToolFinder;
  readonly activations: SessionActivations;
  readonly memories: MemoryStore;
  readonly style: AgentStyle;
  readonly options: PlannerOptions;
  readonly request: RunOptions;
  readonly resumed: ResumedWith | undefined;
  readonly signal: AbortSignal;
}

/** A run whose agent has begun its turn. */
export interface Run extends RunContext {
  readonly turn: AgentTurn;
}
