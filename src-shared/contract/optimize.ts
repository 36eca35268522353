import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { boardEventSchema, optimizeAppliedSchema, optimizeBoardInputSchema } from '../domain/optimize.ts';
import { procedure, writing } from './pegboard-procedure.ts';

/** Proposals from what agents did. They write nothing: `config.edit` applies their changes, all or some. */
export const optimizeContract = {
  /**
   * Which tools to load always, judged on sessions that it was not chosen from. Stops when cancelled. Errors: `unknown_persona`,
   * `invalid_input` for an unknown model, `workspace_not_found`, those of reading the sessions.
   */
  board: procedure.input(optimizeBoardInputSchema.prefault({})).output(eventIterator(boardEventSchema)),
  /** Keeps what was applied with its prediction, so that the next report says whether it came true. */
  applied: writing.input(optimizeAppliedSchema).output(z.object({ kept: z.boolean() })),
};
