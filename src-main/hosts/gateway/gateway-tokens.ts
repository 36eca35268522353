import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { UserFile } from '#core/db/user-file.ts';
import type { Files } from '#core/files/files.ts';
import type { Logger } from '#core/logger.ts';

const entrySchema = z.object({
  /** Hash of the folder's real path. */
  workspace: z.string(),
  /** Null: the default token, which serves every persona. */
  persona: z.string().nullable(),
  token: z.string(),
  made_at: z.string(),
});
type Entry = Readonly<z.infer<typeof entrySchema>>;
const fileSchema = z.object({ tokens: z.array(entrySchema) });

/** The persona of a token. */
export interface TokenHolder {
  /** Null: the default token. */
  readonly persona: string | null;
  /** Hash of the token: tells holders apart and opens nothing. */
  readonly id: string;
}

export interface GatewayTokensOptions {
  readonly userDataDir: string;
  readonly files: Files;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * The bearer tokens of the gateway, in a file of the user's own (mode 0600) outside every workspace. A workspace has one default
 * token, and one for each persona that somebody asked one for. Processes take turns, and each sees what another one changed.
 */
export class GatewayTokens {
  readonly #options: GatewayTokensOptions;
  /** Asked at each request. */
  readonly #file: UserFile<{ readonly tokens: readonly Entry[] }>;

  constructor(options: GatewayTokensOptions) {
    this.#options = options;
    this.#file = new UserFile({
      ...options,
      name: 'gateway-tokens',
      schema: fileSchema,
      empty: { tokens: [] },
      unreadable: 'The tokens of the gateway cannot be read; no host is served until a new one is made.',
      opened: 'Other users could read the tokens of the gateway. Reset them if there are other users.',
    });
  }

  /**
   * The token of a persona, or the default one (null): 32 random bytes as base64url. `isNew` is true when it was made by this call;
   * only then may it be shown. Errors: `folder_read_only`, `disk_full`, `database_busy`.
   */
  async tokenFor(
    workspace: string,
    persona: string | null,
  ): Promise<{ readonly token: string; readonly isNew: boolean }> {
    const key = await this.#keyOf(workspace);
    const isMeant = (entry: Entry) => entry.workspace === key && entry.persona === persona;
    const there = (await this.#file.read()).tokens.find(isMeant);
    if (there) return { token: there.token, isNew: false };
    const made = this.#newEntry(key, persona);
    let kept = made;
    await this.#file.change(({ tokens }) => {
      // Another process may have made it meanwhile.
      kept = tokens.find(isMeant) ?? made;
      return kept === made ? { tokens: [...tokens, made] } : null;
    });
    return { token: kept.token, isNew: kept === made };
  }

  /** Makes a new token in place of the old one, which opens nothing from the next request on. Errors: as `tokenFor`. */
  async resetToken(workspace: string, persona: string | null): Promise<string> {
    const key = await this.#keyOf(workspace);
    const made = this.#newEntry(key, persona);
    await this.#file.change(({ tokens }) => ({
      tokens: [...tokens.filter((entry) => entry.workspace !== key || entry.persona !== persona), made],
    }));
    return made.token;
  }

  /** Returns the persona of a token in this workspace, or null; takes the same time for every wrong token. */
  async reader(workspace: string): Promise<(given: string) => Promise<TokenHolder | null>> {
    const key = await this.#keyOf(workspace);
    return async (given) => {
      const digest = digestOf(given);
      let holder: TokenHolder | null = null;
      for (const entry of (await this.#file.read()).tokens) {
        const isSame = timingSafeEqual(digestOf(entry.token), digest);
        if (isSame && entry.workspace === key) holder = { persona: entry.persona, id: digest.toString('hex') };
      }
      return holder;
    };
  }

  #newEntry(workspace: string, persona: string | null): Entry {
    const token = randomBytes(32).toString('base64url');
    return { workspace, persona, token, made_at: new Date(this.#options.now()).toISOString() };
  }

  async #keyOf(workspace: string): Promise<string> {
    return digestOf(await this.#options.files.realPath(workspace)).toString('hex');
  }
}

/** Digests have one length, which timingSafeEqual asks for. */
function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
