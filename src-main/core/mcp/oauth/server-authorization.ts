import {
  type AuthorizationServerMetadata,
  type AuthProvider,
  OAuthError,
  OAuthErrorCode,
  refreshAuthorization,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import type { SignIn, SignInStore } from '../../secrets/sign-in-store.ts';
import { oauthFetch } from './oauth-fetch.ts';

export interface ServerAuthorizationOptions {
  readonly store: SignInStore;
  readonly fetch: typeof fetch;
}

/**
 * The stored sign-in at a server, for its transport: the token of each request, and a silent renewal when it is refused. A
 * renewal that is refused too forgets the tokens, so that the user is asked to sign in again.
 */
export function serverAuthorization(url: URL, { store, fetch }: ServerAuthorizationOptions): AuthProvider {
  let sent: string | undefined;
  return {
    async token() {
      sent = (await store.get(url))?.tokens.access_token;
      return sent;
    },
    async onUnauthorized() {
      const refused = sent;
      const signIn = await store.get(url);
      if (!signIn) throw new UnauthorizedError();
      // Another request, or another Pegboard, renewed it meanwhile.
      if (signIn.tokens.access_token !== refused) return;
      const renewed = await store.renewOnce(url, () => renew(url, signIn, { store, fetch }));
      if (!renewed) throw new UnauthorizedError();
    },
  };
}

/** Whether there is a new token. */
async function renew(url: URL, signIn: SignIn, { store, fetch }: ServerAuthorizationOptions): Promise<boolean> {
  const refreshToken = signIn.tokens.refresh_token;
  if (refreshToken === undefined) return false;
  try {
    const tokens = await refreshAuthorization(signIn.authorization_server, {
      ...(signIn.metadata && { metadata: signIn.metadata as unknown as AuthorizationServerMetadata }),
      clientInformation: signIn.client,
      refreshToken,
      ...(signIn.resource !== null && { resource: signIn.resource }),
      fetchFn: oauthFetch(fetch, undefined),
    });
    await store.renew(url, { ...signIn, tokens: { ...signIn.tokens, ...tokens } });
    return true;
  } catch (error) {
    const now = await store.get(url);
    if (now && now.tokens.refresh_token !== refreshToken) return true;
    // A server that cannot be reached says nothing about the token.
    if (error instanceof OAuthError && isFinal(error.code)) await store.forget(url);
    return false;
  }
}

/** Whether an authorization server says that a refresh token works no more. */
export function isFinal(code: string): boolean {
  const final: readonly string[] = [
    OAuthErrorCode.InvalidGrant,
    OAuthErrorCode.InvalidClient,
    OAuthErrorCode.UnauthorizedClient,
  ];
  return final.includes(code);
}
