import { z } from 'zod';
import { PegboardError } from '#shared/errors.ts';
import { throwIfCancelled } from '../../cancellation.ts';
import type { SignIn } from '../../secrets/sign-in-store.ts';
import { oauthFetch } from './oauth-fetch.ts';
import { finishSignIn, SignInFlow } from './sign-in-flow.ts';

/** Waits at an address of this computer for the browser to come back, once. */
export interface RedirectListener {
  readonly url: string;
  /** The parameters of a redirect that carries our state; one that does not is passed over. */
  readonly received: Promise<URLSearchParams>;
  close(): Promise<void>;
}
export type ListenForRedirect = (options: { readonly state: string }) => Promise<RedirectListener>;

export interface SignInOptions {
  readonly fetch: typeof fetch;
  readonly listen: ListenForRedirect;
  /** The scopes that a refused request lacked, besides those that the server always requires. */
  readonly scope: string | undefined;
  /** A text that nobody can guess. */
  readonly newState: () => string;
  /** The page for the user's own browser. */
  readonly onAuthorize: (url: string) => void;
  /** Told of everything that must never be seen. */
  readonly hide: (secret: string) => void;
  /** Milliseconds that the user has. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Signs the user in at a server: finds out who protects it, registers, sends the user there, and takes the code that comes
 * back for tokens (OAuth 2.1 with PKCE, the SDK's flow). Each sign-in registers again, since its redirect has a port of its
 * own. Errors: `sign_in_failed`, `cancelled`.
 */
export async function signInAt(url: URL, options: SignInOptions): Promise<SignIn> {
  const { fetch, listen, newState, timeoutMs } = options;
  const over = AbortSignal.timeout(timeoutMs);
  const signal = AbortSignal.any([options.signal, over]);
  const fetchFn = oauthFetch(fetch, signal);
  const state = newState();
  options.hide(state);
  const listener = await listen({ state });
  listener.received.catch(() => {});
  try {
    const flow = new SignInFlow(listener.url, state, options);
    await flow.begin(url, options.scope, fetchFn);
    const answer = await unlessAborted(listener.received, signal);
    const { hide } = options;
    return await finishSignIn(flow.begun(), answer, {
      redirectUrl: listener.url,
      metadata: flow.metadata(),
      hide,
      fetchFn,
    });
  } catch (error) {
    throwIfCancelled(options.signal);
    throw signInFailed(url, over.aborted ? nobodyCame(timeoutMs) : error);
  } finally {
    await listener.close();
  }
}

function nobodyCame(timeoutMs: number): PegboardError {
  return new PegboardError('sign_in_failed', `The sign-in was not completed within ${timeoutMs / 1000} s.`, {
    hint: 'Sign in again; the page must be opened in a browser on this computer.',
    data: { timeout_ms: timeoutMs },
  });
}

/** An error of the flow in our words. */
export function signInFailed(url: URL, error: unknown): PegboardError {
  if (error instanceof PegboardError) return error;
  const words = failureWords(error);
  const noRegistration = /dynamic client registration/i.test(words);
  return new PegboardError('sign_in_failed', `Signing in at ${url.host} failed: ${words}`, {
    hint: noRegistration
      ? 'This server lets only registered programs sign in. Make a token there and pass it: --header "Authorization: Bearer <token>".'
      : 'Try again, or pass a token: --header "Authorization: Bearer <token>".',
    cause: error,
  });
}

/** The error of a validation, by its form: the SDK may bring a zod of its own. */
const mistakesSchema = z.object({
  name: z.string().regex(/ZodError$/),
  issues: z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() })).min(1),
});

/** What went wrong, in one line. An answer in the wrong form is described by its fields. */
function failureWords(error: unknown): string {
  const { data } = mistakesSchema.safeParse(error);
  if (data) {
    const fields = data.issues.slice(0, 5).map(({ path, message }) => `${path.join('.') || 'the whole'}: ${message}`);
    return `an answer of the authorization server is not valid (${fields.join('; ')})`.slice(0, 300);
  }
  const words = error instanceof Error ? error.message : String(error);
  return (words.split('\n', 1)[0] ?? '').slice(0, 300);
}

function unlessAborted<Result>(promise: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
