import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { type AuthorizationServerMetadata, OAuthError, refreshAuthorization } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { PegboardError } from '#shared/errors.ts';
import type { Logger } from '../../logger.ts';
import type { CallerCredential } from '../../mcp/caller-credential.ts';
import { oauthFetch } from '../../mcp/oauth/oauth-fetch.ts';
import { isFinal } from '../../mcp/oauth/server-authorization.ts';
import { type SignIn, signInSchema } from '../../secrets/sign-in-store.ts';
import type { CallerIdentity } from './caller-identity.ts';
import type { KeyRing } from './key-ring.ts';
import { openedFor, sealedFor } from './sealed-value.ts';
import type { SignInPlace, SignInRow, SignInRows } from './sign-in-rows.ts';

/** How long a sign-in is used as it was read, milliseconds: another process may remove it. */
const believedMs = 10_000;
/** So long before its end a token is renewed, milliseconds; for one of a short life, a tenth of it. */
const spareMs = 30_000;
/** How long one process alone may renew a token, and how often the others look, milliseconds. */
const [claimMs, lookMs] = [15_000, 100];
/** How long the address to sign in at works, milliseconds. */
const ticketMs = 15 * 60_000;
/** Sign-ins that a process remembers at most. */
const mostKnown = 5_000;

const sealedSchema = z.object({
  sign_in: signInSchema,
  /** When the access token was given, and when it ends; milliseconds since 1970. */
  at: z.number(),
  expires_at: z.number().nullable(),
});

/** A sign-in as it was read. */
interface Known {
  readonly version: number;
  readonly signIn: SignIn;
  readonly at: number;
  readonly expires_at: number | null;
  readonly readAt: number;
}

/** What an address to sign in at says: who signs in, and where. */
export const signInTicketSchema = z.object({ caller: z.string(), name: z.string(), source: z.string() });
export type SignInTicket = z.infer<typeof signInTicketSchema>;

export interface SignInsOptions {
  readonly rows: SignInRows;
  readonly keys: KeyRing;
  /** Address of the gateway, without `/mcp`. */
  readonly publicUrl: string;
  readonly fetch: typeof fetch;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** What callers signed in to: sealed where it lies, renewed once by whichever process is first. */
export class SignIns {
  readonly keys: KeyRing;
  readonly #options: SignInsOptions;
  readonly #known = new Map<string, Known>();
  readonly #renewals = new Map<string, Promise<Known | null>>();

  constructor(options: SignInsOptions) {
    this.keys = options.keys;
    this.#options = options;
  }

  credential(source: string, { key, name }: CallerIdentity): CallerCredential {
    const place = { caller: callerKey(key), source };
    const seen = new Set<string>();
    const hide = ({ tokens }: SignIn) => {
      for (const value of [tokens.access_token, tokens.refresh_token]) if (value !== undefined) seen.add(value);
      return tokens.access_token;
    };
    const required = () => this.#required({ ...place, name });
    return {
      owner: `sign-in:${createHash('sha256').update(JSON.stringify(place)).digest('hex')}`,
      token: async () => {
        const known = await this.#current(place);
        if (!known) throw required();
        return hide(known.signIn);
      },
      renewed: async (refused) => {
        const known = await this.#current(place);
        if (!known) throw required();
        if (known.signIn.tokens.access_token !== refused) return hide(known.signIn);
        const other = await this.#renew(place, known.version);
        if (!other) throw required();
        return hide(other.signIn);
      },
      refused: async () => required(),
      secrets: () => [...seen].map((value) => ({ name: null, value })),
    };
  }

  /** What a ticket says; null when it is not ours or over. */
  ticket(sealed: string): SignInTicket | null {
    return openedFor(this.keys, 'ticket', { sealed, schema: signInTicketSchema, now: this.#options.now() });
  }

  /** Keeps a sign-in of a caller. Errors: those of the rows. */
  async put({ caller, source, name }: SignInTicket, signIn: SignIn): Promise<void> {
    const signed_in_at = this.#options.now();
    await this.#options.rows.put({
      caller,
      source,
      name,
      sealed: this.#sealed({ caller, source }, signIn),
      signed_in_at,
    });
    this.#known.delete(idOf({ caller, source }));
  }

  /** Null where the caller is not signed in. Errors: `server_unreachable`. */
  async #current(place: SignInPlace): Promise<Known | null> {
    const { now } = this.#options;
    const id = idOf(place);
    const kept = this.#known.get(id);
    const known = kept && now() - kept.readAt < believedMs ? kept : await this.#read(place);
    if (!known || known.expires_at === null) return known;
    const spare = Math.min(spareMs, (known.expires_at - known.at) / 10);
    // Without a way to renew it the server says when it is over.
    const isOver = now() >= known.expires_at - spare && known.signIn.tokens.refresh_token !== undefined;
    return isOver ? this.#renew(place, known.version) : known;
  }

