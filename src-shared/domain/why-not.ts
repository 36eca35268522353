import { z } from 'zod';
import { withheldSchema } from './approval.ts';
import { configChangeSchema } from './config-edit.ts';
import { modeReasonSchema } from './loading-mode.ts';
import { modelStatusSchema } from './model-status.ts';
import { rankerVariantSchema } from './ranker-explanation.ts';
import { callerSchema, rankingSchema, searchTypeSchema, toolSearchInputSchema } from './search-request.ts';
import { scoreExplanationSchema, searchStepSchema } from './search-result.ts';

/** "Why does this search not return that tool?" */
export const whyNotRequestSchema = z.object({
  input: toolSearchInputSchema,
  caller: callerSchema.default({}),
  /** In place of the workspace's `tool_search.ranking`. */
  ranking: rankingSchema.optional(),
  /** Name of the tool, or an alias. */
  tool: z.string().trim().min(1).max(1000),
  /** Whether to try edits too: that takes longer than the reason. */
  suggest: z.boolean().default(true),
});
export type WhyNotRequest = z.infer<typeof whyNotRequestSchema>;

const tierSchema = z.enum(['full_name', 'name_prefix', 'name_substring', 'description_or_tags']);
const words = z.array(z.string()).readonly();

/** Why a search does not return a tool, or not so high: the most specific that holds. */
export const whyNotReasonSchema = z.discriminatedUnion('kind', [
  /** No tool has this name. The names are of tools that the caller may use. */
  z.object({ kind: z.literal('unknown_name'), did_you_mean: words }),
  z.object({ kind: z.literal('source_disabled'), source: z.string() }),
  /** Nobody approved the tool as it is now. */
  z.object({ kind: z.literal('not_approved'), withheld: withheldSchema }),
  /** `by`: the policy of the workspace, or the one that the request brings. */
  z.object({
    kind: z.literal('denied_by_policy'),
    by: z.enum(['workspace', 'request']),
    rule: z.enum(['denied_tools', 'allowed_tools', 'require_tags']),
    missing_tags: words,
  }),
  /** `pattern`: the one of `hidden_tools` that matches; null when none of `visible_tools` does. */
  z.object({ kind: z.literal('hidden_by_persona'), persona: z.string(), pattern: z.string().nullable() }),
  z.object({ kind: z.literal('blank_query') }),
  /** Something puts it on the board, and the search leaves out what is there. Rank: with those included, null without a match. */
  z.object({ kind: z.literal('always_loaded'), mode_reason: modeReasonSchema, rank: z.int().nullable() }),
  /** It is always loaded because nothing defers it. */
  z.object({ kind: z.literal('not_deferred'), mode_reason: modeReasonSchema, rank: z.int().nullable() }),
  /** `exact` compares whole names. */
  z.object({ kind: z.literal('other_name'), differs_by_case: z.boolean() }),
  /** The pattern is found in none of name, description and tags. */
  z.object({ kind: z.literal('pattern_does_not_match'), pattern: z.string() }),
  z.object({ kind: z.literal('no_common_term') }),
  /** An attempt before this tool's turn was answered: only what has every word was returned. */
  z.object({
    kind: z.literal('earlier_step_answered'),
    step: searchStepSchema.shape.step,
    candidates: z.int(),
    missing: words,
  }),
  /** It matches in a lower tier than enough others. `ahead`: how many tools match in each higher tier. */
  z.object({
    kind: z.literal('lower_tier'),
    rank: z.int(),
    tier: tierSchema,
    ahead: z.array(z.object({ tier: tierSchema, tools: z.int() })).readonly(),
  }),
  /** A larger limit would show it. `by`: the request's limit, or `max_search_results`. */
  z.object({
    kind: z.literal('cut_by_limit'),
    rank: z.int(),
    limit: z.int(),
    by: z.enum(['request', 'configuration']),
  }),
  /** It matches, behind more tools than any limit shows. */
  z.object({ kind: z.literal('ranked_behind'), rank: z.int(), limit: z.int() }),
  /** It ranks among the results, but fits poorly, and `tool_search.weak_results` drops such results. */
  z.object({ kind: z.literal('too_weak'), rank: z.int() }),
  /** The search returns it. */
  z.object({ kind: z.literal('found'), rank: z.int() }),
]);
export type WhyNotReason = z.infer<typeof whyNotReasonSchema>;

