import { ORPCError } from '@orpc/client';
import { errorValueSchema, fromErrorValue, isPegboardError, PegboardError } from '#shared/errors.ts';
import { strings } from '../strings/ui.ts';

/**
 * Any failure of a call as a PegboardError: the one defined error `PEGBOARD` becomes what the backend threw, everything
 * else `internal`. Whether a call was cancelled is judged by its signal, never by this.
 */
export function toPegboardError(error: unknown): PegboardError {
  if (isPegboardError(error)) return error;
  if (error instanceof ORPCError) {
    const value = errorValueSchema.safeParse(error.data);
    if (error.code === 'PEGBOARD' && value.success) return fromErrorValue(value.data);
    if (error.code === 'BAD_REQUEST') {
      return new PegboardError('invalid_input', strings.pegboardError.pegboardRejectedRequest, { cause: error });
    }
  }
  return new PegboardError('internal', strings.pegboardError.somethingWentWrongInside, {
    hint: strings.pegboardError.tryAgainIf,
    cause: error,
  });
}
