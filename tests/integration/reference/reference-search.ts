import type { ReferenceTool } from './captured-catalog.ts';
import { foldedTokens, indexTerms } from './unicode61.ts';

/** The score of the requirements, computed for the tests from the texts alone. */
const k1 = 1.2;
const b = 0.75;
const smallestIdf = 1e-6;
const effects = ['pure', 'read', 'write', 'external', 'stateful'];

export type Frequencies = Readonly<Record<'name' | 'description' | 'tags', number>>;

interface Document {
  readonly tool: ReferenceTool;
  readonly length: number;
  readonly frequencies: ReadonlyMap<string, Frequencies>;
}

export interface ReferenceHit {
  readonly tool: ReferenceTool;
  readonly length: number;
  readonly frequencies: readonly Frequencies[];
  readonly raw: number;
  readonly scoreRaw: number;
  readonly score: number;
}

export interface ReferenceResult {
  readonly operator: 'AND' | 'OR';
  /** As typed, folded: what can be asked of SQLite. */
  readonly words: readonly string[];
  readonly terms: readonly string[];
  readonly documentFrequencies: readonly number[];
  readonly idfs: readonly number[];
  /** Candidates of each attempt. */
  readonly attempts: readonly number[];
  readonly alwaysLoadedMatches: number;
  readonly min: number;
  readonly max: number;
  /** All candidates, best first. */
  readonly ranked: readonly ReferenceHit[];
}

export class ReferenceIndex {
  readonly size: number;
  readonly averageLength: number;
  readonly #documents: readonly Document[];

  constructor(tools: readonly ReferenceTool[]) {
    this.#documents = tools.map(toDocument);
    this.size = tools.length;
    this.averageLength = this.#documents.reduce((sum, { length }) => sum + length, 0) / tools.length;
  }

  /** `exactRaw` gives SQLite's own value where ties must be told from near ties; the reference's is kept in `raw`. */
  search(
    query: string,
    options: {
      readonly includeAlwaysLoaded: boolean;
      readonly preferredNamespaces: readonly string[];
    },
  ): ReferenceResult {
    const words = distinctByTerm(query);
    const terms = words.map((word) => indexTerms(word)[0] ?? '');
    const documentFrequencies = terms.map(
      (term) => this.#documents.filter(({ frequencies }) => frequencies.has(term)).length,
    );
    const idfs = documentFrequencies.map((frequency) => this.#idf(frequency));
    const all = this.#matching(terms, 'AND');
    const any = this.#matching(terms, 'OR');
    const may = ({ tool }: Document) => options.includeAlwaysLoaded || tool.mode === 'deferred';
    const relaxed = terms.length > 1 && !all.some(may);
    const matches = relaxed ? any : all;
    const candidates = matches.filter(may);
    const scored = candidates.map((document) => this.#scored(document, terms, idfs));
    const raws = scored.map((hit) => hit.scoreRaw);
    const min = Math.min(...raws);
    const max = Math.max(...raws);
    const ranked = scored
      .map((hit) => ({ ...hit, score: max === min ? 0.5 : (hit.scoreRaw - min) / (max - min) }))
      .sort(byOrder(options.preferredNamespaces));
    return {
      operator: relaxed ? 'OR' : 'AND',
      words,
      terms,
      documentFrequencies,
      idfs,
      attempts: relaxed ? [0, candidates.length] : [candidates.length],
      alwaysLoadedMatches: matches.length - candidates.length,
      min,
      max,
      ranked,
    };
  }

  #matching(terms: readonly string[], operator: 'AND' | 'OR'): readonly Document[] {
    if (terms.length === 0) return [];
    return this.#documents.filter(({ frequencies }) => {
      const has = (term: string) => frequencies.has(term);
      return operator === 'AND' ? terms.every(has) : terms.some(has);
    });
  }

  #idf(frequency: number): number {
    const idf = Math.log((this.size - frequency + 0.5) / (frequency + 0.5));
    return idf <= 0 ? smallestIdf : idf;
  }

  #scored(document: Document, terms: readonly string[], idfs: readonly number[]): ReferenceHit {
    const frequencies = terms.map((term) => document.frequencies.get(term) ?? nowhere);
    const norm = k1 * (1 - b + (b * document.length) / this.averageLength);
    let gain = 0;
    for (const [i, { name, description, tags }] of frequencies.entries()) {
      const frequency = name + description + tags;
      gain += ((idfs[i] ?? 0) * frequency * (k1 + 1)) / (frequency + norm);
    }
    const { tool, length } = document;
    return { tool, length, frequencies, raw: -gain, scoreRaw: gain / (1 + gain), score: 0 };
  }
}

/** The order of R3.23 over any score. */
export function byOrder(preferredNamespaces: readonly string[]) {
  const last = preferredNamespaces.length;
  const namespaceRank = ({ namespace }: ReferenceTool) => {
    const at = namespace === null ? -1 : preferredNamespaces.indexOf(namespace);
    return at < 0 ? last : at;
  };
  const effectRank = ({ sideEffects }: ReferenceTool) =>
    sideEffects === null ? effects.length : effects.indexOf(sideEffects);
  return (x: Pick<ReferenceHit, 'tool' | 'score'>, y: Pick<ReferenceHit, 'tool' | 'score'>): number => {
    if (x.score !== y.score) return x.score > y.score ? -1 : 1;
    const keys = [
      namespaceRank(x.tool) - namespaceRank(y.tool),
      effectRank(x.tool) - effectRank(y.tool),
      x.tool.name.length - y.tool.name.length,
    ];
    return keys.find((key) => key !== 0) ?? (x.tool.name < y.tool.name ? -1 : 1);
  };
}

const nowhere: Frequencies = { name: 0, description: 0, tags: 0 };

function toDocument(tool: ReferenceTool): Document {
  const texts = { name: tool.name, description: tool.description, tags: JSON.stringify(tool.tags) };
  const frequencies = new Map<string, Record<keyof Frequencies, number>>();
  let length = 0;
  for (const field of ['name', 'description', 'tags'] as const) {
    for (const term of indexTerms(texts[field])) {
      const counts = frequencies.get(term) ?? { ...nowhere };
      counts[field]++;
      frequencies.set(term, counts);
      length++;
    }
  }
  return { tool, length, frequencies };
}

/** The words of a query, each stem once, in their order. */
function distinctByTerm(query: string): string[] {
  const words = new Map<string, string>();
  for (const word of foldedTokens(query)) {
    const term = indexTerms(word)[0] ?? '';
    if (!words.has(term)) words.set(term, word);
  }
  return [...words.values()];
}
