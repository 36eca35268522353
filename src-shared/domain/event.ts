import { z } from 'zod';
import { searchTypeSchema } from './search-request.ts';

/** An event: its type, when, on the clock that was injected, milliseconds since 1970, and what it says (R12.01). */
const event = <Type extends string, Shape extends z.ZodRawShape>(type: Type, payload: Shape) =>
  z.object({ event_type: z.literal(type), ts: z.number(), payload: z.object(payload) });

const searchQuery = {
  query: z.string(),
  requested_search_type: searchTypeSchema,
  effective_search_type: searchTypeSchema,
  results_count: z.int(),
};

/** What happened inside a planner: for its host, never for a model (R12.17). Field names as in seed 001 (R4.34). */
export const plannerEventSchema = z.discriminatedUnion('event_type', [
  /** When the planner is made, with tool search on (R12.06). */
  event('tool_search_cache_ready', {
    tool_count: z.int(),
    fts_available: z.boolean(),
    visible_tool_count: z.int(),
  }),
  /** When the planner is made and the policy removed a tool (R12.07). */
  event('planner_tool_policy_filtered', { removed_tools: z.array(z.string()) }),
  event('tool_search_query', searchQuery),
  event('tool_get', {
    names: z.array(z.string()),
    returned_count: z.int(),
    include_schemas: z.boolean(),
    include_examples: z.boolean(),
  }),
  event('tool_activated', {
    tool_name: z.string(),
    activation_scope: z.enum(['run', 'session']),
    /** By a call; or, with one discovery tool, by a search of this turn or of one before. */
    source: z.enum(['tool_call', 'tool_search', 'working_memory']),
    reason: z.enum(['first_use', 'search_result', 'earlier_turn']),
  }),
  /** No tool name: the event must not tell more than the model learns (R12.05). */
  event('tool_activation_denied', {
    reason: z.enum([
      'visibility_policy',
      'alias_of_hidden',
      'not_in_registry',
      'concurrency_not_declared',
      'session_missing',
      'not_discovered',
    ]),
  }),
  /** A tool that may destroy something, or wants a person's word, waits for it (R17.32). */
  event('tool_approval_requested', { tool_name: z.string(), reason: z.enum(['destructive', 'requires_confirmation']) }),
  event('tool_approval_given', { tool_name: z.string(), approved: z.boolean() }),
  /** With one discovery tool: a turn in which tools gave results, and no entity was in them (R15.11). */
  event('entities_not_extracted', { tool_results: z.int() }),
  /** Sessions whose activations were let go, unused for long or one too many. No ids: they are other callers'. */
  event('session_activations_released', { reason: z.enum(['age', 'number']), count: z.int() }),
  event('paused_runs_released', { reason: z.enum(['age', 'number']), count: z.int() }),
  event('tool_hints_generated', { search_type: searchTypeSchema, tools: z.array(z.string()) }),
  event('tool_directory_rendered', { groups: z.int(), tools: z.int() }),
  event('skill_pack_loaded', { pack_name: z.string(), skill_count: z.int(), updated_count: z.int() }),
  event('skill_directory_rendered', { count: z.int() }),
  event('skills_retrieved', {
    skill_count: z.int(),
    top_k_used: z.int(),
    raw_tokens_est: z.int(),
    final_tokens_est: z.int(),
    was_summarized: z.boolean(),
  }),
  event('skill_search_query', searchQuery),
  event('skill_get', {
    names: z.array(z.string()),
    returned_count: z.int(),
    max_tokens: z.int(),
    final_tokens_est: z.int(),
  }),
  event('skill_list', { filters: z.record(z.string(), z.unknown()), returned_count: z.int() }),
]);
export type PlannerEvent = z.infer<typeof plannerEventSchema>;
export type EventType = PlannerEvent['event_type'];
export type EventPayload<Type extends EventType> = Extract<PlannerEvent, { event_type: Type }>['payload'];
