import type { AuthInfo, ServerContext } from '@modelcontextprotocol/server';

/** Who makes a request of a gateway server. */
export class CallerIdentity {
  /** No two callers have the same. */
  readonly key: string;
  /** For people. */
  readonly name: string;
  /** The access token that the caller proved itself with; null for any other kind of token. It leaves the gateway for a token exchange only. */
  readonly accessToken: string | null;

  constructor(key: string, name: string, accessToken: string | null) {
    this.key = key;
    this.name = name;
    this.accessToken = accessToken;
  }
}

/** What the SDK hands on with each request: the caller alone, and no token in the fields that others may read. */
export function authInfoOf(identity: CallerIdentity): AuthInfo {
  return { token: '', clientId: '', scopes: [], extra: { identity } };
}

/** Who made a request; null where callers have no credentials of their own. */
export function identityOf({ http }: ServerContext): CallerIdentity | null {
  const identity = http?.authInfo?.extra?.identity;
  return identity instanceof CallerIdentity ? identity : null;
}
