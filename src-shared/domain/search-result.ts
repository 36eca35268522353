import { z } from 'zod';
import { errorValueSchema } from '../errors.ts';
import { tokenCountSchema } from '../tokens.ts';
import { hybridCorpusSchema, hybridExplanationFields, hybridScoreSchema } from './hybrid-result.ts';
import { loadingModeSchema } from './loading-mode.ts';
import { modelStatusSchema } from './model-status.ts';
import { rankerCorpusSchema, rankerScoreSchema, rankerTermSchema } from './ranker-explanation.ts';
import { searchTypeSchema, weakResultsSchema } from './search-request.ts';
import { sideEffectsSchema, toolExampleSchema } from './tool.ts';

/** One row of what a model gets from `tool_search` (R4.08). Scores compare within one response only (R3.03). */
export const toolSearchHitSchema = z.object({
  name: z.string(),
  description: z.string(),
  score: z.number().min(0).max(1),
  match_type: searchTypeSchema,
  loading_mode: loadingModeSchema,
});

/** What a model gets from `tool_search` (R4.07): no totals, no counts (R4.09). `search_type` is the effective one. */
export const toolSearchOutputSchema = z.object({
  tools: z.array(toolSearchHitSchema).readonly(),
  query: z.string(),
  search_type: searchTypeSchema,
});

/** The same with the fields that are switched on: when to use it, what goes with it, how poorly it fits. */
export const guidedSearchHitSchema = toolSearchHitSchema.extend({
  /** When to use it. */
  hint: z.string().optional(),
  /** Tools that go with it, of those the caller may use (R17.33). */
  related_tools: z.array(z.string()).readonly().optional(),
  /** Marks a result that fits the query poorly, whatever its relative score is (`tool_search.weak_results`). */
  strength: z.literal('weak').optional(),
});
export type ToolSearchHit = z.infer<typeof guidedSearchHitSchema>;

/** The same with the fields that `tool_search.guidance`, `tool_search.weak_results` and hybrid search add; each leaves the schema above valid (R17.01). */
export const guidedSearchOutputSchema = toolSearchOutputSchema.extend({
  tools: z.array(guidedSearchHitSchema).readonly(),
  /** How sure the words of a hybrid search were, so that an agent may search again (R17.15). */
  confidence: z.number().min(0).max(1).optional(),
  /** How the categories of the results are worked with (R17.17, R17.18). */
  workflowGuidance: z.string().optional(),
  instruction: z.string().optional(),
  /** Says that no tool fits the query well (`tool_search.weak_results`). */
  note: z.string().optional(),
});
export type ToolSearchOutput = z.infer<typeof guidedSearchOutputSchema>;

/** One record of what a model gets from `tool_get` (R4.14). */
export const toolRecordSchema = z.object({
  name: z.string(),
  description: z.string(),
  side_effects: sideEffectsSchema.nullable(),
  loading_mode: loadingModeSchema,
  tags: z.array(z.string()),
  args_schema: z.record(z.string(), z.unknown()).optional(),
  out_schema: z.record(z.string(), z.unknown()).nullable().optional(),
  examples: z.array(toolExampleSchema).optional(),
  extra: z.record(z.string(), z.unknown()),
});
export type ToolRecord = z.infer<typeof toolRecordSchema>;

/** What a model gets from `tool_get`. A name that is denied and one that does not exist are missing alike (R4.16). */
export const toolGetOutputSchema = z.object({ tools: z.array(toolRecordSchema).readonly() });
export type ToolGetOutput = z.infer<typeof toolGetOutputSchema>;

/** The columns of the full-text index, in their order. */
export const indexedFieldSchema = z.enum(['name', 'description', 'tags']);
export type IndexedField = z.infer<typeof indexedFieldSchema>;

/** A number for each indexed field. */
export const byFieldSchema = z.object({ name: z.number(), description: z.number(), tags: z.number() });
export type ByField = z.infer<typeof byFieldSchema>;

/** A stretch of a field's text that matched: UTF-16 offsets, end exclusive; `term` is the query's word, null for a regex. */
export const highlightSchema = z.object({
  field: z.enum(['name', 'description', 'tags']),
  start: z.number().int(),
  end: z.number().int(),
  term: z.string().nullable(),
});
export type Highlight = z.infer<typeof highlightSchema>;

/**
 * One query word in one tool. `saturated` = tf·(k1+1) / (tf + k1·(1−b+b·length/average_length)) with tf summed over the
 * fields *before* saturation, as SQLite's bm25() does it; `contribution` = idf·saturated. `shares` splits the
 * contribution in proportion to the fields' tf.
 */
export const termShareSchema = z.object({
  term: z.string(),
  matched: z.boolean(),
  tf: byFieldSchema,
  idf: z.number(),
  saturated: z.number(),
  contribution: z.number(),
  shares: byFieldSchema,
});
export type TermShare = z.infer<typeof termShareSchema>;

