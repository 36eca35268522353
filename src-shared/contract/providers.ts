import { z } from 'zod';
import { hostBudgetsSchema } from '../domain/host-budgets.ts';
import { nativeSearchSchema, payloadSchema, providerNameSchema } from '../domain/payload.ts';
import { skillByHostInputSchema, skillByHostSchema } from '../domain/skill-by-host.ts';
import { procedure } from './pegboard-procedure.ts';

const payloadRequestSchema = z.object({
  provider: providerNameSchema,
  profile: z.string().default('workspace'),
  persona: z.string().optional(),
  /** What the user says. */
  query: z.string().max(100_000).optional(),
  /** How Anthropic searches; what `tool_search.history.algorithm` says, when left out. */
  search: nativeSearchSchema.optional(),
  /** Messages so far, as JSON, of any provider. */
  history: z.object({ text: z.string().max(16 * 1024 * 1024), path: z.string() }).optional(),
  /** Whether to mark what a prompt cache may keep. */
  cache: z.boolean().default(true),
});
export type PayloadRequest = z.infer<typeof payloadRequestSchema>;

const hostBudgetsRequestSchema = z.object({
  /** Size of the model's context window, tokens; null when it is not known. */
  context_window: z.int().min(1000).max(100_000_000).nullable().default(200_000),
});
export type HostBudgetsRequest = z.infer<typeof hostBudgetsRequestSchema>;

/** What providers and hosts would get of the open workspace. Nothing is sent anywhere. */
export const providersContract = {
  /** The request that a provider would get, with its names, findings and tokens. */
  payload: procedure.input(payloadRequestSchema).output(payloadSchema),
  /** What each host would show of the workspace's tools and skills, and what it would cut. */
  hostBudgets: procedure.input(hostBudgetsRequestSchema).output(hostBudgetsSchema),
  /** One skill as it is typed, side by side in each host: its line in the list, its text, its files. */
  skillByHost: procedure.input(skillByHostInputSchema).output(skillByHostSchema),
};
