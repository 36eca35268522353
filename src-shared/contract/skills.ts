import { convertSkillsInputSchema, skillConversionSchema } from '../domain/skill-conversion.ts';
import { skillValidationSchema, validateSkillsInputSchema } from '../domain/skill-validation.ts';
import { procedure } from './pegboard-procedure.ts';

/** Packs and skills. */
export const skillsContract = {
  /** What is wrong with the skills of a file or folder. Writes nothing. */
  validate: procedure.input(validateSkillsInputSchema).output(skillValidationSchema),
  /** Writes the skills of a file or folder in another format. */
  convert: procedure.input(convertSkillsInputSchema).output(skillConversionSchema),
};
