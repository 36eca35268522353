import { z } from 'zod';
import { jsonValueSchema } from './json-value.ts';

/** A place in a scenario: keys and numbers of items from the top, such as `['script', 1, 'args']`. Items count from 0. */
const scenarioPathSchema = z
  .array(z.union([z.string().max(512), z.int().min(0)]))
  .min(1)
  .max(60)
  .refine((path) => !path.includes('__proto__'), 'no field has this name');
export type ScenarioPath = z.infer<typeof scenarioPathSchema>;

/** One change of a scenario. */
export const scenarioChangeSchema = z.discriminatedUnion('act', [
  /** Gives a field or an item a value; what is missing on the way to it is made. */
  z.strictObject({ act: z.literal('set'), path: scenarioPathSchema, value: jsonValueSchema }),
  /** Takes a field or an item away. */
  z.strictObject({ act: z.literal('remove'), path: scenarioPathSchema }),
  /** Puts an item before the one at the path. One value in the place of a list becomes the first item of a list. */
  z.strictObject({ act: z.literal('insert'), path: scenarioPathSchema, value: jsonValueSchema }),
  /** Moves an item to another place of its list. */
  z.strictObject({ act: z.literal('move'), path: scenarioPathSchema, to: z.int().min(0) }),
  /** Gives a field another name. */
  z.strictObject({ act: z.literal('rename'), path: scenarioPathSchema, to: z.string().min(1).max(512) }),
  /** Makes the first of several turns of `query` and `script`. */
  z.strictObject({ act: z.literal('turns') }),
]);
export type ScenarioChange = z.infer<typeof scenarioChangeSchema>;
