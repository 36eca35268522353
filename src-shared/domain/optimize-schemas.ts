import { z } from 'zod';
import { tokenCountSchema } from '../tokens.ts';
import { configChangeSchema } from './config-edit.ts';
import { schemaFormSchema, schemaSteps } from './schema-form.ts';
import { goldenCostSchema } from './why-not.ts';

export const optimizeSchemasInputSchema = z.strictObject({
  /** Only the tools of this persona. */
  persona: z.string().max(200).optional(),
  /** Whether parts that are there several times are written once, under `$defs`. */
  references: z.boolean().default(false),
  /** Only these tools. */
  only: z.array(z.string().max(500)).max(10_000).optional(),
});
export type OptimizeSchemasInput = z.infer<typeof optimizeSchemasInputSchema>;

/** A tool whose input schema can say the same in fewer tokens. */
export const schemaProposalSchema = z.object({
  tool: z.string(),
  /** Whether it is always loaded, so that every prompt gets shorter. */
  always: z.boolean(),
  /** How often each step did something. */
  steps: z.partialRecord(z.enum(schemaSteps), z.int()),
  /** Tokens of the entry of the tool in a prompt. */
  before: tokenCountSchema,
  after: tokenCountSchema,
  /** Arguments that both schemas were asked about; they gave the same answers, reasons included. */
  checked: z.int(),
});
export type SchemaProposal = z.infer<typeof schemaProposalSchema>;

/** Equal, shorter input schemas. A change names the form in the overlay of the tool; the schema itself stays in its source. */
export const schemasReportSchema = z.object({
  verdict: z.enum(['shorter', 'keep']),
  reason: z.string(),
  persona: z.string().nullable(),
  form: schemaFormSchema,
  /** Tools that were looked at. */
  tools: z.int(),
  /** Always-loaded tools first, then those that save most. */
  proposals: z.array(schemaProposalSchema).readonly(),
  /** Sums over the proposals. */
  before: tokenCountSchema,
  after: tokenCountSchema,
  /** What all proposals together do to the golden queries; null without any. */
  cost: goldenCostSchema.nullable(),
  changes: z.array(configChangeSchema).readonly(),
  base: z.string(),
});
export type SchemasReport = z.infer<typeof schemasReportSchema>;
