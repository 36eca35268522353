/** How much of something is kept, and how long without a use. */
export interface Bounds {
  readonly most: number;
  readonly idleMs: number;
}

/** How many entries were let go: unused for too long, and one too many. */
export interface Released {
  readonly age: number;
  readonly number: number;
}

/** Values by key; keeps the most recently used ones (time on the injected clock). */
export class BoundedMap<Value> {
  readonly #bounds: Bounds;
  readonly #now: () => number;
  /** In the order of their last use. */
  readonly #entries = new Map<string, { readonly value: Value; readonly usedAt: number }>();

  constructor(bounds: Bounds, now: () => number) {
    this.#bounds = bounds;
    this.#now = now;
  }

  /** The value, which counts as a use; undefined once it is too old. */
  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (!entry || this.#isOld(entry)) return undefined;
    this.set(key, entry.value);
    return entry.value;
  }

  set(key: string, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, { value, usedAt: this.#now() });
  }

  delete(key: string): boolean {
    return this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }

  *entries(): Iterable<[string, Value]> {
    for (const [key, { value }] of this.#entries) yield [key, value];
  }

  /** Lets go of what is too old, then of what was used least lately. */
  release(): Released {
    let age = 0;
    let number = 0;
    for (const [key, entry] of this.#entries) {
      if (this.#isOld(entry)) age += Number(this.#entries.delete(key));
      else if (this.#entries.size > this.#bounds.most) number += Number(this.#entries.delete(key));
      else break;
    }
    return { age, number };
  }

  #isOld({ usedAt }: { readonly usedAt: number }): boolean {
    return this.#now() - usedAt > this.#bounds.idleMs;
  }
}
