import {
  type AuthorizationServerMetadata,
  auth,
  computeScopeUnion,
  exchangeAuthorization,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
} from '@modelcontextprotocol/client';
import { z } from 'zod';
import { PegboardError } from '#shared/errors.ts';
import { throwIfCancelled } from '../../cancellation.ts';
import type { SignIn } from '../../secrets/sign-in-store.ts';
import { type OAuthChallenge, readChallenge } from './challenge.ts';
import { isSafeForCredentials, oauthFetch } from './oauth-fetch.ts';

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
    const challenge = await askForChallenge(url, fetchFn);
    const scope = computeScopeUnion(challenge.scope, options.scope);
    const flow = new Flow(listener.url, state, options);
    await auth(flow, {
      serverUrl: url,
      fetchFn,
      ...(scope !== undefined && { scope }),
      ...(challenge.resourceMetadataUrl && { resourceMetadataUrl: challenge.resourceMetadataUrl }),
    });
    const answer = await unlessAborted(listener.received, signal);
    return await flow.finish(answer, fetchFn);
  } catch (error) {
    throwIfCancelled(options.signal);
    throw signInFailed(url, over.aborted ? nobodyCame(timeoutMs) : error);
  } finally {
    await listener.close();
  }
}

/** What the SDK's flow needs to keep between its two halves. */
class Flow implements OAuthClientProvider {
  readonly redirectUrl: string;
  readonly #state: string;
  readonly #options: Pick<SignInOptions, 'onAuthorize' | 'hide'>;
  #client: StoredOAuthClientInformation | undefined;
  #verifier = '';
  #discovery: OAuthDiscoveryState | undefined;
  #resource: string | undefined;

  constructor(redirectUrl: string, state: string, options: Pick<SignInOptions, 'onAuthorize' | 'hide'>) {
    this.redirectUrl = redirectUrl;
    this.#state = state;
    this.#options = options;
  }

  get clientMetadata(): OAuthClientMetadata {
    return {
      client_name: 'Pegboard',
      redirect_uris: [this.redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      application_type: 'native',
    };
  }

  state(): string {
    return this.#state;
  }

  clientInformation(): StoredOAuthClientInformation | undefined {
    return this.#client;
  }

  saveClientInformation(client: StoredOAuthClientInformation): void {
    if (client.client_secret !== undefined) this.#options.hide(client.client_secret);
    this.#client = client;
  }

  /** None: whoever signs in gets new ones. */
  tokens(): undefined {
    return undefined;
  }

  saveTokens(): void {
    throw new Error('Tokens come from `finish` only.');
  }

  redirectToAuthorization(url: URL): void {
    if (!isSafeForCredentials(url)) {
      throw new PegboardError('sign_in_failed', `The sign-in page does not use https: ${url.origin}`, {
        hint: 'Report it to the operators of the server; your password would travel unencrypted.',
      });
    }
    this.#options.onAuthorize(url.href);
  }

  saveCodeVerifier(verifier: string): void {
    this.#options.hide(verifier);
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    return this.#verifier;
  }

  saveResourceUrl(url: string): void {
    this.#resource = url;
  }

  saveDiscoveryState(discovery: OAuthDiscoveryState): void {
    this.#discovery = discovery;
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#discovery;
  }

  /** Takes the code for tokens. */
  async finish(answer: URLSearchParams, fetchFn: ReturnType<typeof oauthFetch>): Promise<SignIn> {
    const [discovery, client] = [this.#discovery, this.#client];
    if (!discovery || !client) throw new Error('The flow was not begun.');
    const metadata = discovery.authorizationServerMetadata;
    const code = answer.get('code');
    const iss = answer.get('iss') ?? undefined;
    if (code === null) throw refused(answer);
    this.#options.hide(code);
    const tokens = await exchangeAuthorization(discovery.authorizationServerUrl, {
      ...(metadata && { metadata }),
      clientInformation: client,
      authorizationCode: code,
      ...(iss !== undefined && { iss }),
      codeVerifier: this.#verifier,
      redirectUri: this.redirectUrl,
      ...(this.#resource !== undefined && { resource: this.#resource }),
      fetchFn,
    });
    return {
      tokens,
      client: { ...client },
      authorization_server: String(discovery.authorizationServerUrl),
      metadata: metadata ? plain(metadata) : null,
      resource: this.#resource ?? null,
    };
  }
}

function plain(metadata: AuthorizationServerMetadata): Record<string, unknown> {
  return JSON.parse(JSON.stringify(metadata)) as Record<string, unknown>;
}

/** Asks the server without credentials, since its refusal says where to sign in. One that does not refuse says nothing. */
async function askForChallenge(url: URL, fetchFn: ReturnType<typeof oauthFetch>): Promise<OAuthChallenge> {
  const response = await fetchFn(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
    redirect: 'manual',
  });
  return readChallenge(response.headers.get('www-authenticate'));
}

/** The authorization server sent the user back without a code. Its words are not shown: anybody could have written them. */
function refused(answer: URLSearchParams): PegboardError {
  const denied = answer.get('error') === 'access_denied';
  return new PegboardError(
    'sign_in_failed',
    denied ? 'Signing in was refused in the browser.' : 'The authorization server ended the sign-in with an error.',
    {
      hint: denied
        ? 'Sign in again if that was a mistake.'
        : 'Sign in again; if that fails too, use a token: --header.',
    },
  );
}

function nobodyCame(timeoutMs: number): PegboardError {
  return new PegboardError('sign_in_failed', `The sign-in was not completed within ${timeoutMs / 1000} s.`, {
    hint: 'Sign in again; the page must be opened in a browser on this computer.',
    data: { timeout_ms: timeoutMs },
  });
}

function signInFailed(url: URL, error: unknown): PegboardError {
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
