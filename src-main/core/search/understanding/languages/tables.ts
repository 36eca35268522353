import { type QueryLanguage, queryLanguageSchema, type TranslationTable } from '#shared/domain/query-language.ts';
import { readShippedFile } from '../../../files/shipped-file.ts';
import { SortedLines } from './sorted-lines.ts';

/** An English word or phrase for a foreign one, and how sure it is: 0 to 1. */
export interface Candidate {
  readonly english: string;
  readonly table: TranslationTable;
  readonly p: number;
}

/** What is known of one language. Keys are folded as the words of a query are; a phrase has spaces. */
export interface LanguageTable {
  readonly language: QueryLanguage;
  readonly stopWords: ReadonlySet<string>;
  /** Whether it is a word or phrase of the tables. */
  has(key: string): boolean;
  /** Candidates of a word or phrase as it stands, the best first, at most three; concepts come before the lexicon. */
  candidates(key: string): readonly Candidate[];
  /** Words and phrases that begin so. */
  keysWithPrefix(prefix: string): Iterable<string>;
}

export const queryLanguages = queryLanguageSchema.options;
const mostCandidates = 3;

const tables = new Map<QueryLanguage, LanguageTable>();
let stopWords: ReadonlyMap<string, readonly string[]> | undefined;
let english: ReadonlySet<string> | undefined;

/** The tables of a language, read when they are first asked for. */
export function languageTable(language: QueryLanguage): LanguageTable {
  const known = tables.get(language) ?? readTable(language);
  tables.set(language, known);
  return known;
}

/** Words that English texts have. */
export function englishWords(): ReadonlySet<string> {
  english ??= new Set(`${readText('english.txt')}${readText('concepts/english.txt')}`.trimEnd().split('\n'));
  return english;
}

function readText(path: string): string {
  return readShippedFile(path).toString('utf8');
}

function readTable(language: QueryLanguage): LanguageTable {
  stopWords ??= readStopWords();
  const concepts = new SortedLines(readText(`concepts/${language}.txt`));
  const lexicon = new SortedLines(readText(`lexicon/${language}.txt`));
  return {
    language,
    stopWords: new Set(stopWords.get(language)?.flatMap((words) => words.split(' '))),
    has: (key) => concepts.has(key) || lexicon.has(key),
    candidates: (key) => {
      const found = parseCandidates(concepts.get(key), 'concepts');
      if (found.length >= mostCandidates) return found.slice(0, mostCandidates);
      const more = parseCandidates(lexicon.get(key), 'lexicon');
      return [...found, ...more.filter((one) => found.every((other) => other.english !== one.english))].slice(
        0,
        mostCandidates,
      );
    },
    *keysWithPrefix(prefix) {
      yield* concepts.keysWithPrefix(prefix);
      yield* lexicon.keysWithPrefix(prefix);
    },
  };
}

/** Lines `language⇥words`, in the two files that have them. */
function readStopWords(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const path of ['stop-words.txt', 'concepts/function-words.txt']) {
    for (const line of readText(path).trimEnd().split('\n')) {
      const [language = '', words = ''] = line.split('\t');
      found.set(language, [...(found.get(language) ?? []), words]);
    }
  }
  return found;
}

/** `invoice 82⇥account 40`: percent. */
function parseCandidates(text: string | null, table: 'concepts' | 'lexicon'): Candidate[] {
  if (text === null) return [];
  return text.split('\t').map((one) => {
    const space = one.lastIndexOf(' ');
    return { english: one.slice(0, space), table, p: Number(one.slice(space + 1)) / 100 };
  });
}
