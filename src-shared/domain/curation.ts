import { z } from 'zod';
import { tokenCountSchema } from '../tokens.ts';
import { findingSchema } from './finding.ts';

/** An example call as it is being written. */
export const draftExampleSchema = z.object({
  tool: z.string(),
  /** The arguments, as JSON. */
  text: z.string().max(200_000),
  description: z.string().max(10_000).default(''),
});
export type DraftExample = z.infer<typeof draftExampleSchema>;

export const checkedExampleSchema = z.object({
  /** What is wrong, with its place in the text: no JSON is an error, arguments that do not fit the schema are warnings. */
  findings: z.array(findingSchema).readonly(),
  /** Null where the text is not JSON object. */
  args: z.record(z.string(), z.json()).nullable(),
  /** Tokens of its lines in the prompt, where the prompt shows it; null without arguments. */
  tokens: tokenCountSchema.nullable(),
});
export type CheckedExample = z.infer<typeof checkedExampleSchema>;

/** Tools that are one: by what they say of themselves, or by their name in two sources. */
export const duplicateGroupSchema = z.object({
  /** `definition`: same description and input schema. `name`: called the same by their sources. */
  kind: z.enum(['definition', 'name']),
  /** At least two, by name. */
  tools: z.array(z.string()).readonly(),
});
export type DuplicateGroup = z.infer<typeof duplicateGroupSchema>;
