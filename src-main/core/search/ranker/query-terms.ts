import type { RankerParameters } from '#shared/domain/ranker-explanation.ts';
import { maximumQueryLength } from '../query-words.ts';
import type { Stems } from './stem.ts';
import { type WordKind, wordKind } from './stop-words.ts';
import type { Thesaurus } from './thesaurus.ts';
import { isCjk, type Token, type Tokenizer } from './tokens.ts';

/** A word of a query with what it counts. */
export interface WeightedTerm {
  /** As first written, folded. */
  readonly word: string;
  readonly stem: string;
  /** All forms of the stem that the query has. */
  readonly forms: readonly string[];
  /** Phrases of the thesaurus that it is part of here, as stems. */
  readonly phrases: readonly string[];
  readonly kind: WordKind;
  /** How often the query has it. */
  readonly count: number;
  /** Whether it stands only in quotes, placeholders, URLs or paths. */
  readonly quoted: boolean;
  readonly weight: number;
}

export interface ReadQuery {
  /** Those that count. */
  readonly terms: readonly WeightedTerm[];
  /** Function words: they count nothing. */
  readonly ignored: readonly WeightedTerm[];
  /** Neighbours that both count, as stems, each pair once. */
  readonly pairs: readonly (readonly [string, string])[];
}

/** What reading a query takes: the numbers and the words of one index. */
export interface QueryReader {
  readonly parameters: RankerParameters;
  readonly tokenizer: Tokenizer;
  readonly stems: Stems;
  readonly thesaurus: Thesaurus;
}

/** Reads a query: its words with their weights, and which stand side by side. It is cut at 2,000 characters. */
export function readQuery(text: string, reader: QueryReader): ReadQuery {
  const read = text.slice(0, maximumQueryLength).toWellFormed();
  const tokens = reader.tokenizer.tokens(read);
  const stems = tokens.map((token) => reader.stems.of(token.word));
  const all = weighTerms(gatherTerms(read, tokens, stems, reader.thesaurus), reader.parameters);
  // A query of nothing but function words is taken at its word: some tool may be called "now".
  const terms = all.every((term) => term.weight === 0)
    ? all.map((term) => ({ ...term, weight: 1 }))
    : all.filter((term) => term.weight > 0);
  const counting = new Set(terms.map((term) => term.stem));
  return {
    terms,
    ignored: all.filter((term) => !counting.has(term.stem)),
    pairs: neighbours(tokens, stems, counting),
  };
}

interface Gathered {
  readonly stem: string;
  readonly word: string;
  readonly forms: Set<string>;
  readonly phrases: Set<string>;
  count: number;
  quoted: boolean;
}

/** Every stem of the query once, in the order in which they first come. */
function gatherTerms(
  text: string,
  tokens: readonly Token[],
  stems: readonly string[],
  thesaurus: Thesaurus,
): ReadonlyMap<string, Gathered> {
  const spans = quotedSpans(text);
  const found = new Map<string, Gathered>();
  for (const [i, { word, start, end }] of tokens.entries()) {
    const stem = stems[i] ?? word;
    const term = found.get(stem) ?? { stem, word, forms: new Set(), phrases: new Set(), count: 0, quoted: true };
    term.forms.add(word);
    term.count++;
    term.quoted &&= spans.some((span) => start >= span.start && end <= span.end);
    found.set(stem, term);
  }
  for (const [i, stem] of stems.entries()) {
    for (const phrase of thesaurus.phrasesFrom(stem)) {
      if (!phrase.every((part, p) => stems[i + p] === part)) continue;
      for (const part of phrase) found.get(part)?.phrases.add(phrase.join(' '));
    }
  }
  return found;
}

function weighTerms(found: ReadonlyMap<string, Gathered>, parameters: RankerParameters): WeightedTerm[] {
  const byKind = { function: parameters.function_word, request: parameters.request_word, content: 1 };
  return [...found.values()].map(({ stem, word, forms, phrases, count, quoted }) => {
    const kind = wordKind(word);
    const weight = byKind[kind] * (quoted ? parameters.quoted : 1) * (1 + parameters.repetition * Math.log(count));
    return { word, stem, forms: [...forms], phrases: [...phrases], kind, count, quoted, weight };
  });
}

function neighbours(
  tokens: readonly Token[],
  stems: readonly string[],
  counting: ReadonlySet<string>,
): [string, string][] {
  const pairs = new Map<string, [string, string]>();
  for (const [i, token] of tokens.entries()) {
    const next = tokens[i + 1];
    if (!next || (isCjk(token.word) && isCjk(next.word))) continue;
    const [first, second] = [stems[i] ?? '', stems[i + 1] ?? ''];
    if (counting.has(first) && counting.has(second)) pairs.set(`${first} ${second}`, [first, second]);
  }
  return [...pairs.values()];
}

/** A stretch of a query that names a thing rather than says what to do: UTF-16 offsets, end exclusive. */
interface Span {
  readonly start: number;
  readonly end: number;
}

const inside = (open: string, close: string, most: number) => `${open}[^${open}${close}\\n]{1,${most}}${close}`;

/** Quotes, code, placeholders, URLs, e-mail addresses, paths. Every repetition has a bound. */
const pattern = new RegExp(
  [
    inside('"', '"', 400),
    inside('“', '”', 400),
    inside('«', '»', 400),
    inside('「', '」', 400),
    inside('`', '`', 400),
    // An apostrophe inside a word opens and closes nothing.
    `(?<![\\p{L}\\p{N}])${inside("'", "'", 200)}(?![\\p{L}\\p{N}])`,
    `${inside('‘', '’', 200)}(?![\\p{L}\\p{N}])`,
    inside('\\{', '\\}', 100),
    inside('<', '>', 100),
    inside('\\[', '\\]', 100),
    '[a-zA-Z][a-zA-Z0-9+.-]{1,20}://[^\\s"\'<>]{1,400}',
    '[\\p{L}\\p{N}._%+-]{1,64}@[\\p{L}\\p{N}.-]{1,200}',
    '(?<!\\S)(?:[a-zA-Z]:|~|\\.{1,2})?[/\\\\][^\\s"\'<>]{1,400}',
  ].join('|'),
  'gu',
);

/** Where a text quotes, in its order, without overlaps. */
export function quotedSpans(text: string): Span[] {
  return Array.from(text.matchAll(pattern), (match) => ({ start: match.index, end: match.index + match[0].length }));
}
