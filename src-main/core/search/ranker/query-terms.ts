import type { UnderstandingConfig } from '#shared/domain/config.ts';
import type { QueryLanguage, TranslationTable } from '#shared/domain/query-language.ts';
import type { RankerParameters } from '#shared/domain/ranker-explanation.ts';
import { maximumQueryLength } from '../query-words.ts';
import { type ForeignQuery, readForeignQuery } from '../understanding/languages/understood-query.ts';
import type { Stems } from './stem.ts';
import { type WordKind, wordKind } from './stop-words.ts';
import type { Thesaurus } from './thesaurus.ts';
import { isCjk, type Token, type Tokenizer } from './tokens.ts';

/** A word of a query with what it counts. */
export interface WeightedTerm {
  /** The word as it first occurs, folded. */
  readonly word: string;
  readonly stem: string;
  /** All forms of the stem that the query has. */
  readonly forms: readonly string[];
  /** Phrases of the thesaurus that it is part of here, as stems. */
  readonly phrases: readonly string[];
  readonly kind: WordKind;
  /** How often the query has it. */
  readonly count: number;
  /** Whether it occurs only in quotes, placeholders, URLs or paths. */
  readonly quoted: boolean;
  readonly weight: number;
  /** What it stands for in English, the best first; empty for a word of an English query. */
  readonly translations: readonly Translation[];
  /** Whether another term stands for it: it counts only where a tool has it. */
  readonly absorbed: boolean;
}

/** An English word that a foreign one stands for. */
export interface Translation {
  readonly language: QueryLanguage;
  /** The foreign word or phrase. */
  readonly of: string;
  readonly english: string;
  readonly table: TranslationTable;
  /** How sure it is: 0 to 1. */
  readonly p: number;
}

export interface ReadQuery {
  /** Those that count. */
  readonly terms: readonly WeightedTerm[];
  /** Function words: they count nothing. */
  readonly ignored: readonly WeightedTerm[];
  /** Neighbours that both count, as stems, each pair once. */
  readonly pairs: readonly (readonly [string, string])[];
  /** Its language, when it is put in another than English and its words are translated. */
  readonly language: QueryLanguage | null;
}

/** What reading a query takes: the numbers and the words of one index. */
export interface QueryReader {
  readonly parameters: RankerParameters;
  readonly tokenizer: Tokenizer;
  readonly stems: Stems;
  readonly thesaurus: Thesaurus;
  readonly understanding: Pick<UnderstandingConfig, 'languages'>;
}

/** Reads a query: its words with their weights, and which are side by side. It is cut at 2,000 characters. */
export function readQuery(text: string, reader: QueryReader): ReadQuery {
  const read = text.slice(0, maximumQueryLength).toWellFormed();
  const tokens = reader.tokenizer.tokens(read);
  const stems = tokens.map((token) => reader.stems.of(token.word));
  const spans = quotedSpans(read);
  const foreign = reader.understanding.languages ? readForeignQuery(read, tokens, spans) : null;
  const found = gatherTerms(spans, tokens, stems, reader.thesaurus);
  if (foreign) addTranslations(found, { text: read, tokens, stems }, foreign);
  const all = weighTerms(found, reader.parameters);
  // A query of nothing but function words is taken at its word: some tool may be called "now".
  const terms = all.every((term) => term.weight === 0)
    ? all.map((term) => ({ ...term, weight: 1 }))
    : all.filter((term) => term.weight > 0);
  const counting = new Set(terms.map((term) => term.stem));
  return {
    terms,
    ignored: all.filter((term) => !counting.has(term.stem)),
    pairs: neighbours(tokens, stems, counting),
    language: foreign?.language ?? null,
  };
}

interface Gathered {
  readonly stem: string;
  readonly word: string;
  readonly forms: Set<string>;
  readonly phrases: Set<string>;
  count: number;
  quoted: boolean;
  /** For a word of a foreign query: what kind of word it is there. */
  kind?: WordKind;
  translations?: readonly Translation[];
  absorbed?: boolean;
}

/** Every stem of the query once, in the order in which they first come. */
function gatherTerms(
  spans: readonly Span[],
  tokens: readonly Token[],
  stems: readonly string[],
  thesaurus: Thesaurus,
): Map<string, Gathered> {
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

/**
 * Gives the words of a foreign query their translations. A phrase, a compound and a word of a script without spaces is told by its first
 * word or by a term of its own; what else lies in its place is absorbed.
 */
function addTranslations(
  found: Map<string, Gathered>,
  {
    text,
    tokens,
    stems,
  }: { readonly text: string; readonly tokens: readonly Token[]; readonly stems: readonly string[] },
  { language, units }: ForeignQuery,
): void {
  const isCjkQuery = language === 'ja' || language === 'ko' || language === 'zh';
  if (isCjkQuery && units.length > 0) {
    for (const [i, { word }] of tokens.entries()) {
      const term = isCjk(word) ? found.get(stems[i] ?? word) : undefined;
      if (term) term.absorbed = true;
    }
  }
  for (const unit of units) {
    const inside = tokens.flatMap(({ start, end }, i) => (start >= unit.start && end <= unit.end ? [i] : []));
    const stemsInside = [...new Set(inside.map((i) => stems[i] ?? ''))];
    const carriers = stemsInside.filter((stem) => !isCjkQuery || stem === unit.text);
    if (unit.isFunction) {
      for (const stem of carriers) setOf(found, stem, { kind: 'function' });
      continue;
    }
    for (const stem of carriers) setOf(found, stem, { absorbed: true });
    const of = text.slice(unit.start, unit.end);
    for (const [i, candidates] of unit.parts.entries()) {
      const translations = candidates.map(({ english, table, p }) => ({ language, of, english, table, p }));
      const kind = wordKind(translations[0]?.english ?? '');
      const stem = carriers[i] ?? (i === 0 ? unit.text : `${unit.text} (${translations[0]?.english})`);
      const term = found.get(stem);
      if (term) setOf(found, stem, { absorbed: false, kind, translations });
      else {
        const quoted = inside.every((at) => found.get(stems[at] ?? '')?.quoted ?? false);
        found.set(stem, {
          stem,
          word: stem,
          forms: new Set(),
          phrases: new Set(),
          count: 1,
          quoted,
          kind,
          translations,
        });
      }
    }
  }
}

function setOf(found: Map<string, Gathered>, stem: string, change: Partial<Gathered>): void {
  const term = found.get(stem);
  if (term) Object.assign(term, change);
}

function weighTerms(found: ReadonlyMap<string, Gathered>, parameters: RankerParameters): WeightedTerm[] {
  const byKind = { function: parameters.function_word, request: parameters.request_word, content: 1 };
  return [...found.values()].map((gathered) => {
    const { stem, word, forms, phrases, count, quoted, translations = [], absorbed = false } = gathered;
    const kind = gathered.kind ?? wordKind(word);
    const weight = byKind[kind] * (quoted ? parameters.quoted : 1) * (1 + parameters.repetition * Math.log(count));
    return {
      word,
      stem,
      forms: [...forms],
      phrases: [...phrases],
      kind,
      count,
      quoted,
      weight,
      translations,
      absorbed,
    };
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
