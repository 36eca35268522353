import { z } from 'zod';
import { withheldSchema } from './approval.ts';
import { extractionSchema } from './extraction.ts';
import { mostResultChars } from './host-hints.ts';
import { declaredModeSchema, loadingModeSchema, modeReasonSchema } from './loading-mode.ts';
import { schemaFormSchema } from './schema-form.ts';

/** The side effects of a call (R1.04). The order of the values is their rank in results (R3.24). */
export const sideEffectsSchema = z.enum(['pure', 'read', 'write', 'external', 'stateful']);
export type SideEffects = z.infer<typeof sideEffectsSchema>;

/** A JSON schema as its author wrote it: data to show and to count, never compiled unasked. */
export const jsonSchemaSchema = z.record(z.string(), z.unknown());

/** One example call (R7.01). */
export const toolExampleSchema = z.object({
  args: z.record(z.string(), z.unknown()).describe('Arguments of the call.'),
  description: z.string().nullish().describe('What it shows.'),
  tags: z.array(z.string()).default([]).describe('`minimal`, `common` and `edge-case` are shown first.'),
});

/** The hints an MCP server gives about a tool. */
export const toolAnnotationsSchema = z.looseObject({
  title: z.string().optional(),
  readOnlyHint: z.boolean().optional(),
  destructiveHint: z.boolean().optional(),
  idempotentHint: z.boolean().optional(),
  openWorldHint: z.boolean().optional(),
});
export type ToolAnnotations = z.infer<typeof toolAnnotationsSchema>;

/** The fields that curate a tool, in `pegboard.yaml` overlays and in `tools.jsonl` alike (R1.18–R1.20). */
export const toolCurationSchema = z.object({
  loading_mode: loadingModeSchema.optional().describe('Whether the tool is always loaded or deferred.'),
  side_effects: sideEffectsSchema.optional().describe('What a call changes.'),
  description: z.string().optional().describe('Replaces the description of the source.'),
  title: z.string().optional().describe('Name for people.'),
  tags: z.array(z.string()).optional().describe('Words to find and group the tool by.'),
  category: z.string().optional().describe('Any one word, such as pages or images.'),
  phrases: z.array(z.string()).optional().describe('How users ask for it.'),
  hypothetical_queries: z.array(z.string()).optional().describe('Questions it would answer.'),
  usage_hint: z.string().optional().describe('One line on when to use it.'),
  related_tools: z.array(z.string()).optional().describe('Names of tools that go with it.'),
  examples: z.array(toolExampleSchema).optional().describe('Example calls.'),
  aliases: z.array(z.string()).optional().describe('Other names a call may use.'),
  risk_level: z.enum(['safe', 'moderate', 'destructive']).optional().describe('How much harm a wrong call does.'),
  max_result_chars: z
    .int()
    .min(1)
    .max(mostResultChars)
    .optional()
    .describe('How many characters of its results a model reads. It never raises `planner.max_observation_chars`.'),
  requires_confirmation: z.boolean().optional().describe('Whether a person must agree to each call.'),
  extraction: extractionSchema.nullish().describe('How entities are read from its results; null for none.'),
});
export type ToolCuration = z.infer<typeof toolCurationSchema>;

/** What an overlay in `pegboard.yaml` may say of a tool. */
export const toolOverlaySchema = toolCurationSchema.extend({
  shorter_schema: schemaFormSchema
    .optional()
    .describe(
      'Sends an equal, shorter input schema. `plain` leaves out what says nothing; `references` also writes repeated parts once, under `$defs`, which some clients of the gateway cannot read.',
    ),
});
export type ToolOverlay = z.infer<typeof toolOverlaySchema>;

/** A tool of the catalog: what its source says with the workspace's overlay on top (R1.03). */
export const toolSchema = z.object({
  /** What a model calls it, unique in the catalog. */
  name: z.string(),
  /** What its source calls it. */
  upstream_name: z.string(),
  /** Text before the first dot of the name unless the source gives one; null without either (R1.05). */
  namespace: z.string().nullable(),
  source: z.string(),
  title: z.string().nullable(),
  description: z.string(),
  input_schema: jsonSchemaSchema,
  output_schema: jsonSchemaSchema.nullable(),
  annotations: toolAnnotationsSchema.nullable(),
  /** Null: nobody has said. Such a tool ranks after `stateful` (R3.26). */
  side_effects: sideEffectsSchema.nullable(),
  tags: z.array(z.string()),
  category: z.string().nullable(),
  phrases: z.array(z.string()),
  hypothetical_queries: z.array(z.string()),
  usage_hint: z.string().nullable(),
  related_tools: z.array(z.string()),
  examples: z.array(toolExampleSchema),
  aliases: z.array(z.string()),
  risk_level: z.enum(['safe', 'moderate', 'destructive']).nullable(),
  requires_confirmation: z.boolean(),
  extraction: extractionSchema.nullable(),
  /** Characters of a result; absent where nobody says. */
  max_result_chars: z.int().optional(),
  /** Present where the source asks hosts to load the tool always. */
  always_load_hint: z.literal(true).optional(),
  /** Everything else the source gave, kept as it was. */
  extra: z.record(z.string(), z.unknown()),
  declared_mode: declaredModeSchema,
});
export type Tool = z.infer<typeof toolSchema>;

