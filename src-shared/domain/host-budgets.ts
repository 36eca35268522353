import { z } from 'zod';
import { tokenCountSchema } from '../tokens.ts';

/** What one host lists of the skills at the start of a session. */
export const skillListingSchema = z.object({
  host: z.string(),
  /** The limit in words. */
  rule: z.string(),
  source: z.string(),
  /** What the budget counts; null where there is none, or it is one of entries. */
  unit: z.enum(['characters', 'tokens']).nullable(),
  budget: z.int().nullable(),
  /** Size of the whole listing before anything is cut, in that unit. */
  wanted: z.int(),
  /** Size of the listing as it is shown. */
  used: z.int(),
  skills: z.int(),
  /** Skills with their whole description. */
  whole: z.int(),
  /** Descriptions that are cut. */
  shortened: z.array(z.object({ name: z.string(), from: z.int(), to: z.int() })),
  /** Skills that are there without a description: the model does not know what they are for. */
  name_only: z.array(z.string()),
  /** Skills that are missing there. */
  omitted: z.array(z.string()),
});
export type SkillListing = z.infer<typeof skillListingSchema>;

/** What one host does with more tools than it takes. */
export const toolCapSchema = z.object({
  host: z.string(),
  cap: z.int(),
  rule: z.string(),
  source: z.string(),
  tools: z.int(),
  effect: z.enum(['fits', 'cut', 'refused', 'warned']),
  /** Tools beyond the cap, in the order of the catalog; empty unless they are cut. */
  cut: z.array(z.string()),
});
export type ToolCap = z.infer<typeof toolCapSchema>;

export const hostBudgetsSchema = z.object({
  /** Tokens; null when it is not known. */
  context_window: z.int().nullable(),
  skills: z.array(skillListingSchema),
  tools: z.array(toolCapSchema),
  /** Whether the definitions are worth a search. */
  search: z.object({
    tokens: tokenCountSchema,
    /** Share of the context window, by o200k; null when the window is not known. */
    share: z.number().nullable(),
    verdict: z.enum(['load_all', 'consider', 'search', 'unknown']),
    rule: z.string(),
    source: z.string(),
  }),
});
export type HostBudgets = z.infer<typeof hostBudgetsSchema>;
