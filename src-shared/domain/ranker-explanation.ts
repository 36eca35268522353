import { z } from 'zod';
import { queryLanguageSchema, translationTableSchema } from './query-language.ts';

/** The parts of a tool that the ranker searches. `tags` has the category too, `phrases` hypothetical queries, hint and aliases. */
export const rankerFieldSchema = z.enum([
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
]);
export type RankerField = z.infer<typeof rankerFieldSchema>;

/** A number for each field of the ranker. */
export const byRankerFieldSchema = z.record(rankerFieldSchema, z.number());
export type ByRankerField = z.infer<typeof byRankerFieldSchema>;

/** Every number of the ranker. One object, so that the ablation can change one and an explanation can publish all. */
export const rankerParametersSchema = z.object({
  /** What a word counts in each field. */
  weights: byRankerFieldSchema,
  /** Saturation of frequencies, and how much the length of a field dampens them. */
  k1: z.number(),
  b: z.number(),
  /** What a match counts by how it came about; 1 when the tool has the very word. */
  stem: z.number(),
  /** Times the shorter length over the longer. */
  prefix: z.number(),
  thesaurus: z.number(),
  /** In place of `thesaurus` for a word that no tool has. */
  thesaurus_unknown: z.number(),
  edit: z.number(),
  /** The best translation of a foreign word, and the others. */
  translation: z.number(),
  other_translation: z.number(),
  /** Times the factor of a translation, for a word that some tool has itself. */
  translation_known: z.number(),
  /** Times the factor of a translation, for what the thesaurus has for it. */
  translation_thesaurus: z.number(),
  /** Weight of words such as "want" and "please", and of function words. */
  request_word: z.number(),
  function_word: z.number(),
  /** Factor for words that stand only in quotes, placeholders, URLs or paths. */
  quoted: z.number(),
  /** Per natural logarithm of how often the query has the word. */
  repetition: z.number(),
  /** What a query, and a name, that is covered in full adds to the factor 1. */
  query_coverage: z.number(),
  name_coverage: z.number(),
  /** Share of the mean of the three best sums in the tool's namespace. */
  namespace: z.number(),
  /** Per idf of two neighbours of the query that are neighbours in name, namespace, title or first sentence. */
  bigram: z.number(),
  /** β: what the meaning of a query adds at most, times what its words lack of their full score. */
  meaning: z.number(),
  /** Cosine from which on a tool without a word of the query is found by its meaning alone. */
  meaning_alone: z.number(),
  /** What a word counts in each field for the meaning of a tool. */
  meaning_weights: byRankerFieldSchema,
});
export type RankerParameters = z.infer<typeof rankerParametersSchema>;

/** A word of the catalog through which a word of the query matches, and what a match through it counts. */
export const rankerVariantSchema = z.object({
  word: z.string(),
  kind: z.enum(['exact', 'stem', 'prefix', 'thesaurus', 'edit', 'translation']),
  /** The entry of the thesaurus that led here; null for the other kinds. */
  through: z.string().nullable(),
  /** With `translation`: which word became which, by which table, and how sure it is. */
  translation: z
    .object({
      language: queryLanguageSchema,
      of: z.string(),
      english: z.string(),
      table: translationTableSchema,
      p: z.number(),
    })
    .optional(),
  factor: z.number(),
  /** Idf of the word's own stem. A match counts the smaller of this and the idf of the query's word. */
  idf: z.number(),
});
export type RankerVariant = z.infer<typeof rankerVariantSchema>;

/** A word of the query as the ranker takes it; `dropped` says why it was not searched. */
export const rankerTermSchema = z.object({
  text: z.string(),
  stem: z.string(),
  kind: z.enum(['content', 'request', 'function']),
  /** How often the query has it, in any form of its stem. */
  count: z.number().int(),
  quoted: z.boolean(),
  /** q: by kind, × `quoted`, × (1 + repetition · ln count). */
  weight: z.number(),
  /** Tools that have a form of its stem; for a foreign word that none has, of the translation through which it matches best. */
  document_frequency: z.number().int(),
  /** ln(1 + (N − n + .5) / (n + .5)). */
  idf: z.number(),
  /** The words of the catalog that it matches through, those that count most first, at most 20. */
  variants: z.array(rankerVariantSchema).readonly(),
  /** How many there are in all. 0: no tool matches this word in any way. */
  variant_count: z.number().int(),
  dropped: z.string().nullable(),
});
export type RankerTerm = z.infer<typeof rankerTermSchema>;