/** A tool with its effective mode and why (R1.12, R19.07). */
export const catalogToolSchema = toolSchema.extend({
  mode: loadingModeSchema,
  mode_reason: modeReasonSchema,
  /** Set where nobody approved the tool and the workspace does not serve it until then: nobody may use or find it. */
  withheld: withheldSchema.optional(),
});
export type CatalogTool = z.infer<typeof catalogToolSchema>;

/** Whether its server or the workspace says that a call may destroy something. A tool that only reads cannot. */
export function isDestructive({ risk_level, side_effects, annotations }: Omit<Harm, 'requires_confirmation'>): boolean {
  if (risk_level === 'destructive') return true;
  return annotations?.destructiveHint === true && side_effects !== 'pure' && side_effects !== 'read';
}

/** What says how much harm a call may do. */
type Harm = Pick<Tool, 'side_effects' | 'annotations' | 'risk_level' | 'requires_confirmation'>;

/** Whether a definition declares less harm than before: fewer questions before a call, or another tool to call it through. */
export function declaresLess(before: Harm, after: Harm): boolean {
  return (before.requires_confirmation && !after.requires_confirmation) || harmOf(after) < harmOf(before);
}

/** A tool with the harm that an approved definition declared, where it declares less now. */
export function withDeclaredHarm<Given extends Tool>(tool: Given, approved: Harm): Given {
  if (!declaresLess(approved, tool)) return tool;
  const { side_effects, annotations, risk_level } = harmOf(tool) < harmOf(approved) ? approved : tool;
  const { readOnlyHint: _read, destructiveHint: _destroys, ...others } = tool.annotations ?? {};
  const hints = {
    ...(annotations?.readOnlyHint !== undefined && { readOnlyHint: annotations.readOnlyHint }),
    ...(annotations?.destructiveHint !== undefined && { destructiveHint: annotations.destructiveHint }),
  };
  return {
    ...tool,
    side_effects,
    annotations: { ...others, ...hints },
    risk_level,
    requires_confirmation: tool.requires_confirmation || approved.requires_confirmation,
  };
}

/** 0 for a tool that reads, 1 for one that writes, 2 where nobody said, 3 for one that may destroy something. */
function harmOf(tool: Harm): number {
  if (isDestructive(tool)) return 3;
  if (tool.side_effects === null) return 2;
  return tool.side_effects === 'pure' || tool.side_effects === 'read' ? 0 : 1;
}

/** Why somebody must agree to each call of a tool, or null (R17.32). */
export function approvalReason(tool: Tool): 'destructive' | 'requires_confirmation' | null {
  if (isDestructive(tool)) return 'destructive';
  return tool.requires_confirmation ? 'requires_confirmation' : null;
}

/** The namespace that a name carries: its text before the first dot, or null (R1.05). */
export function namespaceOf(name: string): string | null {
  const dot = name.indexOf('.');
  return dot > 0 ? name.slice(0, dot) : null;
}

/**
 * MCP annotations as side effects: read-only → read; else open world → external; else destructive, or said not to be
 * read-only → write; no word of it → null.
 */
export function sideEffectsFromAnnotations(annotations: ToolAnnotations | null): SideEffects | null {
  if (!annotations) return null;
  if (annotations.readOnlyHint) return 'read';
  if (annotations.openWorldHint) return 'external';
  if (annotations.destructiveHint || annotations.readOnlyHint === false) return 'write';
  return null;
}

/** 0 for `pure` … 4 for `stateful`, 5 for unknown (R3.24, R3.26). */
export function sideEffectsRank(sideEffects: SideEffects | null): number {
  return sideEffects === null ? sideEffectsSchema.options.length : sideEffectsSchema.options.indexOf(sideEffects);
}

/**
 * The definition whose tokens are "the tokens of a tool": name, description and input schema as compact JSON
 *.
 */
export function toolDefinitionJson(tool: Pick<Tool, 'name' | 'description' | 'input_schema'>): string {
  return JSON.stringify({ name: tool.name, description: tool.description, input_schema: tool.input_schema });
}
