import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { PegboardError } from '#shared/errors.ts';
import { withLock } from '../../db/workspace-lock.ts';
import type { Files } from '../../files/files.ts';
import { makeFolders } from '../../files/make-folders.ts';
import { readWhenChanged } from '../../files/read-when-changed.ts';
import {
  idOf,
  type NewSignIn,
  type SignInCount,
  type SignInPlace,
  type SignInRow,
  type SignInRows,
  type SignInUse,
} from './sign-in-rows.ts';

const entrySchema = z.object({
  caller: z.string(),
  source: z.string(),
  name: z.string(),
  sealed: z.string(),
  version: z.int(),
  signed_in_at: z.number(),
  last_used_at: z.number().nullable().default(null),
  claimed_until: z.number(),
});
type Entry = z.infer<typeof entrySchema>;
const fileSchema = z.object({ last_version: z.int(), sign_ins: z.array(entrySchema) });
type Content = z.infer<typeof fileSchema>;

export interface FileSignInsOptions {
  readonly userDataDir: string;
  /** Address of the gateway: each has a file of its own. */
  readonly publicUrl: string;
  readonly files: Files;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Sign-ins of callers in a file of the account that runs the server (mode 0600). Processes take turns. */
export class FileSignIns implements SignInRows {
  readonly path: string;
  readonly #options: FileSignInsOptions;
  readonly #content: () => Promise<Content>;

  constructor(options: FileSignInsOptions) {
    const id = createHash('sha256').update(options.publicUrl).digest('hex').slice(0, 12);
    this.path = join(options.userDataDir, `gateway-sign-ins-${id}.json`);
    this.#options = options;
    this.#content = readWhenChanged(this.path, () => this.#parsed());
  }

  async read(place: SignInPlace): Promise<SignInRow | null> {
    return (await this.#content()).sign_ins.find(isAt(place)) ?? null;
  }

  async put(row: NewSignIn): Promise<void> {
    await this.#change(({ last_version, sign_ins }) => {
      const others = sign_ins.filter((entry) => !isAt(row)(entry));
      const version = last_version + 1;
      return {
        last_version: version,
        sign_ins: [...others, { ...row, version, last_used_at: null, claimed_until: 0 }],
      };
    });
  }

  replace(place: SignInPlace, version: number, sealed: string): Promise<boolean> {
    return this.#changeOne(place, version, (entry, next) => ({ ...entry, sealed, version: next, claimed_until: 0 }));
  }

  claim(place: SignInPlace, version: number, forMs: number): Promise<boolean> {
    return this.#changeOne(place, version, (entry) => {
      const now = this.#options.now();
      return entry.claimed_until < now ? { ...entry, claimed_until: now + forMs } : null;
    });
  }

  async remove(place: SignInPlace, version?: number): Promise<boolean> {
    return this.#change(({ last_version, sign_ins }) => {
      const left = sign_ins.filter(
        (entry) => !isAt(place)(entry) || (version !== undefined && entry.version !== version),
      );
      return left.length < sign_ins.length ? { last_version, sign_ins: left } : null;
    });
  }

  async noteUses(uses: readonly SignInUse[]): Promise<void> {
    const used = new Map(uses.map((use) => [idOf(use), use.at]));
    await this.#change(({ last_version, sign_ins }) => {
      const all = sign_ins.map((entry) => {
        const at = used.get(idOf(entry)) ?? 0;
        return at > (entry.last_used_at ?? 0) ? { ...entry, last_used_at: at } : entry;
      });
      return all.some((entry, i) => entry !== sign_ins[i]) ? { last_version, sign_ins: all } : null;
    });
  }

  async list(): Promise<readonly SignInRow[]> {
    const { sign_ins } = await this.#content();
    return sign_ins.toSorted((a, b) => (a.caller + a.source < b.caller + b.source ? -1 : 1));
  }

  async counts(): Promise<readonly SignInCount[]> {
    const bySource = Map.groupBy((await this.#content()).sign_ins, ({ source }) => source);
    const counts = [...bySource].map(([source, { length: callers }]) => ({ source, callers }));
    return counts.sort((a, b) => b.callers - a.callers || (a.source < b.source ? -1 : 1));
  }

  #changeOne(
    place: SignInPlace,
    version: number,
    change: (entry: Entry, next: number) => Entry | null,
  ): Promise<boolean> {
    return this.#change(({ last_version, sign_ins }) => {
      const entry = sign_ins.find(isAt(place));
      const other = entry?.version === version ? change(entry, last_version + 1) : null;
      if (!entry || !other) return null;
      const all = sign_ins.map((one) => (one === entry ? other : one));
      return { last_version: Math.max(last_version, other.version), sign_ins: all };
    });
  }

  /** Whether it changed. Errors: `folder_read_only`, `disk_full`, `database_busy`, `store_unusable`. */
  async #change(change: (content: Content) => Content | null): Promise<boolean> {
    const { userDataDir, files } = this.#options;
    await makeFolders(userDataDir);
    return withLock(join(userDataDir, 'gateway-sign-ins-lock.db'), async () => {
      const changed = change(await this.#parsed());
      if (!changed) return false;
      await files.writeAll([{ path: this.path, text: `${JSON.stringify(changed, null, 2)}\n`, mode: 0o600 }]);
      return true;
    });
  }

  async #parsed(): Promise<Content> {
    const { files } = this.#options;
    if (!(await files.exists(this.path))) return { last_version: 0, sign_ins: [] };
    try {
      return fileSchema.parse(JSON.parse(await files.readText(this.path)));
    } catch {
      // Not the error itself: it may quote the file.
      throw new PegboardError('store_unusable', `${this.path} cannot be read.`, {
        hint: 'Move the file away. Each caller then has to sign in again.',
      });
    }
  }
}

function isAt({ caller, source }: SignInPlace): (entry: SignInPlace) => boolean {
  return (entry) => entry.caller === caller && entry.source === source;
}
