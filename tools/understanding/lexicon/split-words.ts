import { Stems } from '#core/search/ranker/stem.ts';
import { isCjk, Tokenizer } from '#core/search/ranker/tokens.ts';

const tokenizer = new Tokenizer();
const stems = new Stems();
const noise = /\{[^}]*\}|<[^>]*>|\$\([^)]*\)|`[^`]*`|https?:\S+|\[\[|\]\]|&&?|%\w/g;
const cjkRun = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u30fc]+/gu;

/** Counts how often each English word stands for its stem, so that the table can name a word. */
export class EnglishWords {
  readonly #counts = new Map<string, Map<string, number>>();

  /** The stems of a text. */
  split(text: string): string[] {
    return tokenizer.words(text.replace(noise, ' ')).map((word) => {
      const stem = stems.of(word);
      const counts = this.#counts.get(stem) ?? new Map<string, number>();
      counts.set(word, (counts.get(word) ?? 0) + 1);
      this.#counts.set(stem, counts);
      return stem;
    });
  }

  /** The word that stands for a stem most often. */
  wordOf(stem: string): string {
    const words = [...(this.#counts.get(stem) ?? [])];
    words.sort(([a, x], [b, y]) => y - x || a.length - b.length || (a < b ? -1 : 1));
    return words[0]?.[0] ?? stem;
  }

  /** Every word that occurs at least so often, in alphabetical order. */
  known(least: number): string[] {
    const words = [...this.#counts.values()].flatMap((counts) =>
      [...counts].filter(([, count]) => count >= least).map(([word]) => word),
    );
    return words.sort();
  }
}

/** Splits a foreign text into words as the table has them: folded as those of queries are, Japanese and Chinese by ICU's dictionary. */
export function foreignSplitter(language: string): (text: string) => string[] {
  if (language === 'ko') return (text) => runsOf(text).map(koreanStem);
  if (language !== 'ja' && language !== 'zh') {
    return (text) => tokenizer.words(text.replace(noise, ' ')).filter((word) => !isCjk(word));
  }
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' });
  return (text) => runsOf(text).flatMap((run) => Array.from(segmenter.segment(run), ({ segment }) => segment));
}

function runsOf(text: string): string[] {
  return text.normalize('NFKC').replace(noise, ' ').match(cjkRun) ?? [];
}

/** A Korean word without the particle or the ending of "do" that follows its noun. */
export function koreanStem(word: string): string {
  return word
    .replace(/^(.{2,}?)(하|합|할|한|했|해|되|된|됩|될|됐).*$/u, '$1')
    .replace(/^(.{2,}?)(에서|에게|으로|까지|부터|을|를|이|가|은|는|의|에|로|와|과|도|만)$/u, '$1');
}
