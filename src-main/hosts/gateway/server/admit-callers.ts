import { CallerIdentity } from '#core/gateway/credentials/caller-identity.ts';
import { hashOfToken, type StoredTokens } from '#core/gateway/store/stored-tokens.ts';
import type { GatewayServerSettings, OauthSettings } from '#shared/domain/gateway-server.ts';
import type { Admit, Caller, Refusal } from '../door.ts';
import { AccessTokens, type CheckedToken } from './access-tokens.ts';
import { fittingRules } from './persona-rules.ts';

/** What is known of a bearer token: whose it is, and the personas that it may be served as, the first by default. */
export type KnownToken =
  | {
      readonly kind: 'holder';
      /** Name of a token, or `oauth` and the subject. */
      readonly name: string;
      readonly identity: CallerIdentity;
      readonly personas: readonly { readonly persona: string | null; readonly why: string }[];
      /** Whether it may read the state of the server. */
      readonly isAdmin: boolean;
    }
  | Exclude<CheckedToken, { kind: 'valid' }>;

export interface AdmitOptions {
  /** The settings as they are now. */
  readonly settings: () => Promise<GatewayServerSettings>;
  /** Tokens that the processes of the server share. */
  readonly stored?: StoredTokens | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

interface AdmitCallersOptions extends Pick<AdmitOptions, 'settings'> {
  readonly known: TokenReader;
  /** Names of the personas that can be served. */
  readonly personas: () => readonly string[];
}

/** Says who a token is. */
export type TokenReader = (token: string) => Promise<KnownToken>;

/** Makes what says who a token is. Two settings never share keys. */
export function tokenReader({ settings, stored, now }: AdmitOptions): TokenReader {
  let checker: { readonly key: string; readonly tokens: AccessTokens } | undefined;
  return async (token) => {
    const { tokens, oauth, public_url, admin } = await settings();
    // A hash needs no comparison in constant time: what a caller could learn of it makes no token.
    const hash = hashOfToken(token);
    const given = tokens.find((one) => one.hash === hash);
    if (given) {
      const { name, persona, expires_at } = given;
      if (expires_at !== undefined && Date.parse(expires_at) <= now())
        return { kind: 'wrong', why: `the token of ${name} stopped working at ${expires_at}` };
      const isAdmin = admin?.tokens.includes(name) ?? false;
      return {
        kind: 'holder',
        ...holderNamed(name),
        isAdmin,
        personas: [{ persona, why: `tokens has it as ${name}` }],
      };
    }
    const kept = stored?.find(token) ?? 'unknown';
    if (kept === 'unavailable') return { kind: 'unavailable', why: 'The store of the gateway does not answer.' };
    if (kept !== 'unknown') {
      const { name, persona, expires_at: end } = kept;
      if (end !== null && end <= now())
        return { kind: 'wrong', why: `the token of ${name} stopped working at ${new Date(end).toISOString()}` };
      // A name of the file means no token of the store: who may make tokens there chooses their names.
      const isAdmin = admin?.store_tokens.includes(name) ?? false;
      return {
        kind: 'holder',
        ...holderNamed(name),
        isAdmin,
        personas: [{ persona, why: `the store has it as ${name}` }],
      };
    }
    if (!oauth)
      return { kind: 'wrong', why: stored ? 'neither tokens nor the store has it' : 'tokens does not have it' };
    const key = JSON.stringify([oauth, public_url]);
    if (checker?.key !== key) checker = { key, tokens: new AccessTokens(oauth, public_url) };
    const checked = await checker.tokens.check(token);
    if (checked.kind !== 'valid') return checked;
    const { subject, claims } = checked;
    const identity = new CallerIdentity(`oauth:${oauth.issuer} ${subject}`, subject, token);
    const isAdmin = isAdminBy(admin, claims);
    return { kind: 'holder', name: `oauth:${subject}`, identity, personas: fittingPersonas(oauth, claims), isAdmin };
  };
}

function holderNamed(name: string): { readonly name: string; readonly identity: CallerIdentity } {
  return { name, identity: new CallerIdentity(`token:${name}`, name, null) };
}

/** Whether the claims of an access token give the right to read the state of the server. */
export function isAdminBy(admin: GatewayServerSettings['admin'], claims: Readonly<Record<string, unknown>>): boolean {
  return fittingRules(admin?.claims ?? [], claims).length > 0;
}

/** The personas that the claims of an access token may be served as, each with the rule that says so. */
export function fittingPersonas(
  oauth: OauthSettings | undefined,
  claims: Readonly<Record<string, unknown>>,
): Extract<KnownToken, { kind: 'holder' }>['personas'] {
  return fittingRules(oauth?.personas ?? [], claims).map(({ index, rule }) => ({
    persona: rule.persona,
    why: `oauth.personas[${index}]: ${rule.claim} has ${rule.value}`,
  }));
}

/** Why a token opens nothing; null stands for a missing token. */
export function tokenRefusal(
  found: Exclude<KnownToken, { kind: 'holder' }> | null,
  { public_url, oauth }: Pick<GatewayServerSettings, 'public_url' | 'oauth'>,
): Refusal {
  const challenge = (more = '') => ({
    'www-authenticate': `Bearer${oauth ? ` resource_metadata="${public_url}/.well-known/oauth-protected-resource/mcp"` : ''}${more}`,
  });
  if (found === null) return { status: 401, reason: 'Send `Authorization: Bearer <token>`.', headers: challenge() };
  if (found.kind === 'unavailable') {
    const reason = 'Your token cannot be checked now. Try again in some seconds.';
    return { status: 503, reason, headers: { 'retry-after': '5' } };
  }
  const comma = oauth ? ',' : '';
  if (found.kind === 'wrong')
    return { status: 401, reason: 'The token is not valid.', headers: challenge(`${comma} error="invalid_token"`) };
  const scope = found.missing.join(' ');
  const headers = challenge(`${comma} error="insufficient_scope", scope="${scope}"`);
  return { status: 403, reason: `The token lacks the scope ${scope}.`, headers };
}

/**
 * Lets in who has a token, as the persona of the address where the token may have it, else as the first that it may have. A
 * persona that does not exist and one of somebody else get the same answer.
 */
export function admitCallers({ known, settings, personas }: AdmitCallersOptions): Admit {
  return async (token, asked) => {
    const found = token === '' ? null : await known(token);
    return found?.kind === 'holder' ? callerOf(found, asked, personas()) : tokenRefusal(found, await settings());
  };
}

function callerOf(
  { name, identity, personas }: Extract<KnownToken, { kind: 'holder' }>,
  asked: string | null,
  there: readonly string[],
): Caller | Refusal {
  const chosen = asked === null ? personas[0] : personas.find(({ persona }) => persona === asked);
  const exists = chosen !== undefined && (chosen.persona === null || there.includes(chosen.persona));
  if (!exists) return { status: 403, reason: 'This token serves no persona at this address.' };
  return { persona: chosen.persona, holder: name, identity };
}
