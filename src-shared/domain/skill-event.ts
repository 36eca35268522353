import { z } from 'zod';
import { searchTypeSchema } from './search-request.ts';

/** What the skills of a run tell the outside (R12.10–R12.15). None of it names a skill that the caller may not see. */
export const skillEventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('skill_pack_loaded'),
    pack_name: z.string(),
    skill_count: z.number().int(),
    /** Rows written: added or changed. */
    updated_count: z.number().int(),
  }),
  z.object({ type: z.literal('skill_directory_rendered'), count: z.number().int() }),
  z.object({
    type: z.literal('skills_retrieved'),
    skill_count: z.number().int(),
    top_k_used: z.number().int(),
    raw_tokens_est: z.number().int(),
    final_tokens_est: z.number().int(),
    was_summarized: z.boolean(),
  }),
  z.object({
    type: z.literal('skill_search_query'),
    query: z.string(),
    requested_search_type: searchTypeSchema,
    effective_search_type: searchTypeSchema,
    results_count: z.number().int(),
  }),
  z.object({
    type: z.literal('skill_get'),
    names: z.array(z.string()),
    returned_count: z.number().int(),
    max_tokens: z.number().int(),
    final_tokens_est: z.number().int(),
  }),
  z.object({
    type: z.literal('skill_list'),
    filters: z.record(z.string(), z.string()),
    returned_count: z.number().int(),
  }),
]);
export type SkillEvent = z.infer<typeof skillEventSchema>;
