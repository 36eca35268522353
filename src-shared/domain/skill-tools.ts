import { z } from 'zod';
import { tokenCountSchema } from '../tokens.ts';
import { callerSchema, searchTypeSchema } from './search-request.ts';
import { queryTermSchema } from './search-result.ts';
import { scopeModeSchema, skillOriginSchema, taskTypeSchema } from './skill.ts';

/** What a model may pass to `skill_search` (R4.20). */
export const skillSearchInputSchema = z.strictObject({
  query: z.string(),
  search_type: searchTypeSchema.default('fts'),
  limit: z.int().min(1).max(20).default(8),
  task_type: taskTypeSchema.optional(),
});
export type SkillSearchInput = z.infer<typeof skillSearchInputSchema>;

/** One row of what a model gets from `skill_search` (R4.21). Scores compare within one response only. */
export const skillSearchHitSchema = z.object({
  name: z.string(),
  title: z.string().optional(),
  trigger: z.string(),
  task_type: taskTypeSchema,
  score: z.number().min(0).max(1),
  match_type: searchTypeSchema,
});

/** What a model gets from `skill_search`: the query, and the type that was really used. */
export const skillSearchOutputSchema = z.object({
  skills: z.array(skillSearchHitSchema).readonly(),
  query: z.string(),
  search_type: searchTypeSchema,
});
export type SkillSearchOutput = z.infer<typeof skillSearchOutputSchema>;

/** A number for each text of a skill that a search looks at. The body is looked at only after them. */
export const bySkillFieldSchema = z.object({
  name: z.number(),
  title: z.number(),
  trigger: z.number(),
  description: z.number(),
  tags: z.number(),
});
export type BySkillField = z.infer<typeof bySkillFieldSchema>;

/** One query word in one skill; as for tools, `contribution` = idf·saturated, split by the fields' frequencies. */
export const skillTermShareSchema = z.object({
  term: z.string(),
  matched: z.boolean(),
  tf: bySkillFieldSchema,
  idf: z.number(),
  saturated: z.number(),
  contribution: z.number(),
  shares: bySkillFieldSchema,
});

/** The arithmetic of one score, enough to compute it again (R4.22, R19.09). */
export const skillScoreSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('fts'),
    /** What SQLite's bm25() returned: negative, and the more negative the better. */
    raw_bm25: z.number(),
    gain: z.number(),
    /** gain / (1 + gain). */
    score_raw: z.number(),
    /** Tokens of this skill in the index, all fields; null for a match in the body, which has no shares either. */
    length: z.number().int().nullable(),
    terms: z.array(skillTermShareSchema).readonly(),
  }),
  z.object({
    kind: z.literal('regex'),
    tier: z.enum(['full_name', 'name_prefix', 'name_substring', 'other_field', 'body']),
    score_raw: z.number(),
  }),
  z.object({ kind: z.literal('exact'), score_raw: z.literal(1) }),
]);
export type SkillScore = z.infer<typeof skillScoreSchema>;

/** One attempt on the way to the results, and why it was made. */
export const skillSearchStepSchema = z.object({
  step: z.enum(['fts_all_terms', 'fts_any_term', 'fts_body', 'regex', 'regex_of_words', 'exact', 'blank']),
  reason: z.string(),
  expression: z.string(),
  candidates: z.number().int(),
});
export type SkillSearchStep = z.infer<typeof skillSearchStepSchema>;

/** How a response came about, for the developer. */
export const skillSearchExplanationSchema = z.object({
  requested_search_type: searchTypeSchema,
  effective_search_type: searchTypeSchema,
  fallback_reason: z.string().nullable(),
  path: z.array(skillSearchStepSchema).readonly(),
  terms: z.array(queryTermSchema).readonly(),
  corpus: z.object({ skills: z.number().int(), average_length: z.number(), k1: z.number(), b: z.number() }),
  normalisation: z.object({ min: z.number(), max: z.number(), rule: z.enum(['min_max', 'all_equal', 'none']) }),
  candidates: z.number().int(),
  /** One for each hit, in their order. */
  hits: z.array(skillScoreSchema).readonly(),
});
export type SkillSearchExplanation = z.infer<typeof skillSearchExplanationSchema>;

/** `skill_search` as a developer sees it: what the model gets, what that costs, and everything behind it. */
export const skillSearchResponseSchema = z.object({
  output: skillSearchOutputSchema,
  output_tokens: tokenCountSchema,
  explanation: skillSearchExplanationSchema.nullable(),
  elapsed_ms: z.number(),
});
export type SkillSearchResponse = z.infer<typeof skillSearchResponseSchema>;

/** What a model may pass to `skill_get` (R4.24). */
export const skillGetInputSchema = z.strictObject({
  names: z.array(z.string()).min(1).max(10),
  format: z.enum(['raw', 'injection']).default('injection'),
  max_tokens: z.int().min(200).max(6000).default(1500),
});
export type SkillGetInput = z.infer<typeof skillGetInputSchema>;

