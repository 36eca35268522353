import { z } from 'zod';
import { tokenCountSchema } from '../tokens.ts';
import { findingSchema } from './finding.ts';
import { loadingModeSchema, modeReasonSchema } from './loading-mode.ts';
import { catalogToolSchema, toolOverlaySchema } from './tool.ts';
import { textRunSchema } from './tool-diff.ts';

/** Tokens of one stretch of the description: UTF-16 offsets, end exclusive. */
export const sentenceTokensSchema = z.object({
  start: z.number().int(),
  end: z.number().int(),
  tokens: tokenCountSchema,
});
export type SentenceTokens = z.infer<typeof sentenceTokensSchema>;

/** Tokens of one argument: its name and its schema as compact JSON. */
export const argumentTokensSchema = z.object({
  /** As people write it: `owner`, `address.street`, `items[].name`. */
  name: z.string(),
  /** JSON pointer into the input schema. */
  pointer: z.string(),
  tokens: tokenCountSchema,
});

/** What a definition costs, part by part. The parts add up to less than the whole: JSON has quotes and braces of its own. */
export const definitionTokensSchema = z.object({
  /** Name, description and input schema as compact JSON. */
  definition: tokenCountSchema,
  name: tokenCountSchema,
  description: tokenCountSchema,
  /** In order and without gaps; what follows the first 20,000 characters is one stretch. */
  sentences: z.array(sentenceTokensSchema).readonly(),
  input_schema: tokenCountSchema,
  arguments: z.array(argumentTokensSchema).readonly(),
  /** Null without one. It is not part of the definition that is paid for. */
  output_schema: tokenCountSchema.nullable(),
});
export type DefinitionTokens = z.infer<typeof definitionTokensSchema>;

/** A part of a tool's entry in the prompt. */
export const entryPartSchema = z.object({
  /** `schema`: the text around the arguments. `joins`: the words and line ends that hold the entry together. */
  part: z.enum(['name', 'description', 'side_effects', 'argument', 'schema', 'output_schema', 'example', 'joins']),
  /** The name of an argument, null beyond the three hundredth; the place of an example in `examples`, from 0. */
  of: z.union([z.string(), z.number().int()]).nullable(),
  tokens: tokenCountSchema,
});
export type EntryPart = z.infer<typeof entryPartSchema>;

/** What a tool's entry costs once it is in the prompt. The parts add up to the whole, by both estimators. */
export const entryTokensSchema = z.object({ whole: tokenCountSchema, parts: z.array(entryPartSchema).readonly() });
export type EntryTokens = z.infer<typeof entryTokensSchema>;

/** A field that an overlay changes: what the source says beside what the catalog says. */
export const overlaidFieldSchema = z.object({
  field: z.string(),
  upstream: z.unknown(),
  overlaid: z.unknown(),
  /** The difference of a text that both have, word by word. */
  words: z.array(textRunSchema).readonly().nullable(),
});
export type OverlaidField = z.infer<typeof overlaidFieldSchema>;

/** What one rule says about the mode of a tool, and where it stands. */
export const modeRuleSchema = z.object({
  rule: modeReasonSchema.shape.rule,
  /** The mode it asks for; null when it says nothing of this tool. */
  mode: loadingModeSchema.nullable(),
  /** The value there, as words: `deferred`, `tasks.*`, `not set`. */
  value: z.string(),
  /** `pegboard.yaml`, or the captured file of the source; null for the rule that is nowhere. */
  file: z.string().nullable(),
  /** As people write it: `tool_search.default_loading_mode`. */
  path: z.string(),
  /** From 1; null where the file does not say it. */
  line: z.number().int().nullable(),
});
export type ModeRule = z.infer<typeof modeRuleSchema>;

/** Everything there is to know about one tool of the catalog (R19.06, R19.07). */
export const toolDetailSchema = z.object({
  tool: catalogToolSchema,
  tokens: definitionTokensSchema,
  /** Its entry in the prompt, as the workspace shows examples. */
  entry: entryTokensSchema,
  /** SHA-256, in hex, of everything the tool says of itself (R2.12). */
  record_hash: z.string(),
  /** Every pattern of `always_loaded_patterns` that matches; the first one decides. */
  always_loaded_patterns: z.array(z.string()).readonly(),
  /** Every rule about its mode, in the order in which they are asked: the first that names a mode decides (R15.04). */
  mode_rules: z.array(modeRuleSchema).readonly(),
  /** What the workspace's policy says against the tool; null when it may run. */
  denied_by: z.string().nullable(),
  /** What `overlays` of `pegboard.yaml` says of it; empty without. */
  overlay: toolOverlaySchema,
  overlaid: z.array(overlaidFieldSchema).readonly(),
  findings: z.array(findingSchema).readonly(),
});
export type ToolDetail = z.infer<typeof toolDetailSchema>;

/** The findings about one tool, as lists need them. */
export const toolProblemsSchema = z.object({
  name: z.string(),
  problems: z.array(findingSchema.pick({ code: true, severity: true })).readonly(),
});
export type ToolProblems = z.infer<typeof toolProblemsSchema>;