/** The arithmetic of SQLite's bm25() under the rankings `rfc` and `rfc-literal`. */
const bm25ScoreSchema = z.object({
  kind: z.literal('bm25'),
  /** What SQLite's bm25() returned: negative, and the more negative the better (R3.14). */
  raw_bm25: z.number(),
  /** −raw_bm25, not below 0. */
  gain: z.number(),
  /** The one of the two below that the ranking takes. */
  score_raw: z.number(),
  /** `rfc`: gain / (1 + gain), bounded, strictly increasing (R3.15). */
  score_raw_corrected: z.number(),
  /** `rfc-literal`: the formula as the RFC prints it, 1 / (1 + max(raw_bm25, 0)): 1 for every match. */
  score_raw_literal: z.number(),
  /** Tokens of this tool in the index, all fields. */
  length: z.number().int(),
  terms: z.array(termShareSchema).readonly(),
});
export type Bm25Score = z.infer<typeof bm25ScoreSchema>;

/** Where a pattern matches a tool, the best first (R3.09, R3.10). */
const regexTierSchema = z.enum(['full_name', 'name_prefix', 'name_substring', 'description_or_tags']);
export type RegexTier = z.infer<typeof regexTierSchema>;

/** The arithmetic of one score, enough to compute it again (R19.09). */
export const scoreExplanationSchema = z.discriminatedUnion('kind', [
  rankerScoreSchema,
  bm25ScoreSchema,
  hybridScoreSchema,
  z.object({
    kind: z.literal('regex'),
    tier: regexTierSchema,
    score_raw: z.number(),
  }),
  z.object({ kind: z.literal('exact'), score_raw: z.literal(1) }),
]);
export type ScoreExplanation = z.infer<typeof scoreExplanationSchema>;

/** Every key of the order of results, first to last (R3.23). */
export const orderKeysSchema = z.object({
  score: z.number(),
  namespace_rank: z.number().int(),
  side_effects: sideEffectsSchema.nullable(),
  side_effects_rank: z.number().int(),
  name_length: z.number().int(),
  name: z.string(),
});
export type OrderKeys = z.infer<typeof orderKeysSchema>;

export const hitExplanationSchema = z.object({
  rank: z.number().int().min(1),
  score: z.number(),
  arithmetic: scoreExplanationSchema,
  order: orderKeysSchema,
  highlights: z.array(highlightSchema).readonly(),
});
export type HitExplanation = z.infer<typeof hitExplanationSchema>;

/** One attempt on the way to the results, and why it was made. */
export const searchStepSchema = z.object({
  step: z.enum([
    'ranker',
    'meaning',
    'fts_all_terms',
    'fts_any_term',
    'regex',
    'regex_of_words',
    'exact',
    'bm25',
    'vector',
    'blend',
    'blank',
  ]),
  reason: z.string(),
  /** What was run: the MATCH expression, the pattern, the name. */
  expression: z.string(),
  /** Tools that matched and may be returned. */
  candidates: z.number().int(),
});
export type SearchStep = z.infer<typeof searchStepSchema>;

/** A word of the query: the term the index knows it by, in how many tools that occurs, its idf; or why it was dropped. */
export const queryTermSchema = z.object({
  text: z.string(),
  index_term: z.string().nullable(),
  document_frequency: z.number().int(),
  idf: z.number(),
  dropped: z.string().nullable(),
});
export type QueryTerm = z.infer<typeof queryTermSchema>;

/** Figures of the index that was searched: exactly the tools this caller may use. */
const bm25CorpusSchema = z.object({
  tools: z.number().int(),
  average_length: z.number(),
  k1: z.number(),
  b: z.number(),
  weights: byFieldSchema,
});

/** What is said of every search. */
const commonExplanation = {
  requested_search_type: searchTypeSchema,
  effective_search_type: searchTypeSchema,
  /** Why the effective type is not the requested one, or the pattern not the one that was given; null when all went as asked. */
  fallback_reason: z.string().nullable(),
  path: z.array(searchStepSchema).readonly(),
  /** Bounds of `score_raw` over all candidates, before the limit (R3.16, R3.19). */
  normalisation: z.object({ min: z.number(), max: z.number(), rule: z.enum(['min_max', 'all_equal', 'none']) }),
  limit: z.object({ requested: z.number().int(), config_maximum: z.number().int(), effective: z.number().int() }),
  candidates: z.number().int(),
  /** How many results were too weak to return; present where `tool_search.weak_results` is not `keep` and words ranked. */
  weak_results: z.object({ policy: weakResultsSchema, weak: z.number().int(), left_out: z.number().int() }).optional(),
};

/**
 * How the response came about, by what ranked it; `none` for a regex, an exact name, a blank query. For the developer:
 * counts in here never reach a model (R4.09).
 */
