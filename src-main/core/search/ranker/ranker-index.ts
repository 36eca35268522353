import type { UnderstandingConfig } from '#shared/domain/config.ts';
import type { ByRankerField, RankerParameters } from '#shared/domain/ranker-explanation.ts';
import type { GatheredVectors, ToolVectors } from '../understanding/vectors/tool-vectors.ts';
import type { Form, GatheredWords, IndexedTool } from './gather-words.ts';
import { MatchMemory } from './match-memory.ts';
import { NameIdfs } from './name-idfs.ts';
import { pairKey } from './pairs.ts';
import { type AllPostings, fieldStrength, fillPostings, lowerBound, type Postings, saturatedIn } from './postings.ts';
import type { Stems } from './stem.ts';
import type { Thesaurus } from './thesaurus.ts';
import type { Tokenizer } from './tokens.ts';

/**
 * The words of a set of tools, in memory. Who asks must be allowed to see all of them: counts and lengths are of exactly
 * these tools (decision 002).
 */
export class RankerIndex {
  readonly parameters: RankerParameters;
  /** The buffers in which `rankTools` adds up scores; nothing else uses them. */
  readonly scratch: RankScratch;
  /** What words of queries match. */
  readonly matches = new MatchMemory();
  /** How many there are. */
  readonly namespaces: number;
  readonly thesaurus: Thesaurus;
  readonly understanding: UnderstandingConfig;
  /** What the tools mean; null where meaning is switched off. */
  readonly vectors: GatheredVectors | null;
  readonly tokenizer: Tokenizer;
  readonly stems: Stems;
  readonly tools: readonly IndexedTool[];
  readonly byName: ReadonlyMap<string, number>;
  /** −1 for a tool without a namespace. */
  readonly namespaceByTool: Int32Array;
  /** Mean number of words of a field, over the tools that have the field. */
  readonly averageLengths: ByRankerField;
  readonly #forms: readonly Form[];
  readonly #formByWord: ReadonlyMap<string, number>;
  readonly #stemByText: ReadonlyMap<string, number>;
  readonly #stemTexts: readonly string[];
  readonly #stemForms: ReadonlyMap<number, readonly number[]>;
  readonly #postings: AllPostings;
  readonly #idfs: Float64Array;
  readonly #names: NameIdfs;
  readonly #frequencies: Int32Array;
  readonly #pairs: ReadonlyMap<number, readonly number[]>;
  #sortedWords: readonly string[] | undefined;
  #byShape: ReadonlyMap<string, readonly number[]> | undefined;

  constructor(words: GatheredWords) {
    this.parameters = words.parameters;
    this.scratch = newScratch(words.tools.length);
    this.namespaces = words.namespaces;
    this.thesaurus = words.thesaurus;
    this.understanding = words.understanding;
    this.vectors = words.vectors;
    this.tokenizer = words.tokenizer;
    this.stems = words.stems;
    this.tools = words.tools;
    this.byName = new Map(words.tools.map((tool, i) => [tool.name, i]));
    this.namespaceByTool = Int32Array.from(words.tools, (tool) => tool.namespace);
    this.averageLengths = words.averageLengths;
    this.#forms = words.forms;
    this.#formByWord = words.formByWord;
    this.#stemByText = words.stemByText;
    this.#stemTexts = [...words.stemByText.keys()];
    this.#stemForms = Map.groupBy(words.forms.keys(), (form) => words.forms[form]?.stem ?? -1);
    this.#pairs = words.pairs;
    const { postings, frequencies } = fillPostings(words);
    this.#postings = postings;
    this.#frequencies = frequencies;
    this.#idfs = Float64Array.from(frequencies, (n) => this.idfOf(n));
    const names = words.tools.map(({ nameStems }) => nameStems);
    this.#names = new NameIdfs(names, (stem) => this.stemIdf(stem));
  }

  get size(): number {
    return this.tools.length;
  }

  /** ln(1 + (N − n + .5) / (n + .5)): never negative. */
  idfOf(tools: number): number {
    return Math.log(1 + (this.size - tools + 0.5) / (tools + 0.5));
  }

  formOf(word: string): number | undefined {
    return this.#formByWord.get(word);
  }

  /** Id of a stem, or undefined when no tool has a word of it. */
  stemOf(stem: string): number | undefined {
    return this.#stemByText.get(stem);
  }

  stemText(stem: number): string {
    return this.#stemTexts[stem] ?? '';
  }

  formsOfStem(stem: number): readonly number[] {
    return this.#stemForms.get(stem) ?? [];
  }

  wordOf(form: number): string {
    return this.#forms[form]?.word ?? '';
  }

  postings(form: number): Postings {
    const { tools, saturated, nameBits, starts } = this.#postings;
    return { tools, saturated, nameBits, start: starts[form] as number, end: starts[form + 1] as number };
  }

