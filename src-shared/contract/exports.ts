import { z } from 'zod';
import {
  applyExportSchema,
  catalogContentSchema,
  catalogDocumentSchema,
  exportablePackSchema,
  exportDoneSchema,
  exportPlanSchema,
  exportRequestSchema,
  exportTextSchema,
} from '../domain/export-plan.ts';
import { procedure, writing } from './pegboard-procedure.ts';

/** Packs and the catalog of the open workspace, written to a folder: a plan first, then exactly that plan (R19.19–R19.22). */
export const exportsContract = {
  /** The packs that can be exported: those of the workspace, then those that come with Pegboard. */
  packs: procedure.output(z.array(exportablePackSchema).readonly()),
  /** What an export would do. Writes nothing. */
  plan: procedure.input(exportRequestSchema).output(exportPlanSchema),
  /** One file of that plan, as it is and as it would be. */
  file: procedure.input(exportRequestSchema.extend({ path: z.string().max(4096) })).output(exportTextSchema),
  /** Writes a plan that was shown, and commits it to a new branch where that is asked for. */
  apply: writing.input(applyExportSchema).output(exportDoneSchema),
  /** The catalog as a text, without a file. */
  document: procedure.input(catalogContentSchema).output(catalogDocumentSchema),
};
