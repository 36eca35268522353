import type { Trace } from '#shared/domain/trace.ts';

/**
 * How a trial goes on from a pause: it agrees to a call that needs approval. The answer of a world is simulated, so nothing real happens; a
 * live tool that somebody must confirm refuses the call by itself (`liveCalls`). Null, which ends the trial, for a tool that waits for a result
 * that nobody has.
 */
export function agreeToCalls({
  steps,
  resumptions,
}: Pick<Trace, 'steps' | 'resumptions'>): { readonly approved: true } | null {
  const step = steps.at(-1);
  if (!step) return null;
  const outcome = resumptions?.findLast((one) => one.step === step.index)?.outcome ?? step.outcome;
  return outcome === 'awaits_approval' ? { approved: true } : null;
}
