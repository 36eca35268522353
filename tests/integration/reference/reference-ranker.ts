import { folded, isCjkWord, rankerStem, rankerWords } from './ranker-words.ts';

/** What the reference ranker reads of a tool. */
export interface RankedTool {
  readonly name: string;
  readonly namespace: string | null;
  readonly title?: string | null;
  readonly description: string;
  readonly tags: readonly string[];
  readonly phrases?: readonly string[];
  readonly inputSchema?: unknown;
}

/** The numbers that an explanation publishes. */
export interface Numbers {
  readonly weights: Readonly<Record<Field, number>>;
  readonly k1: number;
  readonly b: number;
  readonly stem: number;
  readonly prefix: number;
  readonly thesaurus: number;
  readonly thesaurus_unknown: number;
  readonly edit: number;
  readonly request_word: number;
  readonly quoted: number;
  readonly repetition: number;
  readonly query_coverage: number;
  readonly name_coverage: number;
  readonly namespace: number;
  readonly bigram: number;
}

const fields = [
  'name',
  'namespace',
  'title',
  'tags',
  'phrases',
  'first_sentence',
  'description',
  'argument_names',
  'argument_descriptions',
  'enum_values',
] as const;
type Field = (typeof fields)[number];

export interface Vocabulary {
  readonly functionWords: ReadonlySet<string>;
  readonly requestWords: ReadonlySet<string>;
  readonly thesaurus: readonly (readonly string[])[];
}

interface Document {
  readonly tool: RankedTool;
  /** Words by field; a phrase of the thesaurus is one word with spaces. */
  readonly words: Readonly<Record<Field, readonly string[]>>;
  readonly nameStems: readonly string[];
  readonly pairs: ReadonlySet<string>;
}

interface Term {
  readonly stem: string;
  readonly forms: readonly string[];
  readonly phrases: readonly string[];
  readonly weight: number;
}

/** The ranker of the design note, computed for the tests from texts alone, without an index: every word by every word. */
export class ReferenceRanker {
  readonly #documents: readonly Document[];
  readonly #numbers: Numbers;
  readonly #vocabulary: Vocabulary;
  /** The thesaurus as stems: a phrase is one text with spaces. */
  readonly #groups: readonly (readonly string[])[];
  readonly #phrases: readonly (readonly string[])[];
  readonly #frequencies = new Map<string, number>();
  readonly #averages: Readonly<Record<Field, number>>;
  readonly #forms: ReadonlySet<string>;

