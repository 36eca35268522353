import { APICallError } from 'ai';
import { PegboardError } from '#shared/errors.ts';

/** Longest text of a service that an error repeats, characters. */
const maximumText = 500;

/** Whether the same request may succeed later. A reply that breaks off is no APICallError: part of it was told already. */
export function isRetryable(error: unknown): boolean {
  if (!APICallError.isInstance(error)) return false;
  const { statusCode } = error;
  return statusCode === undefined ? error.isRetryable : statusCode === 429 || statusCode >= 500;
}

/** How long the service asks to wait, milliseconds; undefined when it does not say. */
export function retryAfterMs(error: unknown): number | undefined {
  if (!APICallError.isInstance(error)) return undefined;
  const seconds = Number(error.responseHeaders?.['retry-after']);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
}

/** The failure in our words. What the service says is repeated without the key. Errors: `authentication_required`, `model_failed`. */
export function liveFailure(error: unknown, key: string | null): PegboardError {
  const said = key === null ? messageOf(error) : messageOf(error).replaceAll(key, '[key]');
  const text = said.length > maximumText ? `${said.slice(0, maximumText)}…` : said;
  const status = APICallError.isInstance(error) ? error.statusCode : undefined;
  if (status === 401 || status === 403) {
    return new PegboardError('authentication_required', `The model's service refused the key (${status}).`, {
      hint: 'Check the variable that holds it, and what the key may do.',
      data: { status },
    });
  }
  const where = status === undefined ? '' : ` (${status})`;
  return new PegboardError('model_failed', `The model's service failed${where}: ${text}`, {
    hint: status === undefined ? 'Is the service running, and its address right?' : 'Try again later.',
    ...(status === undefined ? {} : { data: { status } }),
  });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
