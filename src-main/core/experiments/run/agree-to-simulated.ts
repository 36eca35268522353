import { firstMatchingGlob } from '#shared/domain/glob.ts';
import type { Task } from '#shared/domain/task.ts';
import type { Trace } from '#shared/domain/trace.ts';

/**
 * How a trial goes on from a pause: it agrees to a call that needs approval, since the world is simulated and nothing real happens. Null, which ends the
 * trial, for a live tool, whose call would be real, and for a tool that waits for a result that nobody has.
 */
export function agreeToSimulated(
  { steps, resumptions }: Pick<Trace, 'steps' | 'resumptions'>,
  { live_tools }: Pick<Task, 'live_tools'>,
): { readonly approved: true } | null {
  const step = steps.at(-1);
  if (!step) return null;
  const outcome = resumptions?.findLast((one) => one.step === step.index)?.outcome ?? step.outcome;
  const tool = step.tool ?? step.action?.next_node ?? '';
  if (outcome !== 'awaits_approval' || firstMatchingGlob(live_tools, tool) !== undefined) return null;
  return { approved: true };
}
