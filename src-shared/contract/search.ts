import { z } from 'zod';
import { callerSchema, searchRequestSchema, toolGetInputSchema } from '../domain/search-request.ts';
import { searchResponseSchema, toolGetOutputSchema } from '../domain/search-result.ts';
import { procedure } from './pegboard-procedure.ts';

/** The discovery tools, as the model would call them. */
export const searchContract = {
  toolSearch: procedure.input(searchRequestSchema).output(searchResponseSchema),
  toolGet: procedure
    .input(z.object({ input: toolGetInputSchema, caller: callerSchema.default({}) }))
    .output(toolGetOutputSchema),
};
