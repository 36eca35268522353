import { createHash } from 'node:crypto';
import { z } from 'zod';
import { UserFile } from '../db/user-file.ts';
import type { Files } from '../files/files.ts';
import type { Logger } from '../logger.ts';
import type { Secret } from './masker.ts';

/** The result of a sign-in, with what is needed to use and renew it. */
export const signInSchema = z.object({
  tokens: z.looseObject({
    access_token: z.string(),
    token_type: z.string(),
    refresh_token: z.string().optional(),
    scope: z.string().optional(),
  }),
  /** As the authorization server registered us. */
  client: z.looseObject({ client_id: z.string(), client_secret: z.string().optional() }),
  authorization_server: z.string(),
  /** How that server describes itself; null when it does not. */
  metadata: z.record(z.string(), z.unknown()).nullable(),
  /** The server that the tokens are for, as it names itself. */
  resource: z.string().nullable(),
});
export type SignIn = z.infer<typeof signInSchema>;

const entrySchema = z.object({
  /** Hash of the server's address, which may hold secrets itself. */
  key: z.string(),
  /** The address as `pegboard.yaml` writes it, for people. */
  server: z.string(),
  signed_in_at: z.string(),
  /** `keychain`: `sign_in` is a text that only the system's keychain can open. */
  kept_in: z.enum(['keychain', 'file']),
  sign_in: z.union([z.string(), signInSchema]),
});
type Entry = Readonly<z.infer<typeof entrySchema>>;
const fileSchema = z.object({ sign_ins: z.array(entrySchema) });

/** Encrypts with a key that the system keeps for this user. */
export interface SecretBox {
  seal(text: string): string;
  /** Throws for a text that another user or computer sealed. */
  open(sealed: string): string;
}

export interface SignInStoreOptions {
  readonly userDataDir: string;
  readonly files: Files;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Without one, tokens are in the file as they are. */
  readonly box: SecretBox | undefined;
}

/**
 * OAuth tokens by server, in a file of the user's own (mode 0600) outside every workspace. It remembers every token that
 * passed through it, so that whatever a server says can be masked.
 */
export class SignInStore {
  readonly #options: SignInStoreOptions;
  readonly #file: UserFile<{ readonly sign_ins: readonly Entry[] }>;
  readonly #hidden = new Set<string>();
  readonly #renewals = new Map<string, Promise<boolean>>();

  constructor(options: SignInStoreOptions) {
    this.#options = options;
    this.#file = new UserFile({
      ...options,
      name: 'oauth-tokens',
      schema: fileSchema,
      empty: { sign_ins: [] },
      unreadable: 'The stored sign-ins cannot be read; each server asks again.',
    });
  }

  /** The sign-in at a server; undefined when there is none, or none that can be opened here. */
  async get(url: URL): Promise<SignIn | undefined> {
    const entry = (await this.#file.read()).sign_ins.find(({ key }) => key === keyOf(url));
    const signIn = entry && this.#open(entry);
    if (signIn) this.#remember(signIn);
    return signIn;
  }

  /** Where the sign-in at each of these servers is kept; null where there is none. */
  async keptIn(urls: readonly URL[]): Promise<readonly ('keychain' | 'file' | null)[]> {
    const entries = new Map((await this.#file.read()).sign_ins.map((entry) => [entry.key, entry]));
    return urls.map((url) => {
      const entry = entries.get(keyOf(url));
      return entry && this.#open(entry) ? entry.kept_in : null;
    });
  }

  /** Keeps a sign-in; `server` names it for people. Errors: as `UserFile.change`. */
  put(url: URL, server: string, signIn: SignIn): Promise<void> {
    this.#remember(signIn);
    const entry = this.#entryOf(url, server, signIn);
    return this.#change((entries) => [...entries.filter(({ key }) => key !== entry.key), entry]);
  }

  /** New tokens for a sign-in that is there; one that was forgotten meanwhile stays forgotten. */
  renew(url: URL, signIn: SignIn): Promise<void> {
    this.#remember(signIn);
    return this.#change((entries) => {
      const before = entries.find(({ key }) => key === keyOf(url));
      if (!before) return null;
      return [...entries.filter((entry) => entry !== before), this.#entryOf(url, before.server, signIn)];
    });
  }

  /** Runs a renewal of a sign-in, or joins the one under way: a refresh token may be used only once. */
  renewOnce(url: URL, renewal: () => Promise<boolean>): Promise<boolean> {
    const key = keyOf(url);
    const running =
      this.#renewals.get(key) ??
      renewal().finally(() => {
        this.#renewals.delete(key);
      });
    this.#renewals.set(key, running);
    return running;
  }

  /** Forgets a sign-in; whether there was one. */
  async forget(url: URL): Promise<boolean> {
    const key = keyOf(url);
    let wasThere = false;
    await this.#change((entries) => {
      wasThere = entries.some((entry) => entry.key === key);
      return wasThere ? entries.filter((entry) => entry.key !== key) : null;
    });
    return wasThere;
  }

  /** Something that must never be seen, such as a code that was just given. */
  hide(value: string): void {
    this.#hidden.add(value);
  }

  /** Every token that was seen since Pegboard was started. */
  secrets(): readonly Secret[] {
    return [...this.#hidden].map((value) => ({ name: null, value }));
  }

  #remember({ tokens, client }: SignIn): void {
    for (const value of [tokens.access_token, tokens.refresh_token, tokens.id_token, client.client_secret])
      if (typeof value === 'string') this.#hidden.add(value);
  }

  #entryOf(url: URL, server: string, signIn: SignIn): Entry {
    const { box, now } = this.#options;
    return {
      key: keyOf(url),
      server,
      signed_in_at: new Date(now()).toISOString(),
      kept_in: box ? 'keychain' : 'file',
      sign_in: box ? box.seal(JSON.stringify(signIn)) : signIn,
    };
  }

  #open({ sign_in, kept_in }: Entry): SignIn | undefined {
    if (typeof sign_in !== 'string') return sign_in;
    if (kept_in !== 'keychain' || !this.#options.box) return undefined;
    try {
      return signInSchema.parse(JSON.parse(this.#options.box.open(sign_in)));
    } catch {
      // Sealed by another user, or on another computer: the user signs in again.
      return undefined;
    }
  }

  /** `null` leaves the file. */
  #change(change: (entries: readonly Entry[]) => readonly Entry[] | null): Promise<void> {
    return this.#file.change(({ sign_ins }) => {
      const changed = change(sign_ins);
      return changed && { sign_ins: changed };
    });
  }
}

function keyOf(url: URL): string {
  const bare = new URL(url);
  bare.username = '';
  bare.password = '';
  bare.hash = '';
  return createHash('sha256').update(bare.href).digest('hex');
}
