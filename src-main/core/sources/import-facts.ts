import { join } from 'node:path';
import { z } from 'zod';
import { lastImportSchema } from '#shared/domain/live-source.ts';
import { withLock } from '../db/workspace-lock.ts';
import type { Files } from '../files/files.ts';
import { serialQueue } from '../serial-queue.ts';

const factSchema = lastImportSchema.extend({
  /** The server said after this import that its list changed. */
  stale: z.boolean().default(false),
});
export type ImportFact = z.infer<typeof factSchema>;

const factsSchema = z.record(z.string(), factSchema);
type Facts = Readonly<Record<string, ImportFact>>;

/**
 * When each live source was last imported and what its server said of itself. They are in the cache folder: `pegboard.yaml`
 * stays as it is when an import finds nothing new. A file that cannot be read counts as none. Errors of every change:
 * `folder_read_only`, `disk_full`, `database_busy` where another process holds the lock for ten seconds.
 */
export class ImportFacts {
  readonly #files: Files;
  readonly #inTurn = serialQueue();

  constructor(files: Files) {
    this.#files = files;
  }

  async read(cacheDir: string): Promise<Facts> {
    const path = factsPath(cacheDir);
    if (!(await this.#files.exists(path))) return {};
    try {
      return factsSchema.parse(JSON.parse(await this.#files.readText(path)));
    } catch {
      return {};
    }
  }

  note(cacheDir: string, name: string, fact: ImportFact): Promise<void> {
    return this.#change(cacheDir, (facts) => ({ ...facts, [name]: fact }));
  }

  forget(cacheDir: string, name: string): Promise<void> {
    return this.#change(cacheDir, ({ [name]: _, ...others }) => others);
  }

  rename(cacheDir: string, { from, to }: { from: string; to: string }): Promise<void> {
    return this.#change(cacheDir, ({ [from]: fact, ...others }) => (fact ? { ...others, [to]: fact } : others));
  }

  /** Whether its server said that its list changed. A source whose import is not noted has nothing to be stale. */
  markStale(cacheDir: string, name: string, stale: boolean): Promise<void> {
    return this.#change(cacheDir, (facts) => {
      const fact = facts[name];
      return fact ? { ...facts, [name]: { ...fact, stale } } : facts;
    });
  }

  /** One change after the other, of all processes, each on what the file says then. */
  #change(cacheDir: string, change: (facts: Facts) => Facts): Promise<void> {
    const changed = async () => {
      const before = await this.read(cacheDir);
      const [was, text] = [before, change(before)].map((facts) => `${JSON.stringify(facts, null, 2)}\n`);
      return text === was ? undefined : text;
    };
    return this.#inTurn(async () => {
      // A change made the folder; where it is gone again, the workspace is gone as well.
      if ((await changed()) === undefined || !(await this.#files.isDirectory(cacheDir))) return;
      await withLock(join(cacheDir, 'sources-lock.db'), async () => {
        const text = await changed();
        if (text !== undefined) await this.#files.writeAll([{ path: factsPath(cacheDir), text }]);
      });
    });
  }
}

function factsPath(cacheDir: string): string {
  return join(cacheDir, 'sources.json');
}
