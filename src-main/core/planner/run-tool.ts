import type { ToolAnswer, ToolBinding, ToolCall } from './tool-binding.ts';

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

/** What anything that was thrown says. */
export function messageOf(error: unknown): string {
  try {
    return error instanceof Error ? error.message : String(error);
  } catch {
    return 'The tool failed.';
  }
}