/**
 * One word of the query in one tool: the variant that counts most there. `strength` x = Σ weight·tf / (1 − b + b·length /
 * average length); `saturated` = x·(k1 + 1) / (k1 + x); `idf` is the smaller of the word's and the variant's; `match` m =
 * variant.factor · idf · saturated; `contribution` = weight of the word · m. `shares` splits the contribution by the fields' part of x.
 */
export const rankerTermShareSchema = z.object({
  term: z.string(),
  weight: z.number(),
  variant: rankerVariantSchema.nullable(),
  idf: z.number(),
  tf: byRankerFieldSchema,
  strength: z.number(),
  saturated: z.number(),
  match: z.number(),
  contribution: z.number(),
  shares: byRankerFieldSchema,
});
export type RankerTermShare = z.infer<typeof rankerTermShareSchema>;

/** What the meaning of a query added to a tool's score, where its words were unsure. */
export const rankerMeaningSchema = z.object({
  /** S by words alone: of this tool, and the best of any tool. */
  words: z.number(),
  top: z.number(),
  /** What the words of the query score where a tool has all of them in full: Σ weight·idf. */
  whole: z.number(),
  /** parameter `meaning` · (whole − top): what a cosine of 1 adds. */
  gain: z.number(),
  /** Between the tool and the query, or that sentence of it which is nearest: `asked`. */
  cosine: z.number(),
  asked: z.string(),
  /** gain · max(0, cosine). */
  bonus: z.number(),
  /** The pairs of a word asked and a word of the tool that the cosine rests on most, with their part of it. */
  because: z.array(z.object({ asked: z.string(), word: z.string(), share: z.number() })).readonly(),
  /**
   * The model that compared the meanings, where the workspace names one and it answered. A model reads whole sentences, so its
   * cosine cannot be split by words, and `because` is empty. `cosine` above is the model's own, moved from the range between
   * `background` and `match` to the range that the ranking was learned on.
   */
  model: z
    .object({
      id: z.string(),
      /** The model's median cosine of a tool with texts of other tools, and with its own text, in this catalog. */
      background: z.number(),
      match: z.number(),
      /** What was compared with the tool and the model's own cosine, the nearest first; null where the model gives none. */
      sentences: z.array(z.object({ asked: z.string(), cosine: z.number().nullable() })).readonly(),
    })
    .optional(),
});
export type RankerMeaning = z.infer<typeof rankerMeaningSchema>;

/** The arithmetic of the ranker's score of one tool. */
export const rankerScoreSchema = z.object({
  kind: z.literal('pegboard'),
  /** S = sum × query_coverage.factor × name_coverage.factor + namespace.bonus + Σ pairs.bonus + meaning.bonus. */
  raw: z.number(),
  /** S / (1 + S). */
  score_raw: z.number(),
  terms: z.array(rankerTermShareSchema).readonly(),
  /** Σ contribution. */
  sum: z.number(),
  /** Share: Σ weight·idf of the words that match, over that of all. Factor: 1 + parameter · share. */
  query_coverage: z.object({ share: z.number(), factor: z.number() }),
  /** Share: Σ idf of the name's words that match, over that of all of them. Factor: 1 + parameter · share. */
  name_coverage: z.object({
    share: z.number(),
    factor: z.number(),
    words: z.array(z.object({ stem: z.string(), idf: z.number(), matched: z.boolean() })).readonly(),
  }),
  /** The best sums × factors in its namespace, three at most; the bonus is parameter · Σ / 3. */
  namespace: z.object({ best: z.array(z.number()).readonly(), bonus: z.number() }),
  /** Neighbours in the query that are neighbours here; the bonus is parameter · idf. */
  pairs: z.array(z.object({ stems: z.tuple([z.string(), z.string()]), idf: z.number(), bonus: z.number() })).readonly(),
  /** Null where the words of the query were sure, and where meaning is switched off or the model does not know the catalog. */
  meaning: rankerMeaningSchema.nullable(),
  /** Words of the tool by field. */
  lengths: byRankerFieldSchema,
});
export type RankerScore = z.infer<typeof rankerScoreSchema>;

/** Figures of the index that was searched: exactly the tools this caller may use. */
export const rankerCorpusSchema = z.object({
  tools: z.number().int(),
  /** Mean number of words, over the tools that have the field. */
  average_lengths: byRankerFieldSchema,
  parameters: rankerParametersSchema,
});
