import { z } from 'zod';
import { callerSchema, searchRequestSchema, toolGetInputSchema } from '../domain/search-request.ts';
import { searchResponseSchema, toolGetOutputSchema } from '../domain/search-result.ts';
import { whyNotRequestSchema, whyNotSchema } from '../domain/why-not.ts';
import { procedure } from './pegboard-procedure.ts';

/** The discovery tools, as the model would call them. */
export const searchContract = {
  toolSearch: procedure.input(searchRequestSchema).output(searchResponseSchema),
  toolGet: procedure
    .input(z.object({ input: toolGetInputSchema, caller: callerSchema.default({}) }))
    .output(toolGetOutputSchema),
  /** Why a search does not return a tool, and which edits would lift it. For the host, never for a model. Stops when cancelled. */
  whyNot: procedure.input(whyNotRequestSchema).output(whyNotSchema),
};
