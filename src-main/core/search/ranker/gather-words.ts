import type { UnderstandingConfig } from '#shared/domain/config.ts';
import type { ByRankerField, RankerField, RankerParameters } from '#shared/domain/ranker-explanation.ts';
import { type GatheredVectors, ToolVectorGatherer } from '../understanding/vectors/tool-vectors.ts';
import { shippedWordVectors, type WordVectors } from '../understanding/vectors/word-vectors.ts';
import { pairKey } from './pairs.ts';
import { rankerFields } from './parameters.ts';
import { Stems } from './stem.ts';
import type { Thesaurus } from './thesaurus.ts';
import { foldWord, isCjk, Tokenizer } from './tokens.ts';
import { fieldTexts, type SearchedTool } from './tool-texts.ts';

/** A surface form: a word as tools write it, or a phrase of the thesaurus as its stems. */
export interface Form {
  readonly word: string;
  readonly stem: number;
}

/** The words of one tool. */
export interface IndexedTool {
  readonly name: string;
  /** A number for each namespace; −1 without one. */
  readonly namespace: number;
  /** Forms by field, in the order of `rankerFields`. */
  readonly forms: readonly Int32Array[];
  /** Distinct stems of its name, in their order, at most 31: as many as fit the bits of a number. */
  readonly nameStems: readonly number[];
}

/** All words of some tools, numbered in the order in which they first come. */
export interface GatheredWords {
  readonly parameters: RankerParameters;
  readonly thesaurus: Thesaurus;
  readonly understanding: UnderstandingConfig;
  readonly tokenizer: Tokenizer;
  readonly stems: Stems;
  readonly tools: readonly IndexedTool[];
  readonly forms: readonly Form[];
  readonly formByWord: ReadonlyMap<string, number>;
  readonly stemByText: ReadonlyMap<string, number>;
  /** Tools by the two stems that are neighbours in them. */
  readonly pairs: ReadonlyMap<number, readonly number[]>;
  readonly averageLengths: ByRankerField;
  /** What the tools mean; null where meaning is switched off. */
  readonly vectors: GatheredVectors | null;
  /** How many there are. */
  readonly namespaces: number;
}

const mostNameStems = 31;

/** Fields whose neighbouring words count as pairs. */
const pairFields: ReadonlySet<RankerField> = new Set(['name', 'namespace', 'title', 'first_sentence']);

export type GatherOptions = Pick<GatheredWords, 'parameters' | 'thesaurus' | 'understanding'> & {
  /** Those that come with Pegboard, unless others are given. */
  readonly wordVectors?: WordVectors | undefined;
};

/** Takes in the words of tools, one tool after the other. */
export class WordGatherer {
  readonly #parameters: RankerParameters;
  readonly #thesaurus: Thesaurus;
  readonly #understanding: UnderstandingConfig;
  readonly #tokenizer = new Tokenizer();
  readonly #stems = new Stems();
  readonly #tools: IndexedTool[] = [];
  readonly #forms: Form[] = [];
  readonly #formByWord = new Map<string, number>();
  readonly #stemByText = new Map<string, number>();
  readonly #stemTexts: string[] = [];
  readonly #pairs = new Map<number, number[]>();
  readonly #namespaces = new Map<string, number>();
  readonly #vectors: ToolVectorGatherer | null;

  constructor(options: GatherOptions) {
    const { meaning, meaning_weights } = options.parameters;
    this.#vectors =
      options.understanding.meaning && meaning > 0
        ? new ToolVectorGatherer(
            options.wordVectors ?? shippedWordVectors(),
            rankerFields.map((field) => meaning_weights[field]),
          )
        : null;
    this.#parameters = options.parameters;
    this.#thesaurus = options.thesaurus;
    this.#understanding = options.understanding;
  }