  async #read(place: SignInPlace): Promise<Known | null> {
    const row = await this.#options.rows.read(place).catch((error: unknown) => {
      this.#options.logger.warn('The sign-ins of callers cannot be read.', { error: String(error) });
      throw unreachable(place.source, 'the store of the gateway does not answer');
    });
    const known = row && this.#opened(row);
    if (!known) {
      this.#known.delete(idOf(place));
      return null;
    }
    this.#remember(place, known);
    return known.isOld && (await this.#sealAgain(place, known)) ? this.#read(place) : known;
  }

  #remember(place: SignInPlace, known: Known): void {
    const id = idOf(place);
    this.#known.delete(id);
    this.#known.set(id, known);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= mostKnown) break;
      this.#known.delete(oldest);
    }
  }

  /** A row that no key opens, or that is somebody else's, is as good as none. */
  #opened(row: SignInRow): (Known & { readonly isOld: boolean }) | null {
    const opened = this.keys.open(row.sealed, aboutRow(row));
    const { data } = sealedSchema.safeParse(opened && JSON.parse(opened.text));
    if (!opened || !data) {
      this.#options.logger.warn('A sign-in cannot be opened; its caller is asked again.', { source: row.source });
      return null;
    }
    const { sign_in: signIn, at, expires_at } = data;
    return { version: row.version, signIn, at, expires_at, readAt: this.#options.now(), isOld: opened.isOld };
  }

  /** Whether this process did it; when it does not work, the old key still opens it. */
  #sealAgain(place: SignInPlace, { version, signIn, at, expires_at }: Known): Promise<boolean> {
    const sealed = this.keys.seal(JSON.stringify({ sign_in: signIn, at, expires_at }), aboutRow(place));
    return this.#options.rows.replace(place, version, sealed).catch(() => false);
  }

  #sealed(place: SignInPlace, signIn: SignIn): string {
    const at = this.#options.now();
    const { expires_in } = signIn.tokens;
    const expires_at = typeof expires_in === 'number' ? at + expires_in * 1000 : null;
    return this.keys.seal(JSON.stringify({ sign_in: signIn, at, expires_at }), aboutRow(place));
  }

  /** Another token in place of that of a version: null when the caller must sign in again. Joins a renewal under way. */
  #renew(place: SignInPlace, version: number): Promise<Known | null> {
    const id = `${idOf(place)} ${version}`;
    const running = this.#renewals.get(id) ?? this.#renewOnce(place, version).finally(() => this.#renewals.delete(id));
    this.#renewals.set(id, running);
    return running;
  }

  async #renewOnce(place: SignInPlace, version: number): Promise<Known | null> {
    const { rows, now } = this.#options;
    const until = now() + 2 * claimMs;
    while (now() < until) {
      const known = await this.#read(place);
      if (!known || known.version !== version) return known;
      if (known.signIn.tokens.refresh_token === undefined) return null;
      if (await rows.claim(place, version, claimMs)) return this.#refresh(place, known);
      await setTimeout(lookMs);
    }
    throw unreachable(place.source, 'the sign-in cannot be renewed now');
  }

  async #refresh(place: SignInPlace, { version, signIn }: Known): Promise<Known | null> {
    const { rows, fetch } = this.#options;
    const { client, resource, metadata, authorization_server, tokens } = signIn;
    try {
      const renewed = await refreshAuthorization(authorization_server, {
        ...(metadata && { metadata: metadata as unknown as AuthorizationServerMetadata }),
        clientInformation: client,
        refreshToken: tokens.refresh_token ?? '',
        ...(resource !== null && { resource }),
        fetchFn: oauthFetch(fetch, undefined),
      });
      await rows.replace(place, version, this.#sealed(place, { ...signIn, tokens: { ...tokens, ...renewed } }));
      return await this.#read(place);
    } catch (error) {
      if (!(error instanceof OAuthError) || !isFinal(error.code)) {
        // What is sealed stays; the next version may be claimed at once.
        await rows.replace(place, version, this.#sealedAsIs(place, signIn)).catch(() => false);
        throw unreachable(place.source, 'its authorization server does not answer');
      }
      await rows.remove(place, version);
      return this.#read(place);
    }
  }

  #sealedAsIs(place: SignInPlace, signIn: SignIn): string {
    const known = this.#known.get(idOf(place));
    const [at, expires_at] = [known?.at ?? 0, known?.expires_at ?? null];
    return this.keys.seal(JSON.stringify({ sign_in: signIn, at, expires_at }), aboutRow(place));
  }

  #required(ticket: SignInTicket): PegboardError {
    const { publicUrl, now } = this.#options;
    const url = `${publicUrl}/sign-in?ticket=${sealedFor(this.keys, 'ticket', ticket, now() + ticketMs)}`;
    return new PegboardError(
      'authentication_required',
      `You are not signed in at "${ticket.source}". Open this address in your browser, sign in, then try again: ${url}`,
      { data: { source: ticket.source, caller: true, sign_in_url: url } },
    );
  }
}

function unreachable(source: string, why: string): PegboardError {
  return new PegboardError('server_unreachable', `Your sign-in at "${source}" cannot be used: ${why}.`, {
    data: { source },
  });
}

function idOf({ caller, source }: SignInPlace): string {
  return JSON.stringify([caller, source]);
}

/** What is sealed for one caller and source opens for no other. */
function aboutRow({ caller, source }: SignInPlace): string {
  return `sign-in ${idOf({ caller, source })}`;
}

/** A key of any length as one that a table takes. */
function callerKey(key: string): string {
  return key.length <= 300 ? key : `sha256:${createHash('sha256').update(key).digest('hex')}`;
}
