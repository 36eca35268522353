import type { MemoryStore } from '../../memory/memory-store.ts';
import type { SessionActivations } from '../activations.ts';
import type { ExecutionRegistry } from '../permitted/execution-registry.ts';
import type { PermittedCatalog } from '../permitted/permitted-catalog.ts';
import type { ToolFinder } from '../permitted/tool-finder.ts';
import type { PlannerOptions, ResumedWith, RunOptions } from '../planner-options.ts';
import type { AgentStyle, AgentTurn } from '../styles/agent-style.ts';
import type { RunState } from './run-state.ts';

/** All that one run works with, from its start or resume to its next pause or end. */
export interface RunContext {
  readonly state: RunState;
  readonly view: PermittedCatalog;
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
