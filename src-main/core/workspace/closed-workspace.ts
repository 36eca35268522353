import { PegboardError } from '#shared/errors.ts';

/** A workspace whose files changed was closed: whoever still works on it must start again on its successor. */
export function throwIfClosed(closed: boolean): void {
  if (closed) throw new PegboardError('cancelled', 'The workspace was closed or read again meanwhile.');
}
