import type { RankerField } from '#shared/domain/ranker-explanation.ts';
import { rankerFields } from '../ranker/parameters.ts';
import type { RankerIndex } from '../ranker/ranker-index.ts';
import { wordKind } from '../ranker/stop-words.ts';

const mostShared = 8;
const mostOnly = 6;

/** What people read first. */
const frontFields: ReadonlySet<RankerField> = new Set(['name', 'title', 'first_sentence']);

/** A word of a tool, as the tool writes it, and how much it tells: weight of its best field × idf. */
interface TellingWord {
  readonly word: string;
  readonly telling: number;
  readonly inFront: boolean;
}

/** Says by which words tools are alike and by which they differ, from the index they are searched by. */
export class WordsApart {
  readonly #index: RankerIndex;

  constructor(index: RankerIndex) {
    this.#index = index;
  }

  /** Words that two tools share up front, and those that only one of them has anywhere. */
  compare(first: string, second: string): { shared: string[]; only: [string[], string[]] } {
    const [a, b] = [this.#wordsOf(first), this.#wordsOf(second)];
    return { shared: sharedOf([a, b]), only: [onlyIn(a, b), onlyIn(b, a)] };
  }

  /** Whether two tools have any word in common up front. */
  areAlike(first: string, second: string): boolean {
    return this.sharedBy([first, second]).length > 0;
  }

  /** Words that all of some tools have up front. */
  sharedBy(names: readonly string[]): string[] {
    return sharedOf(names.map((name) => this.#wordsOf(name)));
  }

  #wordsOf(name: string): Map<number, TellingWord> {
    const index = this.#index;
    const tool = index.tools[index.byName.get(name) ?? -1];
    const words = new Map<number, TellingWord>();
    for (const [f, forms] of (tool?.forms ?? []).entries()) {
      const field = rankerFields[f] as RankerField;
      for (const form of field === 'name' ? this.#withoutJoined(forms) : forms) {
        const word = index.wordOf(form);
        const stem = index.stemOfForm(form);
        // A phrase of the thesaurus is made of words that are here already.
        if (word.includes(' ') || wordKind(word) === 'function') continue;
        const before = words.get(stem);
        const telling = index.parameters.weights[field] * index.stemIdf(stem);
        words.set(stem, {
          word: before && before.telling >= telling ? before.word : word,
          telling: Math.max(telling, before?.telling ?? 0),
          inFront: frontFields.has(field) || (before?.inFront ?? false),
        });
      }
    }
    return words;
  }

  /** Without the name in one piece, which an index puts last. */
  #withoutJoined(forms: Int32Array): Int32Array {
    const words = [...forms].map((form) => this.#index.wordOf(form)).filter((word) => !word.includes(' '));
    return words.length > 1 && words.at(-1) === words.slice(0, -1).join('') ? forms.subarray(0, -1) : forms;
  }
}

function sharedOf(tools: readonly ReadonlyMap<number, TellingWord>[]): string[] {
  const [first, ...others] = tools;
  const shared = [...(first ?? [])].filter(
    ([stem, { inFront }]) => inFront && others.every((words) => words.get(stem)?.inFront === true),
  );
  return mostTelling(
    shared.map(([, word]) => word),
    mostShared,
  );
}

function onlyIn(words: ReadonlyMap<number, TellingWord>, others: ReadonlyMap<number, TellingWord>): string[] {
  const only = [...words].filter(([stem]) => !others.has(stem));
  return mostTelling(
    only.map(([, word]) => word),
    mostOnly,
  );
}

function mostTelling(words: readonly TellingWord[], most: number): string[] {
  const sorted = words.toSorted((a, b) => b.telling - a.telling || (a.word < b.word ? -1 : 1));
  return sorted.slice(0, most).map(({ word }) => word);
}
