import type { Resumption } from '#shared/domain/trace.ts';

/** What the model read after a step, counted from 1: its own observation or, where it paused, what the resume brought; else null. */
export function observationAfter(
  observation: string | null,
  step: number,
  resumptions: readonly Pick<Resumption, 'step' | 'observation'>[] = [],
): string | null {
  const resumed = resumptions.find((one) => one.step === step && one.observation !== null);
  return observation ?? resumed?.observation ?? null;
}
