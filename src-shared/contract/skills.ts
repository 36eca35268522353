import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { convertSkillsInputSchema, skillConversionSchema } from '../domain/skill-conversion.ts';
import { exportSkillsInputSchema, skillExportSchema } from '../domain/skill-export.ts';
import { skillLoadReportSchema } from '../domain/skill-load.ts';
import {
  relevantSkillsRequestSchema,
  relevantSkillsResponseSchema,
  skillDirectoryRequestSchema,
  skillDirectorySchema,
  skillGetExplainedSchema,
  skillGetOutputSchema,
  skillGetRequestSchema,
  skillListOutputSchema,
  skillListRequestSchema,
  skillSearchRequestSchema,
  skillSearchResponseSchema,
} from '../domain/skill-tools.ts';
import { skillValidationSchema, validateSkillsInputSchema } from '../domain/skill-validation.ts';
import { procedure } from './pegboard-procedure.ts';

/** Packs and skills: files of them, and the skills of the open workspace as a model would get them. */
export const skillsContract = {
  /** What is wrong with the skills of a file or folder. Writes nothing. */
  validate: procedure.input(validateSkillsInputSchema).output(skillValidationSchema),
  /** Writes the skills of a file or folder in another format. */
  convert: procedure.input(convertSkillsInputSchema).output(skillConversionSchema),
  /** Plans the export of a pack to a folder, and with `apply` does it. */
  export: procedure.input(exportSkillsInputSchema).output(skillExportSchema),
  /** Loads the packs of the workspace, unless they are loaded, and says what that did. */
  load: procedure.input(z.object({ reload: z.boolean().default(false) })).output(skillLoadReportSchema),
  /** The same now, and again whenever the packs' files or the workspace change. */
  watch: procedure.output(eventIterator(skillLoadReportSchema)),
  search: procedure.input(skillSearchRequestSchema).output(skillSearchResponseSchema),
  get: procedure.input(skillGetRequestSchema).output(skillGetOutputSchema),
  /** The same for a developer who looks: it is not counted as a use. */
  getExplained: procedure.input(skillGetRequestSchema).output(skillGetExplainedSchema),
  list: procedure.input(skillListRequestSchema).output(skillListOutputSchema),
  /** The block of skills that a run would start with, for a task. */
  relevant: procedure.input(relevantSkillsRequestSchema).output(relevantSkillsResponseSchema),
  /** The directory of skills in the prompt. */
  directory: procedure.input(skillDirectoryRequestSchema).output(skillDirectorySchema),
};
