/** Remembers what texts counted, for about so many characters of them; what was not asked for longest is forgotten first. */
export class CountMemory {
  readonly #characters: number;
  #young = new Map<string, number>();
  #old: ReadonlyMap<string, number> = new Map();
  #size = 0;

  constructor(characters: number) {
    this.#characters = characters;
  }

  count(text: string, counted: (text: string) => number): number {
    const young = this.#young.get(text);
    if (young !== undefined) return young;
    const count = this.#old.get(text) ?? counted(text);
    if (this.#size > this.#characters / 2) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#size = 0;
    }
    // A copy: a part of a long text would keep the whole of it in memory.
    this.#young.set(Buffer.from(text).toString(), count);
    this.#size += text.length;
    return count;
  }
}
