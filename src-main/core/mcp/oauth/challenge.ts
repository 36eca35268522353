import { discoverAuthorizationServerMetadata, extractWWWAuthenticateParams } from '@modelcontextprotocol/client';
import { oauthFetch } from './oauth-fetch.ts';

/** What a refusal says about signing in. */
export interface OAuthChallenge {
  /** Where the server describes how it is protected. */
  readonly resourceMetadataUrl: URL | undefined;
  readonly scope: string | undefined;
  /** The user is signed in, but for too little. */
  readonly insufficient: boolean;
}

/** The OAuth part of a `WWW-Authenticate` header. */
export function readChallenge(header: string | null): OAuthChallenge {
  const response = new Response(null, header === null ? {} : { headers: { 'www-authenticate': header } });
  const { resourceMetadataUrl, scope, error } = extractWWWAuthenticateParams(response);
  return { resourceMetadataUrl, scope, insufficient: error === 'insufficient_scope' };
}

/**
 * Whether a server that refused us offers to sign in: its refusal names its metadata, or, as the protocol of 2025-03-26 has
 * it, an authorization server is found at its own origin.
 */
export async function offersOAuth(
  url: URL,
  { status, challenge }: { readonly status: 401 | 403; readonly challenge: string | null },
  { fetch, signal }: { readonly fetch: typeof globalThis.fetch; readonly signal: AbortSignal | undefined },
): Promise<boolean> {
  const { resourceMetadataUrl, insufficient } = readChallenge(challenge);
  if (status === 403) return insufficient;
  if (resourceMetadataUrl) return true;
  try {
    const fetchFn = oauthFetch(fetch, signal);
    return (await discoverAuthorizationServerMetadata(url.origin, { fetchFn })) !== undefined;
  } catch {
    return false;
  }
}
