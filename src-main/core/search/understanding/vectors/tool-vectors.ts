import { makeToolVectors, VectorMaker } from './make-tool-vectors.ts';
import { ToolRowGatherer, type ToolRows } from './tool-rows.ts';
import { bestDotProduct, type VectorTable, vectorTable } from './vector-table.ts';
import type { WordVectors } from './word-vectors.ts';

/** The vectors of some tools, by their ids. */
export interface ToolVectors {
  readonly words: WordVectors;
  /** False while they are made, and when the model knows less than half of the words of the catalog, as in another language. */
  readonly areUsable: boolean;
  /** The best dot product of each tool with any of some vectors, by the tool's id; they hold until the next call. */
  dotProducts(vectors: readonly Int16Array[]): Int32Array;
  vectorOf(tool: number): Int16Array | undefined;
}

/** How many words a tool has, and how many of them have a vector. */
interface CountedWords {
  readonly known: number;
  readonly all: number;
}

/** Gathers what the vectors of tools are made from, one tool after the other. */
export class ToolVectorGatherer {
  readonly #words: WordVectors;
  /** What a word counts in each field. */
  readonly #weights: readonly number[];
  readonly #rowByForm: number[] = [];
  readonly #rows: ToolRowGatherer;
  readonly #counted: CountedWords[] = [];

  constructor(words: WordVectors, weights: readonly number[]) {
    this.#words = words;
    this.#weights = weights;
    this.#rows = new ToolRowGatherer(weights.length);
  }

  /** Takes in the next form. */
  addForm(word: string, stem: string): void {
    this.#rowByForm.push(this.#words.rowOf(word, stem));
  }

  /** Takes in the next tool: its forms by field. */
  addTool(fields: readonly Int32Array[]): void {
    let [known, all] = [0, 0];
    for (const forms of fields) {
      all += forms.length;
      known += this.#rows.addField(forms.map((form) => this.#rowByForm[form] as number));
    }
    this.#counted.push({ known, all });
  }

  gathered(): GatheredVectors {
    return new GatheredVectors(this.#words, {
      rows: this.#rows.gathered(),
      weights: this.#weights,
      counted: this.#counted,
    });
  }
}

/** What the vectors of tools are made from, and the vectors once they are made. */
export class GatheredVectors implements ToolVectors {
  readonly words: WordVectors;
  readonly counted: readonly CountedWords[];
  readonly weights: readonly number[];
  /** Null once the vectors are made. */
  #rows: ToolRows | null;
  readonly #areMostlyKnown: boolean;
  #table: VectorTable | null = null;

  constructor(
    words: WordVectors,
    gathered: {
      readonly rows: ToolRows;
      readonly weights: readonly number[];
      readonly counted: readonly CountedWords[];
    },
  ) {
    this.words = words;
    this.#rows = gathered.rows;
    this.weights = gathered.weights;
    this.counted = gathered.counted;
    this.#areMostlyKnown = areMostlyKnown(gathered.counted);
  }

  get areMade(): boolean {
    return this.#table !== null;
  }

  get areUsable(): boolean {
    return this.areMade && this.#areMostlyKnown;
  }

  /** What the vectors are made from. Error: they are made. */
  get rows(): ToolRows {
    if (!this.#rows) throw new Error('These vectors are made already.');
    return this.#rows;
  }

  /** Takes the vectors of all tools, one after the other. */
  take(vectors: Int16Array<ArrayBuffer>): void {
    this.#table = vectorTable(vectors, this.words.dimensions);
    this.#rows = null;
  }

  /** The vector of the only tool. */
  onlyVector(): Int16Array {
    return new VectorMaker(this.words, this.weights).vectorOf(this.rows.rows, this.rows.starts);
  }

  /** Error: they are not made yet. */
  dotProducts(vectors: readonly Int16Array[]): Int32Array {
    if (!this.#table) throw new Error('The vectors of these tools are not made yet.');
    return this.#table.dotProducts(vectors);
  }

  vectorOf(tool: number): Int16Array | undefined {
    return tool < this.counted.length ? this.#table?.vectorOf(tool) : undefined;
  }
}

/** Brings gathered vectors to the end: at once, or later while words answer. */
export type CompleteVectors = (vectors: GatheredVectors) => Promise<void>;

/** Makes the vectors in this thread, and gives way to other work between batches. */
export async function completeHere(vectors: GatheredVectors): Promise<void> {
  vectors.take((await makeToolVectors(vectors, vectors.words)).vectors);
}

function areMostlyKnown(tools: readonly CountedWords[]): boolean {
  let [known, all] = [0, 0];
  for (const tool of tools) {
    known += tool.known;
    all += tool.all;
  }
  return 2 * known >= all;
}

/** The same tools with one of them edited; asks the vectors that it is on. */
export class EditedToolVectors implements ToolVectors {
  readonly words: WordVectors;
  readonly areUsable: boolean;
  readonly #base: GatheredVectors;
  readonly #edited: number;
  readonly #vector: Int16Array;

  /** `tool` is what was gathered of the edited tool alone. */
  constructor(base: GatheredVectors, edited: number, tool: GatheredVectors) {
    this.words = base.words;
    this.areUsable = base.areMade && areMostlyKnown(base.counted.with(edited, tool.counted[0] as CountedWords));
    this.#base = base;
    this.#edited = edited;
    this.#vector = tool.onlyVector();
  }

  dotProducts(vectors: readonly Int16Array[]): Int32Array {
    const dots = this.#base.dotProducts(vectors);
    dots[this.#edited] = bestDotProduct(this.#vector, vectors);
    return dots;
  }

  vectorOf(tool: number): Int16Array | undefined {
    return tool === this.#edited ? this.#vector : this.#base.vectorOf(tool);
  }
}
