/** Milliseconds without a change after which it is written, and that may pass at most while changes go on. */
const quietMs = 400;
const patienceMs = 1000;
const firstRetryMs = 1000;
const longestRetryMs = 30_000;

/** The dependencies of a journal; a test gives its own. */
export interface JournalWorld {
  now(): number;
  /** Calls back later; returns how to stop that. */
  later(work: () => void, ms: number): () => void;
  /** Told when writing begins to fail, and with null when it works again. */
  onTrouble(error: unknown): void;
}

/** A draft's two ends: how it is written, and how it is forgotten. */
export interface JournalTarget {
  put(text: string): Promise<unknown>;
  drop(): Promise<unknown>;
}

interface Entry {
  readonly target: JournalTarget;
  /** The text to keep; null to remove it. */
  wanted: string | null;
  /** The kept text; undefined when it is not known. */
  kept: string | null | undefined;
  isWriting: boolean;
  changedAt: number | null;
  failures: number;
  stop: () => void;
}

/**
 * Writes what is typed to drafts: within 0.4 s of the last change, at least once a second while changes go on, one call a draft at a
 * time, the newest text. So with a second for the disk, a crash loses nothing that is older than two.
 */
export class Journal {
  readonly #world: JournalWorld;
  readonly #entries = new Map<string, Entry>();
  #isTroubled = false;

  constructor(world: JournalWorld) {
    this.#world = world;
  }

  /** Notes the text of a draft; null forgets it at once. */
  note(key: string, target: JournalTarget, text: string | null): void {
    const entry = this.#entries.get(key) ?? this.#begin(key, target, text);
    if (entry.wanted === text && entry.kept !== undefined) return;
    entry.wanted = text;
    entry.changedAt ??= this.#world.now();
    if (text === null) {
      this.#write(key, entry);
      return;
    }
    const waited = this.#world.now() - entry.changedAt;
    this.#schedule(key, entry, Math.max(0, Math.min(quietMs, patienceMs - waited)));
  }

  /** Writes what waits, now: the window is about to go. */
  flush(): void {
    for (const [key, entry] of this.#entries) this.#write(key, entry);
  }

  #begin(key: string, target: JournalTarget, wanted: string | null): Entry {
    const entry: Entry = {
      target,
      wanted,
      kept: undefined,
      isWriting: false,
      changedAt: null,
      failures: 0,
      stop: () => undefined,
    };
    this.#entries.set(key, entry);
    return entry;
  }

  #schedule(key: string, entry: Entry, ms: number): void {
    entry.stop();
    entry.stop = this.#world.later(() => this.#write(key, entry), ms);
  }

  #write(key: string, entry: Entry): void {
    entry.stop();
    if (entry.isWriting || entry.wanted === entry.kept) return;
    const { wanted, target } = entry;
    entry.isWriting = true;
    entry.changedAt = null;
    (wanted === null ? target.drop() : target.put(wanted)).then(
      () => this.#wrote(key, entry, wanted),
      (error: unknown) => this.#failed(key, entry, error),
    );
  }

  #wrote(key: string, entry: Entry, written: string | null): void {
    entry.isWriting = false;
    entry.kept = written;
    entry.failures = 0;
    if (this.#isTroubled) {
      this.#isTroubled = false;
      this.#world.onTrouble(null);
    }
    if (entry.wanted !== written) this.#write(key, entry);
    else if (written === null) this.#entries.delete(key);
  }

  #failed(key: string, entry: Entry, error: unknown): void {
    entry.isWriting = false;
    entry.kept = undefined;
    this.#schedule(key, entry, Math.min(firstRetryMs * 2 ** entry.failures++, longestRetryMs));
    if (this.#isTroubled) return;
    this.#isTroubled = true;
    this.#world.onTrouble(error);
  }
}
