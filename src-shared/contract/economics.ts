import {
  economicsInputSchema,
  economicsReportSchema,
  measuredEconomicsSchema,
  measureInputSchema,
} from '../domain/economics.ts';
import { procedure } from './pegboard-procedure.ts';

/** What deferring tools saves. */
export const economicsContract = {
  /** What the open workspace gives of the inputs, each with where it comes from. Stops when cancelled. */
  measure: procedure.input(measureInputSchema).output(measuredEconomicsSchema),
  /** Everything that follows from inputs; those left out are the seed's. Reads no workspace. */
  report: procedure.input(economicsInputSchema.prefault({})).output(economicsReportSchema),
};
