import type { ByRankerField } from '#shared/domain/ranker-explanation.ts';
import { EditedToolVectors, type ToolVectors } from '../understanding/vectors/tool-vectors.ts';
import { averageLengths, type Form, type IndexedTool, WordGatherer } from './gather-words.ts';
import { MatchMemory } from './match-memory.ts';
import { NameIdfs } from './name-idfs.ts';
import { pairKey, stemsOfPair } from './pairs.ts';
import { rankerFields } from './parameters.ts';
import { fieldStrength, type Postings, saturatedIn, saturation } from './postings.ts';
import { type RankerIndex, type SearchedIndex, shapeOf } from './ranker-index.ts';
import type { SearchedTool } from './tool-texts.ts';

/**
 * An index in which one tool says more than before. Every score is, to the last bit, that of an index built again with the
 * tool so edited, but only what a search looks at is computed again. The edit may add words to any field but the name and
 * the namespace, and takes none away. It ranks in the scratch of the index that it is on.
 */
export class EditedIndex implements SearchedIndex {
  readonly tools: readonly IndexedTool[];
  readonly averageLengths: ByRankerField;
  readonly vectors: ToolVectors | null;
  readonly matches = new MatchMemory();
  readonly #base: RankerIndex;
  /** Id of the edited tool. */
  readonly #edited: number;
  /** Forms and stems that no tool had before, by the numbers that follow those of the index. */
  readonly #newForms: Form[] = [];
  readonly #newFormByWord = new Map<string, number>();
  readonly #newStems: string[] = [];
  readonly #newStemByText = new Map<string, number>();
  /** Every form that the edited tool has. */
  readonly #formsOfTool: ReadonlySet<number>;
  /** The idf of the stems that it has and had not before. */
  readonly #idfs: ReadonlyMap<number, number>;
  /** The names that have such a stem, and their places by tool. */
  readonly #names: NameIdfs;
  readonly #placeOfName: ReadonlyMap<number, number>;
  readonly #pairs: ReadonlySet<number>;
  /** Fields with a changed average length. */
  readonly #shifted: readonly number[];
  readonly #postings = new Map<number, Postings>();

