import type { WorkspaceConfig } from '#shared/domain/config.ts';
import type { EventPayload } from '#shared/domain/event.ts';
import type { ToolContext } from '#shared/domain/tool-policy.ts';
import { PegboardError } from '#shared/errors.ts';
import type { AgentStyle } from './styles/agent-style.ts';

/**
 * How the host keeps runs from changing each other's catalog (R5.21–R5.23; docs/concepts/concurrency.md). The planner
 * enforces what is declared: it queues the runs of a session, or refuses a second run of a fork or thread.
 */
export type ConcurrencyPattern = 'per_session' | 'fork_per_request' | 'single_thread';

/** Error: `session_required`, before the model is called (R5.19, R15.06). */
export function checkSession(
  { tool_search }: WorkspaceConfig,
  { style, context }: { readonly style: AgentStyle; readonly context: ToolContext },
): void {
  if (!tool_search.enabled || context.session_id) return;
  if (tool_search.activation_scope === 'session') {
    throw new PegboardError(
      'session_required',
      'tool_search.activation_scope is session, and the run has no session_id.',
      {
        hint: 'Give tool_context.session_id, or set activation_scope to run.',
      },
    );
  }
  if (style.hasMemory) {
    throw new PegboardError(
      'session_required',
      'A working memory belongs to a session, and the run has no session_id.',
      {
        hint: 'Give tool_context.session_id, or set planner.style to standard.',
      },
    );
  }
}

/** Why this run may activate nothing, or null (R5.23). Runs of a session queue by its id: without one nothing is safe. */
export function activationRefusal(
  pattern: ConcurrencyPattern | undefined,
  context: ToolContext,
): EventPayload<'tool_activation_denied'>['reason'] | null {
  if (pattern === undefined) return 'concurrency_not_declared';
  return pattern === 'per_session' && !context.session_id ? 'session_missing' : null;
}
