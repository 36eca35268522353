import { join } from 'node:path';
import { z } from 'zod';
import type { Files } from '../files/files.ts';
import { readWhenChanged } from '../files/read-when-changed.ts';
import type { Logger } from '../logger.ts';
import { serialQueue } from '../serial-queue.ts';
import type { Secret } from './masker.ts';
import type { SecretBox } from './sign-in-store.ts';

const entrySchema = z.object({
  /** Folder of the workspace, without links. */
  workspace: z.string(),
  name: z.string(),
  kept_at: z.string(),
  /** `keychain`: `value` is a text that only the system's keychain can open. */
  kept_in: z.enum(['keychain', 'file']),
  value: z.string(),
});
type Entry = z.infer<typeof entrySchema>;
const fileSchema = z.object({ values: z.array(entrySchema) });

/** A kept value without the value. */
export interface KeptEntry {
  readonly name: string;
  readonly kept_in: 'keychain' | 'file';
  /** ISO 8601. */
  readonly kept_at: string;
  /** Off: it was sealed by a keychain that is not at hand. */
  readonly readable: boolean;
}

export interface KeptValuesOptions {
  readonly userDataDir: string;
  readonly files: Files;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Without one, values are in the file as they are. */
  readonly box: SecretBox | undefined;
}

/**
 * Values of variables that the user keeps for a workspace, in a file of the user's own (mode 0600) outside every workspace. It
 * remembers every value that passed through it, so that whatever a server says can be masked.
 */
export class KeptValues {
  readonly #path: string;
  readonly #options: KeptValuesOptions;
  readonly #seen = new Map<string, Secret>();
  readonly #inTurn = serialQueue();
  /** Undefined for a file that cannot be read. */
  readonly #seenEntries: () => Promise<readonly Entry[] | undefined>;

  constructor(options: KeptValuesOptions) {
    this.#path = join(options.userDataDir, 'variables.json');
    this.#options = options;
    this.#seenEntries = readWhenChanged(this.#path, () => this.#parsed());
  }

  /** The values of a workspace that can be read, by variable. */
  async of(root: string): Promise<Readonly<Record<string, string>>> {
    const values: Record<string, string> = {};
    for (const entry of await this.#entries(root)) {
      const value = this.#open(entry);
      if (value === undefined) continue;
      values[entry.name] = value;
      this.#remember(entry.name, value);
    }
    return values;
  }

  /** What is kept for a workspace, by name. */
  async list(root: string): Promise<readonly KeptEntry[]> {
    const entries = await this.#entries(root);
    return entries
      .map((entry) => ({
        name: entry.name,
        kept_in: entry.kept_in,
        kept_at: entry.kept_at,
        readable: this.#open(entry) !== undefined,
      }))
      .sort((a, b) => a.name.localeCompare(b.name));
  }

  /** Keeps values, instead of those of the same names. Errors: `folder_read_only`, `disk_full`. */
  async put(root: string, values: Readonly<Record<string, string>>): Promise<void> {
    const { box, now } = this.#options;
    const kept_at = new Date(now()).toISOString();
    const added = Object.entries(values).map(([name, value]) => {
      this.#remember(name, value);
      return { name, kept_at, kept_in: box ? 'keychain' : 'file', value: box ? box.seal(value) : value } as const;
    });
    await this.#change(root, (entries, workspace) => [
      ...entries.filter((entry) => entry.workspace !== workspace || !Object.hasOwn(values, entry.name)),
      ...added.map((entry) => ({ workspace, ...entry })),
    ]);
  }

  /** Forgets values; the names of those that were there. Errors: `folder_read_only`, `disk_full`. */
  async forget(root: string, names: readonly string[]): Promise<readonly string[]> {
    let there: readonly string[] = [];
    await this.#change(root, (entries, workspace) => {
      const isMeant = (entry: Entry) => entry.workspace === workspace && names.includes(entry.name);
      there = entries.filter(isMeant).map(({ name }) => name);
      return there.length > 0 ? entries.filter((entry) => !isMeant(entry)) : null;
    });
    return there;
  }

  /** Every value that was seen since Pegboard was started. */
  secrets(): readonly Secret[] {
    return [...this.#seen.values()];
  }

  #remember(name: string, value: string): void {
    this.#seen.set(JSON.stringify([name, value]), { name, value });
  }

  #open({ kept_in, value }: Entry): string | undefined {
    if (kept_in === 'file') return value;
    try {
      return this.#options.box?.open(value);
    } catch {
      // Sealed by another user, or on another computer: the user gives it again.
      return undefined;
    }
  }

  async #entries(root: string): Promise<readonly Entry[]> {
    const entries = await this.#read();
    if (entries.length === 0) return [];
    const workspace = await this.#options.files.realPath(root);
    return entries.filter((entry) => entry.workspace === workspace);
  }

  /** Changes come in the order in which they were asked for: each looks for its folder when it is its turn. `null` leaves the file. */
  #change(
    root: string,
    change: (entries: readonly Entry[], workspace: string) => readonly Entry[] | null,
  ): Promise<void> {
    return this.#inTurn(async () => {
      const { files } = this.#options;
      const workspace = await files.realPath(root);
      const before = await this.#parsed();
      const values = change(before ?? [], workspace);
      if (!values) return;
      // What cannot be read may still be mended by hand.
      if (before === undefined) await files.moveAside(this.#path, `${this.#path}.damaged`);
      await files.writeAll([{ path: this.#path, text: `${JSON.stringify({ values }, null, 2)}\n`, mode: 0o600 }]);
    });
  }

  async #read(): Promise<readonly Entry[]> {
    return (await this.#inTurn(this.#seenEntries)) ?? [];
  }

  /** Undefined for a file that cannot be read. */
  async #parsed(): Promise<readonly Entry[] | undefined> {
    const { files, logger } = this.#options;
    if (!(await files.exists(this.#path))) return [];
    try {
      return fileSchema.parse(JSON.parse(await files.readText(this.#path))).values;
    } catch {
      // Not the error itself: it may quote the file.
      logger.warn('The kept values cannot be read; each source needs its variables again.', { path: this.#path });
      return undefined;
    }
  }
}
