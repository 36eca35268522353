import { ORPCError } from '@orpc/client';
import { cancelled } from '#rpc/cancellable-stream.ts';
import { errorValueSchema, fromErrorValue, isPegboardError, PegboardError, toErrorValue } from '#shared/errors.ts';

/**
 * Any failure of a client call as a PegboardError, the same over every transport.
 *
 * Pass the signal the call was made with: the transports end an aborted call with different errors, so it alone says that
 * the call was `cancelled`. A connection that closed under the call is `disconnected`; what is left is `internal`.
 */
export function asPegboardError(error: unknown, signal?: AbortSignal): PegboardError {
  if (isPegboardError(error)) return error;
  if (error instanceof ORPCError && error.code === 'PEGBOARD') {
    const value = errorValueSchema.safeParse(error.data);
    if (value.success) return fromErrorValue(value.data);
  }
  if (signal?.aborted) return cancelled();
  if (isUnknownProcedure(error)) {
    return new PegboardError('unknown_procedure', 'This Pegboard does not know the call.', {
      hint: 'Screen and backend come from different versions: reload, or restart Pegboard.',
    });
  }
  if (isDisconnected(error)) return new PegboardError('disconnected', 'The connection to Pegboard was lost.');
  return fromErrorValue(toErrorValue(error));
}

/** A router client of oRPC's own answers with a TypeError; ours and those over a wire with NOT_FOUND. */
function isUnknownProcedure(error: unknown): boolean {
  if (error instanceof ORPCError) return error.code === 'NOT_FOUND';
  return error instanceof TypeError && /is not a function|properties of undefined/.test(error.message);
}

/** oRPC's links: calls under way when a connection closes end in AbortError, later ones in a plain Error. */
function isDisconnected(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || error.message.includes('WebSocket is not open'));
}
