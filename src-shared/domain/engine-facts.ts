import { z } from 'zod';
import { keysOf } from '../tables.ts';
import { type Ranking, rankingSchema } from './search-request.ts';

/** What a reader must know of an engine before believing its results. */
export interface EngineFacts {
  readonly title: string;
  /** What it stands for; null for engines of our own. */
  readonly emulates: string | null;
  /** How it ranks, in one or two sentences. */
  readonly ranks: string;
  /** Where the emulation guesses or differs; null where it does neither. */
  readonly assumes: string | null;
}

/**
 * Our own rankings behind `fts`, seed 004's BM25, hybrid search and its vectors alone (both with the offline embedder), and
 * emulations of other libraries' search, under the library's name.
 */
const facts = {
  pegboard: {
    title: 'Pegboard',
    emulates: null,
    ranks: 'Our own ranker: weighted fields, stems, a thesaurus, coverage. The score is S.',
    assumes: null,
  },
  rfc: {
    title: 'RFC, corrected',
    emulates: null,
    ranks: "SQLite's bm25() over name, description and tags: every word, else any. The score is −bm25().",
    assumes: null,
  },
  'rfc-literal': {
    title: 'RFC, as printed',
    emulates: null,
    ranks: "The RFC's formula as printed, which gives every match the same score: shorter names come first.",
    assumes: null,
  },
  'seed-bm25': {
    title: 'BM25 in memory',
    emulates: null,
    ranks: 'BM25 over the name (2) and all texts (1), k1 1.2, b .75, no stems, no split identifiers.',
    assumes: null,
  },
  hybrid: {
    title: 'Hybrid',
    emulates: null,
    ranks: 'BM25 in memory; where it is not sure, blended with or replaced by the cosines of word vectors.',
    assumes: null,
  },
  vector: {
    title: 'Vectors alone',
    emulates: null,
    ranks: 'The cosine of the word vectors that come with Pegboard, normalised.',
    assumes: null,
  },
  'pydantic-ai': {
    title: 'pydantic-ai',
    emulates: 'the "keywords" search of pydantic-ai',
    ranks: 'How many distinct words of the query name and description have.',
    assumes: 'Ties keep the order of the catalog.',
  },
  'vercel-ai': {
    title: 'Vercel AI SDK',
    emulates: 'toolSearch() of the Vercel AI SDK 7',
    ranks: 'Each distinct word of the query counts 2 in the name and 1 in the description.',
    assumes: 'Tools are registered in the order of the catalog, which decides ties.',
  },
  'docker-mcp': {
    title: 'Docker MCP gateway',
    emulates: 'mcp-find of the Docker MCP gateway, keyword strategy',
    ranks:
      'The whole query as a piece of text: the server 100 or 50, the tool 90 or 40, its description 30; the most of them.',
    assumes: 'It answers with servers: here the namespace is the server, and each tool counts for itself.',
  },
  'spring-ai': {
    title: 'Spring AI',
    emulates: 'the Lucene tool index of Spring AI 2.0',
    ranks: "Lucene's BM25: phrase ×4 and words ×2 in the name, phrase and words ×1 in the description; at least .25.",
    assumes: 'The name is that of this catalog, which Lucene takes for one word.',
  },
  regex: {
    title: 'Plain regex',
    emulates: "a regex tool search, such as Anthropic's",
    ranks: 'The query as one pattern over name, description and arguments, at most 200 characters.',
    assumes:
      'Case does not count; the name comes before description and arguments (3, 2, 1): the real order is not public.',
  },
} as const satisfies Readonly<Record<string, EngineFacts>>;

/** Engines beside `tool_search`: they score tools in memory and know nothing of its order. */
export type ScoredEngineName = Exclude<keyof typeof facts, Ranking>;

export const engineFacts: Readonly<Record<keyof typeof facts, EngineFacts>> = facts;

/** What one query can be put through. */
export const searchEngineSchema = z.enum(keysOf(engineFacts));
export type SearchEngineName = z.infer<typeof searchEngineSchema>;

/** What an evaluation measures too: the default ranking with the model that the workspace names. */
export const evalEngineFacts = {
  ...facts,
  'pegboard+model': {
    title: 'Pegboard with your model',
    emulates: null,
    ranks: 'Our own ranker, where the model that the workspace names compares the meanings.',
    assumes: 'The model was asked before the clock starts, so times are those of the ranking alone.',
  },
} as const satisfies Readonly<Record<string, EngineFacts>>;

export function isScoredEngine(name: keyof typeof evalEngineFacts): name is ScoredEngineName {
  return name !== 'pegboard+model' && !rankingSchema.safeParse(name).success;
}
