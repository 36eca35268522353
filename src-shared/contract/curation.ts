import { z } from 'zod';
import { checkedExampleSchema, draftExampleSchema, duplicateGroupSchema } from '../domain/curation.ts';
import { procedure } from './pegboard-procedure.ts';

/** What a person needs to curate the tools of the open workspace. Nothing here writes. */
export const curationContract = {
  /** Whether an example fits its tool's input schema, and what it costs (R7.18). Null when there is no such tool. */
  checkExample: procedure.input(draftExampleSchema).output(checkedExampleSchema.nullable()),
  /** Tools that may run and exist twice, the largest group first. */
  duplicates: procedure.output(z.array(duplicateGroupSchema).readonly()),
};
