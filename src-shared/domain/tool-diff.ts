import { z } from 'zod';

/**
 * What a change may do: `breaking` makes calls that worked fail or act differently; `notable` may change how a model chooses
 * or calls the tool; `cosmetic` neither.
 */
export const changeSeveritySchema = z.enum(['breaking', 'notable', 'cosmetic']);
export type ChangeSeverity = z.infer<typeof changeSeveritySchema>;

export const toolChangeKindSchema = z.enum([
  'description',
  'title',
  'annotations',
  'side_effects',
  'argument_added',
  'argument_removed',
  'argument_retyped',
  'argument_required',
  'argument_optional',
  'argument_description',
  'enum_added',
  'enum_removed',
  /** Any other keyword of the input schema: limits, patterns, defaults, `$ref`, definitions. */
  'schema_keyword',
  'output_schema',
  /** Anything else that the source says of the tool. */
  'other',
]);
export type ToolChangeKind = z.infer<typeof toolChangeKindSchema>;

/** A run of words of a text: in both states, only in the later, or only in the earlier one. */
export const textRunSchema = z.object({ kind: z.enum(['same', 'added', 'removed']), text: z.string() });
export type TextRun = z.infer<typeof textRunSchema>;

/** One difference between two states of a tool. */
export const toolChangeSchema = z.object({
  kind: toolChangeKindSchema,
  severity: changeSeveritySchema,
  /** Argument or field it is about: `title`, `owner.login`, `labels[].name`; empty for the whole schema. */
  path: z.string(),
  /** One line for people. */
  message: z.string(),
  /** Both states as compact JSON, cut when long; null where there is none. */
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** For descriptions: both texts in one, word by word. */
  words: z.array(textRunSchema).readonly().nullable(),
});
export type ToolChange = z.infer<typeof toolChangeSchema>;

/** How one tool differs from what was imported last. */
export const toolDriftSchema = z.object({
  /** Name in the catalog. */
  tool: z.string(),
  /** The worst of the changes. */
  severity: changeSeveritySchema,
  /** `tool_record_hash` as the source gives the tool, without overlays: of the state approved by the last import, and now. */
  hash_before: z.string(),
  hash_after: z.string(),
  /** Worst first. Never empty. */
  changes: z.array(toolChangeSchema).readonly(),
  /** Changes beyond the limit, which are not listed. */
  omitted: z.number().int(),
});
export type ToolDrift = z.infer<typeof toolDriftSchema>;

/** The worst of several; `cosmetic` when there are none. */
export function worstSeverity(severities: readonly ChangeSeverity[]): ChangeSeverity {
  return changeSeveritySchema.options.find((severity) => severities.includes(severity)) ?? 'cosmetic';
}
