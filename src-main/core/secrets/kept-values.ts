import { z } from 'zod';
import { UserFile } from '../db/user-file.ts';
import type { Files } from '../files/files.ts';
import type { Logger } from '../logger.ts';
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
type Entry = Readonly<z.infer<typeof entrySchema>>;
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
  readonly #options: KeptValuesOptions;
  readonly #file: UserFile<{ readonly values: readonly Entry[] }>;
  readonly #seen = new Map<string, Secret>();

  constructor(options: KeptValuesOptions) {
    this.#options = options;
    this.#file = new UserFile({
      ...options,
      name: 'variables',
      schema: fileSchema,
      empty: { values: [] },
      unreadable: 'The kept values cannot be read; each source needs its variables again.',
    });
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

  /** Keeps values, instead of those of the same names. Errors: as `UserFile.change`. */
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

  /** Forgets values; the names of those that were there. Errors: as `UserFile.change`. */
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
    const { values } = await this.#file.read();
    if (values.length === 0) return [];
    const workspace = await this.#options.files.realPath(root);
    return values.filter((entry) => entry.workspace === workspace);
  }

  /** A change looks for its folder when it is its turn, so that none overtakes another. `null` leaves the file. */
  #change(
    root: string,
    change: (entries: readonly Entry[], workspace: string) => readonly Entry[] | null,
  ): Promise<void> {
    return this.#file.change(async ({ values }) => {
      const changed = change(values, await this.#options.files.realPath(root));
      return changed && { values: changed };
    });
  }
}