  /** `tool` is the tool as edited. Error: the index has none of its name. */
  constructor(base: RankerIndex, tool: SearchedTool) {
    this.#base = base;
    this.#edited = base.byName.get(tool.name) ?? -1;
    const before = base.tools[this.#edited];
    if (!before) throw new Error('The index has no tool of this name.');
    const { parameters, thesaurus, understanding } = base;
    const gatherer = new WordGatherer({ parameters, thesaurus, understanding, wordVectors: base.vectors?.words });
    gatherer.add(tool);
    const read = gatherer.gathered();
    this.vectors =
      base.vectors && read.vectors ? new EditedToolVectors(base.vectors, this.#edited, read.vectors) : null;
    const stems = [...read.stemByText.keys()].map((text) => this.#stemId(text));
    const ids = read.forms.map(({ word, stem }) => this.#formId(word, stems[stem] as number));
    const forms = (read.tools[0]?.forms ?? []).map((field) => field.map((form) => ids[form] as number));
    this.tools = base.tools.with(this.#edited, { ...before, forms });
    this.averageLengths = averageLengths(this.tools);
    this.#shifted = [...rankerFields.keys()].filter((f) => {
      const field = rankerFields[f];
      return field !== undefined && this.averageLengths[field] !== base.averageLengths[field];
    });
    this.#formsOfTool = new Set(forms.flatMap((field) => [...field]));
    const stemsBefore = new Set(before.forms.flatMap((field) => Array.from(field, (form) => base.stemOfForm(form))));
    const added = [...this.#formsOfTool].map((form) => this.stemOfForm(form)).filter((stem) => !stemsBefore.has(stem));
    this.#idfs = new Map(added.map((stem) => [stem, base.idfOf(base.stemFrequency(this.stemText(stem)) + 1)]));
    const changed = [...this.tools.keys()].filter((id) => this.nameStemsOf(id).some((stem) => this.#idfs.has(stem)));
    this.#placeOfName = new Map(changed.map((id, place) => [id, place]));
    this.#names = new NameIdfs(
      changed.map((id) => this.nameStemsOf(id)),
      (stem) => this.stemIdf(stem),
    );
    this.#pairs = new Set(
      [...read.pairs.keys()].map((key) => {
        const [first, second] = stemsOfPair(key);
        return pairKey(stems[first] as number, stems[second] as number);
      }),
    );
  }

  get parameters() {
    return this.#base.parameters;
  }

  get scratch() {
    return this.#base.scratch;
  }

  get namespaces() {
    return this.#base.namespaces;
  }

  get thesaurus() {
    return this.#base.thesaurus;
  }

  get understanding() {
    return this.#base.understanding;
  }

  get tokenizer() {
    return this.#base.tokenizer;
  }

  get stems() {
    return this.#base.stems;
  }

  get byName() {
    return this.#base.byName;
  }

  get size(): number {
    return this.#base.size;
  }

  get counts() {
    const { forms, stems } = this.#base.counts;
    return { forms: forms + this.#newForms.length, stems: stems + this.#newStems.length };
  }

  idfOf(tools: number): number {
    return this.#base.idfOf(tools);
  }

  formOf(word: string): number | undefined {
    return this.#base.formOf(word) ?? this.#newFormByWord.get(word);
  }

  stemOf(stem: string): number | undefined {
    return this.#base.stemOf(stem) ?? this.#newStemByText.get(stem);
  }

  stemText(stem: number): string {
    return this.#newStems[stem - this.#base.counts.stems] ?? this.#base.stemText(stem);
  }

  formsOfStem(stem: number): readonly number[] {
    const { forms } = this.#base.counts;
    const added = [...this.#newForms.keys()].filter((i) => this.#newForms[i]?.stem === stem).map((i) => forms + i);
    return [...this.#base.formsOfStem(stem), ...added];
  }

  wordOf(form: number): string {
    return this.#newForms[form - this.#base.counts.forms]?.word ?? this.#base.wordOf(form);
  }

  stemOfForm(form: number): number {
    return this.#newForms[form - this.#base.counts.forms]?.stem ?? this.#base.stemOfForm(form);
  }

  postings(form: number): Postings {
    const known = this.#postings.get(form) ?? this.#newPostings(form);
    this.#postings.set(form, known);
    return known;
  }

  saturatedIn(form: number, tool: number): number {
    return saturatedIn(this.postings(form), tool);
  }

  fieldStrength(field: number, tool: number): number {
    return fieldStrength(this, field, this.tools[tool]?.forms[field]?.length ?? 0);
  }

  get namespaceByTool() {
    return this.#base.namespaceByTool;
  }

  namespaceOf(tool: number): number {
    return this.#base.namespaceOf(tool);
  }

  nameStemsOf(tool: number): readonly number[] {
    return this.#base.nameStemsOf(tool);
  }

  nameCoverage(tool: number, bits: number): number {
    const place = this.#placeOfName.get(tool);
    return place === undefined ? this.#base.nameCoverage(tool, bits) : this.#names.coverage(place, bits);
  }

  stemIdf(stem: number): number {
    return this.#idfs.get(stem) ?? this.#base.stemIdf(stem);
  }

  idfOfForm(form: number): number {
    return this.stemIdf(this.stemOfForm(form));
  }

  idfOfStem(stem: string): number {
    const known = this.stemOf(stem);
    return known === undefined ? this.idfOf(0) : this.stemIdf(known);
  }

  stemFrequency(stem: string): number {
    return this.#base.stemFrequency(stem) + (this.#idfs.has(this.stemOf(stem) ?? -1) ? 1 : 0);
  }

  toolsWithPair(first: string, second: string): readonly number[] {
    const tools = this.#base.toolsWithPair(first, second);
    const [a, b] = [this.stemOf(first), this.stemOf(second)];
    const isNew = a !== undefined && b !== undefined && this.#pairs.has(pairKey(a, b)) && !tools.includes(this.#edited);
    return isNew ? [...tools, this.#edited].sort((one, other) => one - other) : tools;
  }

  formsWithPrefix(prefix: string, most: number): number[] {
    const added = this.#newSingleWords().filter(({ word }) => word !== prefix && word.startsWith(prefix));
    const before = this.#base.formsWithPrefix(prefix, most);
    if (added.length === 0) return before;
    return [...before, ...added.map(({ form }) => form)]
      .sort((a, b) => (this.wordOf(a) < this.wordOf(b) ? -1 : 1))
      .slice(0, most);
  }

  formsLike(word: string): readonly number[] {
    const length = [...word].length;
    const shapes = [length - 1, length, length + 1].map((near) => `${word.codePointAt(0)}:${near}`);
    const added = this.#newSingleWords().filter((one) => shapes.includes(shapeOf(one.word)));
    return [...this.#base.formsLike(word), ...added.map(({ form }) => form)];
  }

  #newSingleWords(): { word: string; form: number }[] {
    const { forms } = this.#base.counts;
    return this.#newForms.map(({ word }, i) => ({ word, form: forms + i })).filter(({ word }) => !word.includes(' '));
  }

  #stemId(text: string): number {
    const known = this.stemOf(text);
    if (known !== undefined) return known;
    const id = this.#base.counts.stems + this.#newStems.push(text) - 1;
    this.#newStemByText.set(text, id);
    return id;
  }

  #formId(word: string, stem: number): number {
    const known = this.formOf(word);
    if (known !== undefined) return known;
    const id = this.#base.counts.forms + this.#newForms.push({ word, stem }) - 1;
    this.#newFormByWord.set(word, id);
    return id;
  }

  /** Uses the postings of the index again, unless the edit changed them. */
  #newPostings(form: number): Postings {
    const before: Postings = form < this.#base.counts.forms ? this.#base.postings(form) : nothing;
    const stem = this.stemOfForm(form);
    const bitsIn = (tool: number) => {
      const place = this.nameStemsOf(tool).indexOf(stem);
      return place < 0 ? 0 : 1 << place;
    };
    const toolsBefore = before.tools.subarray(before.start, before.end);
    const isNew = this.#formsOfTool.has(form) && !toolsBefore.includes(this.#edited);
    const tools = isNew ? Int32Array.from([...toolsBefore, this.#edited]).sort() : toolsBefore;
    const isOther = (tool: number) =>
      tool === this.#edited || this.#shifted.some((f) => this.tools[tool]?.forms[f]?.includes(form));
    if (!isNew && !tools.some(isOther)) return before;
    return {
      tools,
      saturated: Float64Array.from(tools, (tool) =>
        isOther(tool) ? this.#saturatedNow(form, tool) : saturatedIn(before, tool),
      ),
      nameBits: Int32Array.from(tools, bitsIn),
      start: 0,
      end: tools.length,
    };
  }

  /** Adds up in the order in which the index itself does, so that not even the last bit differs. */
  #saturatedNow(form: number, tool: number): number {
    let strength = 0;
    for (const [f, forms] of (this.tools[tool]?.forms ?? []).entries()) {
      if (!forms.includes(form)) continue;
      const each = fieldStrength(this, f, forms.length);
      for (const one of forms) if (one === form) strength += each;
    }
    return saturation(strength, this.parameters.k1);
  }
}

const nothing: Postings = {
  tools: new Int32Array(),
  saturated: new Float64Array(),
  nameBits: new Int32Array(),
  start: 0,
  end: 0,
};