export const searchExplanationSchema = z.discriminatedUnion('ranking', [
  z.object({
    ...commonExplanation,
    ranking: z.literal('pegboard'),
    terms: z.array(rankerTermSchema).readonly(),
    corpus: rankerCorpusSchema,
  }),
  z.object({
    ...commonExplanation,
    ranking: z.enum(['rfc', 'rfc-literal']),
    terms: z.array(queryTermSchema).readonly(),
    corpus: bm25CorpusSchema,
  }),
  z.object({
    ...commonExplanation,
    ...hybridExplanationFields,
    ranking: z.literal('hybrid'),
    terms: z.array(queryTermSchema).readonly(),
    corpus: hybridCorpusSchema,
  }),
  z.object({ ...commonExplanation, ranking: z.literal('none'), corpus: z.object({ tools: z.number().int() }) }),
]);
export type SearchExplanation = z.infer<typeof searchExplanationSchema>;

/** How well a result answers its query by itself, whatever the other results are. The relative score is 1 for the best of any. */
export const matchStrengthSchema = z.enum(['strong', 'fair', 'weak']);
export type MatchStrength = z.infer<typeof matchStrengthSchema>;

/** What a result lacks of its query. */
const missingWordsSchema = z.object({
  /** Words that no tool of the catalog mentions. */
  fromCatalog: z.array(z.string()).readonly(),
  /** Words that other tools mention and the best result does not. */
  fromBest: z.array(z.string()).readonly(),
});
export type MissingWords = z.infer<typeof missingWordsSchema>;

/** A part of a score and the hue that stands for it everywhere. */
const scorePartSchema = z.object({
  hue: z.enum(['name', 'description', 'tags', 'arguments', 'tier', 'words', 'vector', 'meaning']),
  value: z.number(),
});
export type ScorePart = z.infer<typeof scorePartSchema>;

/** What a row of the results shows of its score. */
const hitSummarySchema = z.object({
  rank: z.number().int().min(1),
  /** `matchStrength` of it. */
  strength: matchStrengthSchema.nullable(),
  side_effects: sideEffectsSchema.nullable(),
  /** Those in the name and the description. */
  highlights: z.array(highlightSchema).readonly(),
  /** `scoreParts` of it. */
  parts: z.array(scorePartSchema).readonly(),
  /** What the parts add up to: S of the default ranking, the gain of bm25(); else `score_raw`. */
  value: z.number(),
  /** The tier of a pattern, null for the others. */
  tier: regexTierSchema.nullable(),
  kind: z.enum(['pegboard', 'bm25', 'hybrid', 'regex', 'exact']),
});
export type HitSummary = z.infer<typeof hitSummarySchema>;

/** What a list of results shows of how they came about: a fifth of an explanation, since it is sent for each key (decision 075). */
export const searchSummarySchema = z.object({
  requested_search_type: commonExplanation.requested_search_type,
  effective_search_type: commonExplanation.effective_search_type,
  fallback_reason: commonExplanation.fallback_reason,
  path: commonExplanation.path,
  candidates: commonExplanation.candidates,
  weak_results: commonExplanation.weak_results,
  ranking: z.enum(['pegboard', 'rfc', 'rfc-literal', 'hybrid', 'none']),
  /** Tools that this caller may use. */
  tools: z.number().int(),
  /** `missingFromBest` of the results. */
  missing: missingWordsSchema.nullable(),
  /** One for each result, in their order. */
  hits: z.array(hitSummarySchema).readonly(),
});
export type SearchSummary = z.infer<typeof searchSummarySchema>;

/** The tools that a result says go with it: one the caller may use, one it may not, or a name that no tool has (R17.33). */
export const relatedToolsSchema = z.object({
  tool: z.string(),
  related: z.array(z.object({ name: z.string(), state: z.enum(['usable', 'hidden', 'unknown']) })).readonly(),
});
export type RelatedTools = z.infer<typeof relatedToolsSchema>;

/** `tool_search` as a developer sees it: what the model gets, what that costs, and everything behind it. */
export const searchResponseSchema = z.object({
  output: guidedSearchOutputSchema,
  /** Tokens of `output` as compact JSON. */
  output_tokens: tokenCountSchema,
  /** Matching tools left out because they are always loaded. Said to the user, never to the model. */
  always_loaded_matches: z.number().int(),
  /** Present when asked for. */
  explanation: searchExplanationSchema.nullable(),
  /** One for each of `output.tools`, in their order; empty unless asked for. */
  hits: z.array(hitExplanationSchema).readonly(),
  /** In place of `explanation` and `hits`, where only a summary of them is asked for. */
  summary: searchSummarySchema.optional(),
  /** Why a search did not ask the embedder or the model that it wanted. */
  embedder_problem: errorValueSchema.nullable().optional(),
  /** What became of the model that `tool_search.understanding.model` names; only where it names one and words ranked. */
  meaning_model: modelStatusSchema.optional(),
  /** What the results say goes with them, and whether each is there for this caller; said to the user only (R17.33). */
  related: z.array(relatedToolsSchema).readonly().optional(),
  /** Time inside the search, milliseconds, on the injected clock. */
  elapsed_ms: z.number(),
});
export type SearchResponse = z.infer<typeof searchResponseSchema>;
