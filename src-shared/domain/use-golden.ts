import { z } from 'zod';

/** A golden query in the words of a real search, with the tool that was called after it and succeeded. */
export const useGoldenProposalSchema = z.object({
  query: z.string(),
  tool: z.string(),
  source: z.string(),
  /** How many searches asked this. */
  count: z.int(),
  /** When the last of them was, milliseconds since 1970. */
  last_at: z.int(),
  /** Where the search found the tool, from 1 on; null where it did not, or where the log does not say. */
  rank: z.int().nullable(),
});
export type UseGoldenProposal = z.infer<typeof useGoldenProposalSchema>;

/** Most proposals of an answer. */
export const mostGoldenProposals = 500;

export const useGoldenInputSchema = z.strictObject({
  /** Milliseconds since 1970. */
  since: z.int().optional(),
  /** Only searches of this persona; without it, of those without one. */
  persona: z.string().max(200).optional(),
  limit: z.int().min(1).max(mostGoldenProposals).default(50),
});