  add(tool: SearchedTool): void {
    const texts = fieldTexts(tool);
    const forms = rankerFields.map((field) => this.#formsOf(field, texts[field]));
    this.#vectors?.addTool(forms);
    const nameForms = texts.name.flatMap((name) => this.#wordForms(this.#tokenizer.words(name)));
    const nameStems = [...new Set(nameForms.map((form) => this.#stemOf(form)))].slice(0, mostNameStems);
    this.#tools.push({ name: tool.name, namespace: this.#numberOf(tool.namespace), forms, nameStems });
  }

  /** Everything, once all tools are in. */
  gathered(): GatheredWords {
    return {
      parameters: this.#parameters,
      thesaurus: this.#thesaurus,
      understanding: this.#understanding,
      tokenizer: this.#tokenizer,
      stems: this.#stems,
      tools: this.#tools,
      forms: this.#forms,
      formByWord: this.#formByWord,
      stemByText: this.#stemByText,
      pairs: this.#pairs,
      averageLengths: averageLengths(this.#tools),
      vectors: this.#vectors?.gathered() ?? null,
      namespaces: this.#namespaces.size,
    };
  }

  #formsOf(field: RankerField, texts: readonly string[]): Int32Array {
    const found: number[] = [];
    for (const text of texts) {
      const words = this.#tokenizer.words(text);
      const forms = this.#wordForms(words);
      if (pairFields.has(field)) this.#addPairs(words, forms);
      for (const form of forms) found.push(form);
      this.#addPhrases(forms, found);
      // The name in one piece too, as somebody may type it.
      if (field === 'name' && words.length > 1) found.push(this.#wordForm(foldWord(words.join(''))));
    }
    return Int32Array.from(found);
  }

  #wordForms(words: readonly string[]): number[] {
    return words.map((word) => this.#wordForm(word));
  }

  #wordForm(word: string): number {
    return this.#formByWord.get(word) ?? this.#newForm(word, this.#stems.of(word));
  }

  #newForm(word: string, stem: string): number {
    let id = this.#stemByText.get(stem);
    if (id === undefined) {
      id = this.#stemTexts.push(stem) - 1;
      this.#stemByText.set(stem, id);
    }
    const form = this.#forms.push({ word, stem: id }) - 1;
    this.#formByWord.set(word, form);
    this.#vectors?.addForm(word, stem);
    return form;
  }

  #stemOf(form: number): number {
    return this.#forms[form]?.stem ?? -1;
  }

  /** Adds every phrase of the thesaurus that is in a run of words, as one form. */
  #addPhrases(forms: readonly number[], found: number[]): void {
    const stemAt = (i: number) => this.#stemTexts[this.#stemOf(forms[i] ?? -1)] ?? '';
    for (let i = 0; i + 1 < forms.length; i++) {
      for (const phrase of this.#thesaurus.phrasesFrom(stemAt(i))) {
        if (!phrase.every((stem, p) => stemAt(i + p) === stem)) continue;
        const text = phrase.join(' ');
        found.push(this.#formByWord.get(text) ?? this.#newForm(text, text));
      }
    }
  }

  #addPairs(words: readonly string[], forms: readonly number[]): void {
    const tool = this.#tools.length;
    for (let i = 1; i < forms.length; i++) {
      if (isCjk(words[i - 1] ?? '') && isCjk(words[i] ?? '')) continue;
      const key = pairKey(this.#stemOf(forms[i - 1] ?? -1), this.#stemOf(forms[i] ?? -1));
      const tools = this.#pairs.get(key);
      if (!tools) this.#pairs.set(key, [tool]);
      else if (tools.at(-1) !== tool) tools.push(tool);
    }
  }

  #numberOf(namespace: string | null): number {
    if (namespace === null) return -1;
    const known = this.#namespaces.get(namespace) ?? this.#namespaces.size;
    this.#namespaces.set(namespace, known);
    return known;
  }
}

/** Mean number of words of each field, over the tools that have it. */
export function averageLengths(tools: readonly IndexedTool[]): ByRankerField {
  const averages = rankerFields.map((field, f) => {
    let sum = 0;
    let having = 0;
    for (const { forms } of tools) {
      const { length } = forms[f] ?? [];
      sum += length;
      if (length > 0) having++;
    }
    return [field, having === 0 ? 0 : sum / having] as const;
  });
  return Object.fromEntries(averages) as ByRankerField;
}
