import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import {
  boardEventSchema,
  optimizeAppliedSchema,
  optimizeBoardInputSchema,
  optimizeTextsInputSchema,
  textsEventSchema,
} from '../domain/optimize.ts';
import { optimizeSchemasInputSchema, schemasReportSchema } from '../domain/optimize-schemas.ts';
import { optimizeSkillsInputSchema, skillsReportSchema } from '../domain/optimize-skills.ts';
import { procedure, writing } from './pegboard-procedure.ts';

/** Proposals from what agents did. They write nothing: `config.edit` applies their changes, all or some. */
export const optimizeContract = {
  /**
   * Which tools to load always, judged on sessions that it was not chosen from. Stops when cancelled. Errors: `unknown_persona`,
   * `invalid_input` for an unknown model, `workspace_not_found`, those of reading the sessions.
   */
  board: procedure.input(optimizeBoardInputSchema.prefault({})).output(eventIterator(boardEventSchema)),
  /** Which words to add to overlays, tried together; judged on queries that they were not chosen from. Stops when cancelled. Error: `unknown_persona`. */
  texts: procedure.input(optimizeTextsInputSchema.prefault({})).output(eventIterator(textsEventSchema)),
  /** Which input schemas can say the same in fewer tokens. Stops when cancelled. Error: `unknown_persona`. */
  schemas: procedure.input(optimizeSchemasInputSchema.prefault({})).output(schemasReportSchema),
  /**
   * Which descriptions of skills to shorten, and which skills to leave out; `skillEditor.write` and `config.edit` apply it. Stops when
   * cancelled. Errors: `unknown_persona`, `database_busy`.
   */
  skills: procedure.input(optimizeSkillsInputSchema.prefault({})).output(skillsReportSchema),
  /** Keeps what was applied with its prediction, so that the next report says whether it came true. */
  applied: writing.input(optimizeAppliedSchema).output(z.object({ kept: z.boolean() })),
};