  /** How strongly a tool has a word: its saturated frequency; 0 when it has not. */
  saturatedIn(form: number, tool: number): number {
    return saturatedIn(this.postings(form), tool);
  }

  /** What one occurrence in a field of a tool counts before saturation. */
  fieldStrength(field: number, tool: number): number {
    return fieldStrength(this, field, this.tools[tool]?.forms[field]?.length ?? 0);
  }

  namespaceOf(tool: number): number {
    return this.namespaceByTool[tool] ?? -1;
  }

  nameStemsOf(tool: number): readonly number[] {
    return this.tools[tool]?.nameStems ?? [];
  }

  /** Share of a tool's name that a query has; `bits` are the places of its words in `nameStemsOf`. */
  nameCoverage(tool: number, bits: number): number {
    return this.#names.coverage(tool, bits);
  }

  /** How rare the words of a stem are, all its forms together. */
  stemIdf(stem: number): number {
    return this.#idfs[stem] ?? 0;
  }

  idfOfForm(form: number): number {
    return this.stemIdf(this.stemOfForm(form));
  }

  stemOfForm(form: number): number {
    return this.#forms[form]?.stem ?? -1;
  }

  /** How many forms and stems there are: their numbers are below. */
  get counts(): { readonly forms: number; readonly stems: number } {
    return { forms: this.#forms.length, stems: this.#stemTexts.length };
  }

  /** The idf of a stem; a stem that no tool has gets the idf of a word in no tool. */
  idfOfStem(stem: string): number {
    const known = this.stemOf(stem);
    return known === undefined ? this.idfOf(0) : this.stemIdf(known);
  }

  /** Tools that have any form of the stem. */
  stemFrequency(stem: string): number {
    return this.#frequencies[this.stemOf(stem) ?? -1] ?? 0;
  }

  /** Tools in which two stems are side by side in name, namespace, title or first sentence, ascending. */
  toolsWithPair(first: string, second: string): readonly number[] {
    const [a, b] = [this.stemOf(first), this.stemOf(second)];
    return a === undefined || b === undefined ? [] : (this.#pairs.get(pairKey(a, b)) ?? []);
  }

  /** Forms that start with a text, other than the text itself. */
  formsWithPrefix(prefix: string, most: number): number[] {
    this.#sortedWords ??= this.#singleWords()
      .map((form) => this.wordOf(form))
      .sort();
    const words = this.#sortedWords;
    const found: number[] = [];
    for (let at = lowerBound(words, prefix, 0, words.length); at < words.length && found.length < most; at++) {
      const word = words[at] ?? '';
      if (!word.startsWith(prefix)) break;
      const form = this.#formByWord.get(word);
      if (word !== prefix && form !== undefined) found.push(form);
    }
    return found;
  }

  /** All forms but the phrases of the thesaurus. */
  #singleWords(): number[] {
    return [...this.#forms.keys()].filter((form) => !this.wordOf(form).includes(' '));
  }

  /** Forms that begin with the same letter and have nearly the same length: those an edit may lead to. */
  formsLike(word: string): readonly number[] {
    this.#byShape ??= Map.groupBy(this.#singleWords(), (form) => shapeOf(this.wordOf(form)));
    const length = [...word].length;
    return [length - 1, length, length + 1].flatMap(
      (near) => this.#byShape?.get(`${word.codePointAt(0)}:${near}`) ?? [],
    );
  }
}

/** What a search reads of an index: a `RankerIndex`, or one with a tool edited. */
export type SearchedIndex = Omit<Pick<RankerIndex, keyof RankerIndex>, 'vectors'> & {
  readonly vectors: ToolVectors | null;
};

/** Words of one first letter and one length. */
export function shapeOf(word: string): string {
  return `${word.codePointAt(0)}:${[...word].length}`;
}

/** Arrays that rankings of one index work in, one after the other, so that a search makes no garbage. */
interface RankScratch {
  /** By tool's id, and all 0 between two rankings. */
  readonly sums: Float64Array;
  readonly covered: Float64Array;
  readonly best: Float64Array;
  readonly nameBits: Int32Array;
  /** The place in `found`, from 1 on. */
  readonly place: Int32Array;
  /** Lists of ids. */
  readonly touched: Int32Array;
  readonly found: Int32Array;
  /** Side by side with `found`: what a ranking gives out. */
  readonly foundSums: Float64Array;
  readonly foundBits: Int32Array;
  readonly scores: Float64Array;
}

function newScratch(tools: number): RankScratch {
  return {
    sums: new Float64Array(tools),
    covered: new Float64Array(tools),
    best: new Float64Array(tools),
    nameBits: new Int32Array(tools),
    place: new Int32Array(tools),
    touched: new Int32Array(tools),
    found: new Int32Array(tools),
    foundSums: new Float64Array(tools),
    foundBits: new Int32Array(tools),
    scores: new Float64Array(tools),
  };
}
