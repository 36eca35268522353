import { ORPCError, ValidationError } from '@orpc/server';
import type { Logger } from '#core/logger.ts';
import { type ErrorValue, isPegboardError, PegboardError, toErrorValue } from '#shared/errors.ts';
import { cancelled } from './cancellable-stream.ts';

/** What a Standard Schema validator says of one place in the input. */
interface Issue {
  readonly message: string;
  readonly path?: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }> | undefined;
}

const namedInMessage = 5;

/**
 * `invalid_input` whose message names the offending fields and whose `data.issues` lists `{path, message}` of each
 * (R15.13). A path reads like code, `files[0].name`; the input as a whole has the empty path.
 */
function invalidInputError(issues: readonly Issue[]): PegboardError {
  const fields = issues.map((issue) => ({ path: formatPath(issue.path ?? []), message: issue.message }));
  const named = fields.slice(0, namedInMessage).map(({ path, message }) => `${path || 'the whole input'}: ${message}`);
  const more = fields.length > namedInMessage ? `; and ${fields.length - namedInMessage} more` : '';
  return new PegboardError('invalid_input', `Invalid input. ${named.join('; ')}${more}`, { data: { issues: fields } });
}

function formatPath(path: NonNullable<Issue['path']>): string {
  let text = '';
  for (const segment of path) {
    const key = typeof segment === 'object' ? segment.key : segment;
    if (typeof key === 'number') text += `[${key}]`;
    else text += text === '' ? String(key) : `.${String(key)}`;
  }
  return text;
}

interface FailedCall {
  /** Procedure as `catalog.list`. */
  readonly procedure: string;
  readonly signal: AbortSignal | undefined;
  readonly logger: Logger;
}

/**
 * What a caller may see of an error: the contract's one defined error `PEGBOARD`. Anything that is not a PegboardError
 * goes to the log and crosses as `internal` with a general text; it is not even the `cause`, which an in-process caller
 * could read.
 */
export function toWireError(error: unknown, call: FailedCall): ORPCError<'PEGBOARD', ErrorValue> {
  if (isWireError(error)) return error;
  const known = asKnownError(error, call);
  if (!known) call.logger.error('A call failed.', { procedure: call.procedure, ...describe(error) });
  const data = toErrorValue(known ?? error);
  return new ORPCError('PEGBOARD', { defined: true, status: 400, message: data.message, data });
}

function asKnownError(error: unknown, call: FailedCall): PegboardError | null {
  if (isPegboardError(error)) return error;
  if (isInvalidInput(error)) return invalidInputError(error.cause.issues);
  // An error that a service throws after it was told to stop is only the effect of stopping.
  return call.signal?.aborted ? cancelled() : null;
}

function isWireError(error: unknown): error is ORPCError<'PEGBOARD', ErrorValue> {
  return error instanceof ORPCError && error.code === 'PEGBOARD' && error.defined;
}

function isInvalidInput(error: unknown): error is { readonly cause: ValidationError } {
  return error instanceof ORPCError && error.code === 'BAD_REQUEST' && error.cause instanceof ValidationError;
}

/** For the log. Of an output that breaks the contract it names the fields, not their values. */
function describe(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: String(error) };
  const issues = error.cause instanceof ValidationError ? { issues: error.cause.issues } : {};
  return { error: error.stack ?? error.message, ...issues };
}
