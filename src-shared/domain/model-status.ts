import { z } from 'zod';

/** What became of the model that `tool_search.understanding.model` names, in one search. */
export const modelStatusSchema = z.object({
  /** What the model is called: its kind, its name and its address or folder. */
  model: z.string(),
  /**
   * `answered`: it compared the meanings. Otherwise the word vectors that come with Pegboard did, because you did not agree to
   * its address (`no_consent`), its vectors are being made (`preparing`), the vector of the query is on its way (`late`), it
   * cannot tell the tools of this catalog apart (`unusable`), or it failed (`failed`).
   */
  state: z.enum(['answered', 'no_consent', 'preparing', 'late', 'unusable', 'failed']),
  /** The same as a sentence for people. */
  message: z.string(),
  /** With `preparing`: how many tools have a vector. */
  vectors: z.object({ done: z.int(), total: z.int() }).optional(),
});
export type ModelStatus = z.infer<typeof modelStatusSchema>;
