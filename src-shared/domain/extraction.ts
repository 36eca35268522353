import { z } from 'zod';

/** How entities are read from a tool's results (R17.24). Names of fields as in seed 004 */
export const extractionSchema = z.strictObject({
  path: z.string().min(1).describe('Key of the result that holds them; `$root` is the result itself.'),
  type: z.string().min(1).describe('What they are: page, image, order.'),
  nameField: z.string().min(1).describe('Field with the name for people.'),
  idField: z.string().min(1).default('id').describe('Field with the id.'),
  isArray: z.boolean().default(false).describe('Whether there are several.'),
});
export type Extraction = z.infer<typeof extractionSchema>;

/** Extractors for results whose entities have no fixed type (R17.26–R17.28). */
export const extractorNameSchema = z.enum(['find_resource', 'vector_search']);
export type ExtractorName = z.infer<typeof extractorNameSchema>;
