import {
  type AuthorizationServerMetadata,
  auth,
  computeScopeUnion,
  discoverAuthorizationServerMetadata,
  exchangeAuthorization,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
} from '@modelcontextprotocol/client';
import { z } from 'zod';
import { PegboardError } from '#shared/errors.ts';
import type { SignIn } from '../../secrets/sign-in-store.ts';
import { type OAuthChallenge, readChallenge } from './challenge.ts';
import { isSafeForCredentials, type oauthFetch } from './oauth-fetch.ts';

/** What the first half of a sign-in leaves for the second: all of it is secret. */
export const begunSignInSchema = z.object({
  verifier: z.string(),
  client: z.looseObject({ client_id: z.string(), client_secret: z.string().optional() }),
  authorization_server: z.string(),
  resource: z.string().nullable(),
});
export type BegunSignIn = z.infer<typeof begunSignInSchema>;

/** A client that was registered by hand. */
export interface OwnClient {
  readonly client_id: string;
  readonly client_secret?: string | undefined;
}

export interface FlowOptions {
  /** The page for the user's own browser. */
  readonly onAuthorize: (url: string) => void;
  /** Told of everything that must never be seen. */
  readonly hide: (secret: string) => void;
  readonly client?: OwnClient | undefined;
}

/** What the SDK's flow needs to keep between its two halves. */
export class SignInFlow implements OAuthClientProvider {
  readonly redirectUrl: string;
  readonly #state: string;
  readonly #options: FlowOptions;
  #client: StoredOAuthClientInformation | undefined;
  #verifier = '';
  #discovery: OAuthDiscoveryState | undefined;
  #resource: string | undefined;

  constructor(redirectUrl: string, state: string, options: FlowOptions) {
    this.redirectUrl = redirectUrl;
    this.#state = state;
    this.#options = options;
    const { client } = options;
    if (client) {
      const { client_id, client_secret } = client;
      this.saveClientInformation(client_secret === undefined ? { client_id } : { client_id, client_secret });
    }
  }

  /** Finds out who protects a server, registers where nobody did it by hand, and calls `onAuthorize`. */
  async begin(url: URL, scope: string | undefined, fetchFn: ReturnType<typeof oauthFetch>): Promise<void> {
    const challenge = await askForChallenge(url, fetchFn);
    const scopes = computeScopeUnion(challenge.scope, scope);
    await auth(this, {
      serverUrl: url,
      fetchFn,
      ...(scopes !== undefined && { scope: scopes }),
      ...(challenge.resourceMetadataUrl && { resourceMetadataUrl: challenge.resourceMetadataUrl }),
    });
  }

  get clientMetadata(): OAuthClientMetadata {
    return {
      client_name: 'Pegboard',
      redirect_uris: [this.redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      application_type: this.redirectUrl.startsWith('https:') ? 'web' : 'native',
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

  /** What the second half needs. Error: `begin` was not called. */
  begun(): BegunSignIn {
    const [discovery, client] = [this.#discovery, this.#client];
    if (!discovery || !client) throw new Error('The flow was not begun.');
    return {
      verifier: this.#verifier,
      client: { ...client },
      authorization_server: String(discovery.authorizationServerUrl),
      resource: this.#resource ?? null,
    };
  }

  /** How the authorization server describes itself, as the first half read it. */
  metadata(): AuthorizationServerMetadata | undefined {
    return this.#discovery?.authorizationServerMetadata;
  }
}

interface FinishOptions {
  readonly redirectUrl: string;
  /** How the authorization server describes itself; asked for again when it is absent. */
  readonly metadata?: AuthorizationServerMetadata | undefined;
  readonly hide: (secret: string) => void;
  readonly fetchFn: ReturnType<typeof oauthFetch>;
}

/** Takes the code that came back for tokens. Errors: `sign_in_failed`, those of the SDK. */
export async function finishSignIn(
  { verifier, client, authorization_server, resource }: BegunSignIn,
  answer: URLSearchParams,
  { redirectUrl, metadata: known, hide, fetchFn }: FinishOptions,
): Promise<SignIn> {
  const metadata = known ?? (await discoverAuthorizationServerMetadata(authorization_server, { fetchFn }));
  const code = answer.get('code');
  const iss = answer.get('iss') ?? undefined;
  if (code === null) throw refused(answer);
  hide(code);
  const tokens = await exchangeAuthorization(authorization_server, {
    ...(metadata && { metadata }),
    clientInformation: client,
    authorizationCode: code,
    ...(iss !== undefined && { iss }),
    codeVerifier: verifier,
    redirectUri: redirectUrl,
    ...(resource !== null && { resource }),
    fetchFn,
  });
  return { tokens, client, authorization_server, metadata: metadata ? plain(metadata) : null, resource };
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
