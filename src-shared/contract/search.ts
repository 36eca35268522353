import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { confusableEventSchema, confusableRequestSchema } from '../domain/confusable.ts';
import { compareRequestSchema, compareResponseSchema } from '../domain/engine-comparison.ts';
import {
  callerSchema,
  hybridRequestSchema,
  searchRequestSchema,
  toolGetInputSchema,
} from '../domain/search-request.ts';
import { searchResponseSchema, toolGetOutputSchema } from '../domain/search-result.ts';
import { whyNotRequestSchema, whyNotSchema } from '../domain/why-not.ts';
import { procedure, writing } from './pegboard-procedure.ts';

/** The discovery tools, as the model would call them. */
export const searchContract = {
  toolSearch: procedure.input(searchRequestSchema).output(searchResponseSchema),
  /** Words and vectors: a mode beside `tool_search`, off unless the workspace switches it on. */
  hybridSearch: procedure.input(hybridRequestSchema).output(searchResponseSchema),
  /** Agrees to what `embedder_problem` of a search showed with `consent_required`. Error: `config_changed`. */
  agreeToEmbedder: writing
    .input(z.object({ url: z.string(), headers: z.array(z.string()).readonly() }))
    .output(z.object({ agreed: z.literal(true) })),
  toolGet: procedure
    .input(z.object({ input: toolGetInputSchema, caller: callerSchema.default({}) }))
    .output(toolGetOutputSchema),
  /** The same query through several engines. Errors: `tool_search_not_configured`, `unknown_persona`. */
  compare: procedure.input(compareRequestSchema).output(compareResponseSchema),
  /** Which tools queries cannot tell apart. Stops when cancelled. Error: `unknown_persona`. */
  confusable: procedure.input(confusableRequestSchema).output(eventIterator(confusableEventSchema)),
  /** Why a search does not return a tool, and which edits would lift it. For the host, never for a model. Stops when cancelled. */
  whyNot: procedure.input(whyNotRequestSchema).output(whyNotSchema),
};