/** What a model gets from `skill_get` (R4.25–R4.28). A name that is out of scope and one that does not exist are missing alike. */
export const skillGetOutputSchema = z.object({
  skills: z
    .array(
      z.object({
        name: z.string(),
        title: z.string().optional(),
        trigger: z.string(),
        steps: z.array(z.string()),
        preconditions: z.array(z.string()).optional(),
        failure_modes: z.array(z.string()).optional(),
        body: z.string().optional(),
      }),
    )
    .readonly(),
  formatted_context: z.string(),
});
export type SkillGetOutput = z.infer<typeof skillGetOutputSchema>;

/** What a model may pass to `skill_list` (R4.29, R4.30). */
export const skillListInputSchema = z.strictObject({
  page: z.int().min(1).default(1),
  page_size: z.int().min(1).max(100).default(20),
  task_type: taskTypeSchema.optional(),
  origin: skillOriginSchema.optional(),
  scope: scopeModeSchema.optional(),
});
export type SkillListInput = z.infer<typeof skillListInputSchema>;

/** What a model gets from `skill_list` (R4.31, R4.32): `total` counts what the caller may see and the filters leave. */
export const skillListOutputSchema = z.object({
  skills: z
    .array(z.object({ name: z.string(), title: z.string().optional(), trigger: z.string(), task_type: taskTypeSchema }))
    .readonly(),
  page: z.number().int(),
  page_size: z.number().int(),
  total: z.number().int(),
});
export type SkillListOutput = z.infer<typeof skillListOutputSchema>;

/** Skills for a task, chosen and shortened before a run (R10.01, R12.12). */
export const relevantSkillsSchema = z.object({
  names: z.array(z.string()).readonly(),
  /** The block for the prompt; empty when no skill matches (R10.14). */
  text: z.string(),
  top_k_used: z.number().int(),
  /** Tokens (estimate) of the block before it was shortened, and as it is. */
  raw_tokens_est: z.number().int(),
  final_tokens_est: z.number().int(),
  /** Whether a model shortened it: never here. */
  was_summarized: z.literal(false),
});
export type RelevantSkills = z.infer<typeof relevantSkillsSchema>;

/** What a budget left of one skill: nothing when it is not shown; else what of it was left out. For the developer. */
const skillFitSchema = z.object({ name: z.string(), shown: z.boolean(), cut: z.array(z.string()).readonly() });
export type SkillFit = z.infer<typeof skillFitSchema>;

/** Why these skills were chosen for a task, and what their budget took away. */
const relevantSkillsExplanationSchema = z.object({
  /** `skills.max_tokens`, by the estimate. */
  budget: z.number().int(),
  /** Tokens of the block before and after shortening. */
  raw_tokens: tokenCountSchema,
  tokens: tokenCountSchema,
  /** The search that chose them. */
  search: z.object({ output: skillSearchOutputSchema, explanation: skillSearchExplanationSchema }),
  /** One for each skill that the search gave, in its order. */
  skills: z.array(skillFitSchema).readonly(),
});
export type RelevantSkillsExplanation = z.infer<typeof relevantSkillsExplanationSchema>;

export const relevantSkillsResponseSchema = relevantSkillsSchema.extend({
  explanation: relevantSkillsExplanationSchema.nullable(),
});
export type RelevantSkillsResponse = z.infer<typeof relevantSkillsResponseSchema>;

/** `skill_get` as a developer sees it: what the model gets, what that costs, and what the budget left out. */
export const skillGetExplainedSchema = z.object({
  output: skillGetOutputSchema,
  output_tokens: tokenCountSchema,
  /** One for each skill in the output. */
  skills: z.array(skillFitSchema).readonly(),
});
export type SkillGetExplained = z.infer<typeof skillGetExplainedSchema>;

/** The directory of skills in the prompt; an empty text for none (R9.12). */
export const skillDirectorySchema = z.object({ text: z.string(), count: z.number().int() });
export type SkillDirectory = z.infer<typeof skillDirectorySchema>;

const asCaller = { caller: callerSchema.default({}) };
export const skillSearchRequestSchema = z.object({
  input: skillSearchInputSchema,
  ...asCaller,
  explain: z.boolean().default(false),
});
export const skillGetRequestSchema = z.object({ input: skillGetInputSchema, ...asCaller });
export const skillListRequestSchema = z.object({ input: skillListInputSchema, ...asCaller });
export const relevantSkillsRequestSchema = z.object({
  task: z.string(),
  ...asCaller,
  /** Says why, and does not count as a use of the skills. */
  explain: z.boolean().default(false),
});
export const skillDirectoryRequestSchema = z.object(asCaller);