/** A word of the query, and through what the tool has it. */
export const whyNotWordSchema = z.object({
  text: z.string(),
  kind: z.enum(['content', 'request', 'function']),
  /** Not for function words, which count nothing. */
  searched: z.boolean(),
  /** The tool has it, in this form or in another that counts. */
  in_tool: z.boolean(),
  /** That form, where it is not the word itself. */
  through: rankerVariantSchema.pick({ word: true, kind: true }).nullable(),
  /** In how many tools the word is, in any form of its stem. */
  tools: z.int(),
});
export type WhyNotWord = z.infer<typeof whyNotWordSchema>;

/** What one word of the query, coverage with the bonuses, or the meaning brings to the asked tool and to one ahead of it. */
export const scoreGapSchema = z.object({
  by: z.enum(['word', 'bonuses', 'meaning']),
  /** Null where it is not a word. */
  term: z.string().nullable(),
  here: z.number(),
  ahead: z.number(),
});
export type ScoreGap = z.infer<typeof scoreGapSchema>;

/** A tool that is before the asked one. */
export const toolAheadSchema = z.object({
  name: z.string(),
  rank: z.int(),
  /** Before normalisation: S of our ranker, −bm25(), or the score of the tier. */
  raw: z.number(),
  /** `raw` less that of the asked tool, which is 0 where it does not match. */
  difference: z.number(),
  /** Their sum is the difference; empty where scores have no terms. */
  gaps: z.array(scoreGapSchema).readonly(),
});
export type ToolAhead = z.infer<typeof toolAheadSchema>;

export const editedFieldSchema = z.enum(['phrases', 'tags', 'usage_hint', 'description', 'first_sentence']);
export type EditedField = z.infer<typeof editedFieldSchema>;

/** What an edit of a tool's overlay adds: an entry of a list, or a sentence at the end of a text. A `first_sentence` is one of the description that goes to its front. */
export const toolEditSchema = z.object({ tool: z.string().min(1), field: editedFieldSchema, text: z.string().min(1) });
export type ToolEdit = z.infer<typeof toolEditSchema>;

/** A golden query whose first right tool is elsewhere after an edit. Ranks are null beyond ten. */
export const movedQuerySchema = z.object({
  query: z.string(),
  before: z.int().nullable(),
  after: z.int().nullable(),
});

/** What an edit does to the other golden queries of the workspace. */
export const goldenCostSchema = z.object({
  queries: z.int(),
  hit_at_1: z.object({ before: z.int(), after: z.int() }),
  better: z.int(),
  worse: z.int(),
  /** Those that get worse, then those that get better, twenty at most. */
  changed: z.array(movedQuerySchema).readonly(),
});
export type GoldenCost = z.infer<typeof goldenCostSchema>;

/** An edit that was tried, and where the tool stands with it. */
export const suggestionSchema = z.object({
  edit: toolEditSchema,
  /** The same as a change of `pegboard.yaml`. */
  change: configChangeSchema,
  words,
  rank: z.object({ before: z.int().nullable(), after: z.int() }),
  /** Null without golden queries. */
  cost: goldenCostSchema.nullable(),
  /** The overlay as it would be in `pegboard.yaml`. */
  yaml: z.string(),
});
export type Suggestion = z.infer<typeof suggestionSchema>;

/**
 * Everything about one tool and one search. Host only: it says what policy and persona hide, so it never goes where a model
 * can read (R5.11, R12.17).
 */
export const whyNotSchema = z.object({
  audience: z.literal('host'),
  /** The tool's own name, where an alias was asked for. */
  tool: z.string(),
  query: z.string(),
  search_type: z.object({ requested: searchTypeSchema, effective: searchTypeSchema }),
  ranking: rankingSchema,
  reason: whyNotReasonSchema,
  candidates: z.int(),
  /** Words of the query; empty where words are not what is searched. */
  words: z.array(whyNotWordSchema).readonly(),
  /** What the tool says, its rarest words first. */
  tool_words: words,
  /** Arithmetic of the tool's own score; null where it does not match. */
  arithmetic: scoreExplanationSchema.nullable(),
  /** The first five before it. */
  ahead: z.array(toolAheadSchema).readonly(),
  suggestions: z.array(suggestionSchema).readonly(),
  /** Revision of `pegboard.yaml` that all this was said of, and that the changes belong to; null where nothing is suggested. */
  base: z.string().nullable(),
  /** Why there are none; null when there are, or when none were asked for. */
  no_suggestion: z.string().nullable(),
  /** Golden queries that edits were tried on, and files of them that could not be read. */
  golden: z.object({ queries: z.int(), problems: words }),
  /** What became of the model that `tool_search.understanding.model` names; edits are tried with the vectors that it has. */
  meaning_model: modelStatusSchema.optional(),
});
export type WhyNot = z.infer<typeof whyNotSchema>;
