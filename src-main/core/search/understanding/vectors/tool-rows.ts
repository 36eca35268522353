/**
 * The words of some tools by their rows in a table of word vectors: all that the vectors of these tools are made of. Typed arrays, which may
 * cross to another thread.
 */
export interface ToolRows {
  readonly tools: number;
  /** How many fields a tool has. */
  readonly fields: number;
  /** The known words of every field of every tool, one after the other. */
  readonly rows: Int32Array;
  /** Where the words of each field begin in `rows`, field by field and tool by tool, and at the end where the last ones end. */
  readonly starts: Int32Array;
}

/** Takes in the rows of tools, one field after the other. */
export class ToolRowGatherer {
  readonly #fields: number;
  readonly #rows: number[] = [];
  readonly #starts: number[] = [0];

  constructor(fields: number) {
    this.#fields = fields;
  }

  /** Adds the words of the next field; negative rows are words without a vector. Returns how many have one. */
  addField(rows: Iterable<number>): number {
    const before = this.#rows.length;
    for (const row of rows) if (row >= 0) this.#rows.push(row);
    this.#starts.push(this.#rows.length);
    return this.#rows.length - before;
  }

  gathered(): ToolRows {
    return {
      tools: (this.#starts.length - 1) / this.#fields,
      fields: this.#fields,
      rows: Int32Array.from(this.#rows),
      starts: Int32Array.from(this.#starts),
    };
  }
}
