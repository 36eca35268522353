import { z } from 'zod';
import {
  callerSchema,
  hybridRequestSchema,
  searchRequestSchema,
  toolGetInputSchema,
} from '../domain/search-request.ts';
import { searchResponseSchema, toolGetOutputSchema } from '../domain/search-result.ts';
import { procedure } from './pegboard-procedure.ts';

/** The discovery tools, as the model would call them. */
export const searchContract = {
  toolSearch: procedure.input(searchRequestSchema).output(searchResponseSchema),
  /** Words and vectors: a mode beside `tool_search`, off unless the workspace switches it on (C39). */
  hybridSearch: procedure.input(hybridRequestSchema).output(searchResponseSchema),
  /** Agrees to what `embedder_problem` of a search showed with `consent_required`. Error: `config_changed`. */
  agreeToEmbedder: procedure
    .input(z.object({ url: z.string(), headers: z.array(z.string()).readonly() }))
    .output(z.object({ agreed: z.literal(true) })),
  toolGet: procedure
    .input(z.object({ input: toolGetInputSchema, caller: callerSchema.default({}) }))
    .output(toolGetOutputSchema),
};
