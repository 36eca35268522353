import { Stems } from './stem.ts';
import { isCjk, Tokenizer } from './tokens.ts';

/** Groups of words and phrases that stand for each other, looked up by stem. */
export class Thesaurus {
  readonly #groups: readonly (readonly Member[])[];
  readonly #byStem = new Map<string, number[]>();
  readonly #phrases = new Map<string, (readonly string[])[]>();

  constructor(groups: readonly (readonly string[])[]) {
    const [stems, tokenizer] = [new Stems(), new Tokenizer()];
    // The characters of a CJK run are enough: its pairs follow from them.
    const isPair = (word: string) => isCjk(word) && [...word].length > 1;
    const memberOf = (text: string): Member => {
      const words = tokenizer.words(text).filter((word) => !isPair(word));
      const parts = words.map((word) => stems.of(word));
      return { text, words: parts, stem: parts.join(' ') };
    };
    this.#groups = groups.map((group) => group.map(memberOf).filter(({ words }) => words.length > 0));
    for (const [i, group] of this.#groups.entries()) {
      for (const { stem, words } of group) {
        const at = this.#byStem.get(stem);
        if (!at) this.#byStem.set(stem, [i]);
        else if (!at.includes(i)) at.push(i);
        if (words.length > 1 && !at) {
          const phrases = this.#phrases.get(words[0] ?? '');
          if (phrases) phrases.push(words);
          else this.#phrases.set(words[0] ?? '', [words]);
        }
      }
    }
  }

  /** The members of all groups with this stem, or the stems of this phrase, itself among them: stem to text. */
  companions(stem: string): ReadonlyMap<string, string> {
    const found = new Map<string, string>();
    for (const i of this.#byStem.get(stem) ?? []) {
      for (const member of this.#groups[i] ?? []) found.set(member.stem, member.text);
    }
    return found;
  }

  /** The phrases, as stems, that begin with this stem. */
  phrasesFrom(stem: string): readonly (readonly string[])[] {
    return this.#phrases.get(stem) ?? none;
  }
}

const none: readonly (readonly string[])[] = [];

interface Member {
  readonly text: string;
  readonly words: readonly string[];
  readonly stem: string;
}
