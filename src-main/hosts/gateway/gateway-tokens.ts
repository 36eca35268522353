import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { chmod, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { withLock } from '#core/db/workspace-lock.ts';
import type { Files } from '#core/files/files.ts';
import { makeFolders } from '#core/files/make-folders.ts';
import { readWhenChanged } from '#core/files/read-when-changed.ts';
import type { Logger } from '#core/logger.ts';

const entrySchema = z.object({
  /** Hash of the folder's real path. */
  workspace: z.string(),
  /** Null: the default token, which serves every persona. */
  persona: z.string().nullable(),
  token: z.string(),
  made_at: z.string(),
});
type Entry = z.infer<typeof entrySchema>;
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
  readonly #path: string;
  readonly #options: GatewayTokensOptions;
  /** Asked at each request. */
  readonly #read: () => Promise<readonly Entry[]>;

  constructor(options: GatewayTokensOptions) {
    this.#path = join(options.userDataDir, 'gateway-tokens.json');
    this.#options = options;
    this.#read = readWhenChanged(this.#path, async () => (await this.#parsed()) ?? []);
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
    const there = (await this.#read()).find(isMeant);
    if (there) return { token: there.token, isNew: false };
    return this.#inTurn(async (entries) => {
      // Another process may have made it meanwhile.
      const other = entries.find(isMeant);
      if (other) return { token: other.token, isNew: false };
      return { token: await this.#put(entries, { key, persona }), isNew: true };
    });
  }

  /** Makes a new token in place of the old one, which opens nothing from the next request on. Errors: as `tokenFor`. */
  async resetToken(workspace: string, persona: string | null): Promise<string> {
    const key = await this.#keyOf(workspace);
    return this.#inTurn((entries) =>
      this.#put(
        entries.filter((entry) => entry.workspace !== key || entry.persona !== persona),
        { key, persona },
      ),
    );
  }

  /** Returns the persona of a token in this workspace, or null; takes the same time for every wrong token. */
  async reader(workspace: string): Promise<(given: string) => Promise<TokenHolder | null>> {
    const key = await this.#keyOf(workspace);
    return async (given) => {
      const digest = digestOf(given);
      let holder: TokenHolder | null = null;
      for (const entry of await this.#read()) {
        const isSame = timingSafeEqual(digestOf(entry.token), digest);
        if (isSame && entry.workspace === key) holder = { persona: entry.persona, id: digest.toString('hex') };
      }
      return holder;
    };
  }

  async #put(
    others: readonly Entry[],
    { key, persona }: { readonly key: string; readonly persona: string | null },
  ): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    const made_at = new Date(this.#options.now()).toISOString();
    const text = `${JSON.stringify({ tokens: [...others, { workspace: key, persona, token, made_at }] }, null, 2)}\n`;
    await this.#options.files.writeAll([{ path: this.#path, text, mode: 0o600 }]);
    return token;
  }

  async #inTurn<Result>(change: (entries: readonly Entry[]) => Promise<Result>): Promise<Result> {
    await makeFolders(this.#options.userDataDir);
    return withLock(join(this.#options.userDataDir, 'gateway-tokens-lock.db'), async () => {
      const entries = await this.#parsed();
      // What cannot be read may still be mended by hand.
      if (entries === null) await this.#options.files.moveAside(this.#path, `${this.#path}.damaged`);
      return change(entries ?? []);
    });
  }

  /** Null for a file that cannot be read. */
  async #parsed(): Promise<readonly Entry[] | null> {
    const { files, logger } = this.#options;
    if (!(await files.exists(this.#path))) return [];
    try {
      const { tokens } = fileSchema.parse(JSON.parse(await files.readText(this.#path)));
      await this.#close();
      return tokens;
    } catch {
      // Not the error itself: it may quote the file.
      logger.warn('The tokens of the gateway cannot be read; no host is served until a new one is made.', {
        path: this.#path,
      });
      return null;
    }
  }

  /** Takes the file away from others, if a backup or a person opened it to them. */
  async #close(): Promise<void> {
    const { mode } = await stat(this.#path);
    if (process.platform === 'win32' || (mode & 0o077) === 0) return;
    await chmod(this.#path, 0o600);
    this.#options.logger.warn(
      'Other users could read the tokens of the gateway. Reset them if there are other users.',
      {
        path: this.#path,
      },
    );
  }

  async #keyOf(workspace: string): Promise<string> {
    return digestOf(await this.#options.files.realPath(workspace)).toString('hex');
  }
}

/** Digests have one length, which timingSafeEqual asks for. */
function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
