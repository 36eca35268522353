import type { CatalogTool } from '#shared/domain/tool.ts';
import type { ToolContext } from '#shared/domain/tool-policy.ts';

/** Resolves after milliseconds, or at once when the signal aborts. */
export type Delay = (milliseconds: number, signal: AbortSignal) => Promise<void>;

export const realDelay: Delay = (milliseconds, signal) =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(done, milliseconds);
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done);
  });

/**
 * Runs a tool within bounds: one that throws gives an error, one that does not answer in time a timeout, and a cancelled run
 * waits for none (R15.12). Never throws; the answer to a cancelled call does not matter.
 */
export async function runTool(
  binding: ToolBinding,
  call: Omit<ToolCall, 'signal'>,
  { timeoutMs, delay, signal }: { timeoutMs: number; delay: Delay; signal: AbortSignal },
): Promise<ToolAnswer> {
  const over = new AbortController();
  const stop = AbortSignal.any([signal, over.signal]);
  const timeout = delay(timeoutMs, stop).then((): ToolAnswer => ({ kind: 'timeout' }));
  try {
    const answer = Promise.resolve().then(() => binding({ ...call, signal: stop }));
    // A late failure of a tool that nobody waits for any more is nobody's.
    answer.catch(() => {});
    return await Promise.race([answer, timeout]);
  } catch (error) {
    return { kind: 'error', message: messageOf(error) };
  } finally {
    over.abort();
  }
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  try {
    return error instanceof Error ? error.message : String(error);
  } catch {
    return 'The tool failed.';
  }
}

/** A call that passed every check. */
export interface ToolCall {
  readonly tool: CatalogTool;
  readonly args: Record<string, unknown>;
  /** The caller (R6.23). */
  readonly context: ToolContext;
  /** Aborts when the run is cancelled or the tool's time is over. */
  readonly signal: AbortSignal;
}

/** What a tool answers. It may also throw, or never answer: both are contained. */
export type ToolAnswer =
  | { readonly kind: 'result'; readonly value: unknown }
  | { readonly kind: 'error'; readonly message: string }
  /** The running scenario has no result for the call; `message` reports it. */
  | { readonly kind: 'missing'; readonly message: string }
  /** It waits for somebody: the run pauses, and what `resume` brings is its result. */
  | { readonly kind: 'pause'; readonly reason: string }
  /** It took longer than it may; for answers that only play their time. */
  | { readonly kind: 'timeout' };

/** What runs a tool. Lives in memory only; nothing that is stored can become one (R2.10, R5.09). */
export type ToolBinding = (call: ToolCall) => Promise<ToolAnswer>;
