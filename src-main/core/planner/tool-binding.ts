import type { CatalogTool } from '#shared/domain/tool.ts';
import type { ToolContext } from '#shared/domain/tool-policy.ts';

/** A call that passed every check. */
export interface ToolCall {
  readonly tool: CatalogTool;
  readonly args: Record<string, unknown>;
  /** Who calls (R6.23). */
  readonly context: ToolContext;
  /** Aborts when the run is cancelled or the tool's time is over. */
  readonly signal: AbortSignal;
}

/** What a tool answers. It may also throw, or never answer: both are contained. */
export type ToolAnswer =
  | { readonly kind: 'result'; readonly value: unknown }
  | { readonly kind: 'error'; readonly message: string }
  /** A scenario is played that has no result for the call; `message` says so. */
  | { readonly kind: 'missing'; readonly message: string }
  /** It waits for somebody: the run pauses, and what `resume` brings is its result. */
  | { readonly kind: 'pause'; readonly reason: string }
  /** It took longer than it may; for answers that only play their time. */
  | { readonly kind: 'timeout' };

/** What runs a tool. Lives in memory only; nothing that is stored can become one (R2.10, R5.09). */
export type ToolBinding = (call: ToolCall) => Promise<ToolAnswer>;