  constructor(tools: readonly RankedTool[], numbers: Numbers, vocabulary: Vocabulary) {
    this.#numbers = numbers;
    this.#vocabulary = vocabulary;
    this.#groups = vocabulary.thesaurus.map((group) => group.map((member) => memberStems(member).join(' ')));
    const phrases = new Set(this.#groups.flat().filter((member) => member.includes(' ')));
    this.#phrases = [...phrases].map((phrase) => phrase.split(' '));
    this.#documents = tools.map((tool) => this.#read(tool));
    this.#averages = Object.fromEntries(fields.map((field) => [field, this.#averageLength(field)])) as Record<
      Field,
      number
    >;
    this.#forms = new Set(this.#documents.flatMap(({ words }) => fields.flatMap((field) => words[field])));
  }

  /** S by tool's name, of all tools that match. */
  scores(query: string): Map<string, number> {
    const terms = this.#terms(query);
    const sums = new Map<Document, number>();
    const variants = new Map(terms.map((term) => [term, this.#variants(term)]));
    for (const document of this.#documents) {
      const sum = this.#sum(document, variants);
      if (sum > 0) sums.set(document, sum);
    }
    const pairs = this.#queryPairs(query, terms);
    return new Map(
      [...sums].map(([document, sum]) => [document.tool.name, sum + this.#bonuses(document, sums, pairs)]),
    );
  }

  #sum(document: Document, variants: ReadonlyMap<Term, ReadonlyMap<string, number>>): number {
    let sum = 0;
    let covered = 0;
    let whole = 0;
    const nameStems = new Set<string>();
    for (const [term, forms] of variants) {
      const idf = this.#idf(term.stem);
      let match = 0;
      for (const [form, factor] of forms) {
        const strength = this.#strength(form, document);
        if (strength === 0) continue;
        const saturated = (strength * (this.#numbers.k1 + 1)) / (this.#numbers.k1 + strength);
        match = Math.max(match, factor * Math.min(idf, this.#idf(stemOf(form))) * saturated);
        if (document.nameStems.includes(stemOf(form))) nameStems.add(stemOf(form));
      }
      sum += term.weight * match;
      whole += term.weight * idf;
      if (match > 0) covered += term.weight * idf;
    }
    if (sum === 0) return 0;
    const nameWhole = document.nameStems.reduce((total, stem) => total + this.#idf(stem), 0);
    const nameFound = [...nameStems].reduce((total, stem) => total + this.#idf(stem), 0);
    const nameShare = nameWhole === 0 ? 0 : nameFound / nameWhole;
    const { query_coverage, name_coverage } = this.#numbers;
    return sum * (1 + (query_coverage * covered) / whole) * (1 + name_coverage * nameShare);
  }

  #bonuses(document: Document, sums: ReadonlyMap<Document, number>, pairs: readonly string[]): number {
    const { namespace } = document.tool;
    const others = [...sums].filter(([other]) => namespace !== null && other.tool.namespace === namespace);
    const best = others.map(([, sum]) => sum).sort((a, b) => b - a);
    const pooled = best.slice(0, 3).reduce((total, sum) => total + sum, 0) / 3;
    const adjacent = pairs.filter((pair) => document.pairs.has(pair));
    const side = adjacent.reduce(
      (total, pair) => total + this.#idfOf(this.#count((other) => other.pairs.has(pair))),
      0,
    );
    return this.#numbers.namespace * pooled + this.#numbers.bigram * side;
  }

  /** Every form of the catalog that a term matches, with the largest factor. */
  #variants(term: Term): Map<string, number> {
    const { stem, prefix, thesaurus, thesaurus_unknown, edit } = this.#numbers;
    const found = new Map<string, number>();
    const unknown = this.#frequency(term.stem) === 0;
    const entries = [term.stem, ...term.phrases];
    const companions = new Set(this.#groups.filter((group) => entries.some((entry) => group.includes(entry))).flat());
    for (const form of this.#forms) {
      const factors = [
        term.forms.includes(form) ? 1 : 0,
        stemOf(form) === term.stem ? stem : 0,
        ...term.forms.map((word) => (form.includes(' ') ? 0 : prefix * prefixShare(word, form))),
        companions.has(stemOf(form)) ? (unknown ? thesaurus_unknown : thesaurus) : 0,
        unknown && !form.includes(' ') && (term.forms[0] ?? '').length >= 5 && oneEdit(term.forms[0] ?? '', form)
          ? edit
          : 0,
      ];
      const factor = Math.max(...factors);
      if (factor > 0) found.set(form, factor);
    }
    return found;
  }

  #terms(query: string): Term[] {
    const { requestWords, functionWords } = this.#vocabulary;
    const tokens = queryTokens(query);
    const stems = tokens.map(({ word }) => rankerStem(word));
    const terms = [...new Set(stems)].map((stem) => {
      const own = tokens.filter((_, i) => stems[i] === stem);
      const first = own[0]?.word ?? '';
      const kind = functionWords.has(first) ? 0 : requestWords.has(first) ? this.#numbers.request_word : 1;
      const quoted = own.every((token) => token.quoted) ? this.#numbers.quoted : 1;
      const phrases = this.#phrases.filter((phrase) => phrase.includes(stem) && containsRun(stems, phrase));
      return {
        stem,
        forms: [...new Set(own.map(({ word }) => word))],
        phrases: phrases.map((phrase) => phrase.join(' ')),
        weight: kind * quoted * (1 + this.#numbers.repetition * Math.log(own.length)),
      };
    });
    if (terms.every(({ weight }) => weight === 0)) return terms.map((term) => ({ ...term, weight: 1 }));
    return terms.filter(({ weight }) => weight > 0);
  }

  #queryPairs(query: string, terms: readonly Term[]): string[] {
    const counting = new Set(terms.map(({ stem }) => stem));
    const pairs = pairsOf(queryTokens(query).map(({ word }) => word));
    return [...pairs].filter((pair) => pair.split(' ').every((stem) => counting.has(stem)));
  }

  /** x: what the occurrences of a form in a tool add up to. */
  #strength(form: string, { words }: Document): number {
    const { weights, b } = this.#numbers;
    return fields.reduce((sum, field) => {
      const count = words[field].filter((word) => word === form).length;
      if (count === 0) return sum;
      return sum + (weights[field] * count) / (1 - b + (b * words[field].length) / this.#averages[field]);
    }, 0);
  }

  #averageLength(field: Field): number {
    const lengths = this.#documents.map(({ words }) => words[field].length).filter((length) => length > 0);
    return lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  }

  #frequency(stem: string): number {
    if (this.#frequencies.size === 0) {
      for (const { words } of this.#documents) {
        const stems = new Set(fields.flatMap((field) => words[field].map(stemOf)));
        for (const one of stems) this.#frequencies.set(one, (this.#frequencies.get(one) ?? 0) + 1);
      }
    }
    return this.#frequencies.get(stem) ?? 0;
  }

  #count(has: (document: Document) => boolean): number {
    return this.#documents.filter(has).length;
  }

  #idf(stem: string): number {
    return this.#idfOf(this.#frequency(stem));
  }

  #idfOf(n: number): number {
    return Math.log(1 + (this.#documents.length - n + 0.5) / (n + 0.5));
  }

  #read(tool: RankedTool): Document {
    const sentence = /^\s*(?:[^.!?\n。]|[.!?](?!\s|$))*(?:[.!?](?=\s|$)|\n|。)?/.exec(tool.description)?.[0] ?? '';
    const local =
      tool.namespace && tool.name.startsWith(`${tool.namespace}.`)
        ? tool.name.slice(tool.namespace.length + 1)
        : tool.name;
    const texts: Record<Field, readonly string[]> = {
      name: [local],
      namespace: tool.namespace ? [tool.namespace] : [],
      title: tool.title ? [tool.title] : [],
      tags: tool.tags,
      phrases: tool.phrases ?? [],
      first_sentence: [sentence],
      description: [tool.description.slice(sentence.length)],
      ...argumentTexts(tool.inputSchema),
    };
    const entries = fields.map((field) => [field, texts[field].flatMap((text) => this.#withPhrases(text))]);
    const words = Object.fromEntries(entries) as Record<Field, string[]>;
    const nameWords = rankerWords(local);
    if (nameWords.length > 1) words.name.push(folded(nameWords.join('')));
    const adjacent = [local, tool.namespace ?? '', tool.title ?? '', sentence].flatMap((text) => [
      ...pairsOf(rankerWords(text)),
    ]);
    return {
      tool,
      words,
      nameStems: [...new Set(nameWords.map(rankerStem))],
      pairs: new Set(adjacent),
    };
  }

  /** The words of a text, and each phrase of the thesaurus in it as one more. */
  #withPhrases(text: string): string[] {
    const words = rankerWords(text);
    const stems = words.map(rankerStem);
    const found = stems.flatMap((_, at) =>
      this.#phrases
        .filter((phrase) => phrase.every((stem, i) => stems[at + i] === stem))
        .map((phrase) => phrase.join(' ')),
    );
    return [...words, ...found];
  }
}

/** A phrase is its stems already. */
function stemOf(form: string): string {
  return form.includes(' ') ? form : rankerStem(form);
}

function memberStems(member: string): string[] {
  const words = rankerWords(member).filter((word) => !(isCjkWord(word) && [...word].length > 1));
  return words.map(rankerStem);
}

function pairsOf(words: readonly string[]): Set<string> {
  const pairs = new Set<string>();
  for (const [i, word] of words.entries()) {
    const next = words[i + 1];
    if (next !== undefined && !(isCjkWord(word) && isCjkWord(next)))
      pairs.add(`${rankerStem(word)} ${rankerStem(next)}`);
  }
  return pairs;
}

function containsRun(stems: readonly string[], run: readonly string[]): boolean {
  return stems.some((_, at) => run.every((stem, i) => stems[at + i] === stem));
}

/** The words of a query; the tests quote with straight double quotes only. */
function queryTokens(query: string): { word: string; quoted: boolean }[] {
  const pieces = query.slice(0, 2000).split(/("[^"\n]{1,400}")/);
  return pieces.flatMap((piece) => rankerWords(piece).map((word) => ({ word, quoted: /^".+"$/s.test(piece) })));
}

function prefixShare(a: string, b: string): number {
  if (a === b || Math.min(a.length, b.length) < 4 || !(a.startsWith(b) || b.startsWith(a))) return 0;
  return Math.min(a.length, b.length) / Math.max(a.length, b.length);
}

/** Optimal string alignment distance 1, with the same first letter. */
function oneEdit(a: string, b: string): boolean {
  if (a[0] !== b[0] || a === b) return false;
  const letters = new Set([...a, ...b]);
  for (let i = 0; i <= a.length; i++) {
    const [head, tail] = [a.slice(0, i), a.slice(i)];
    if (tail !== '' && head + tail.slice(1) === b) return true;
    if (tail.length > 1 && head + tail[1] + tail[0] + tail.slice(2) === b) return true;
    for (const letter of letters) {
      if (head + letter + tail === b || (tail !== '' && head + letter + tail.slice(1) === b)) return true;
    }
  }
  return false;
}

function argumentTexts(schema: unknown): Record<'argument_names' | 'argument_descriptions' | 'enum_values', string[]> {
  const texts = { argument_names: [] as string[], argument_descriptions: [] as string[], enum_values: [] as string[] };
  const visit = (node: unknown) => {
    if (typeof node !== 'object' || node === null) return;
    const { properties, description, enum: values, items } = node as Record<string, unknown>;
    if (typeof description === 'string') texts.argument_descriptions.push(description);
    if (Array.isArray(values)) texts.enum_values.push(...values.filter((value) => typeof value === 'string'));
    if (items) visit(items);
    for (const [name, inner] of Object.entries(properties ?? {})) {
      texts.argument_names.push(name);
      visit(inner);
    }
  };
  for (const [name, inner] of Object.entries((schema as { properties?: object } | undefined)?.properties ?? {})) {
    texts.argument_names.push(name);
    visit(inner);
  }
  return texts;
}
