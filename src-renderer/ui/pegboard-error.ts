import { ORPCError } from '@orpc/client';
import { errorValueSchema, fromErrorValue, isPegboardError, PegboardError } from '#shared/errors.ts';

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
      return new PegboardError('invalid_input', 'The backend did not accept what the screen sent.', { cause: error });
    }
  }
  return new PegboardError('internal', 'Something went wrong inside Pegboard.', {
    hint: 'Try again. If it happens again, please report it with what you did.',
    cause: error,
  });
}
