import { PegboardError } from '#shared/errors.ts';

/** Throws `cancelled` once the signal is aborted: long work calls it between steps. */
export function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new PegboardError('cancelled', 'The work was cancelled; nothing was changed.');
}
