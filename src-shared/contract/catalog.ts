import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { importFileSchema, importPlanSchema, importResultSchema, planBaseSchema } from '../domain/import-plan.ts';
import { indexProgressSchema } from '../domain/index-status.ts';
import { catalogToolSchema } from '../domain/tool.ts';
import { toolDetailSchema, toolProblemsSchema } from '../domain/tool-detail.ts';
import { tokenCountSchema } from '../tokens.ts';
import { procedure, writing } from './pegboard-procedure.ts';

const importInputSchema = z.object({ files: z.array(importFileSchema).min(1).max(1000).readonly() });

/** A tool as lists show it: no schemas. */
export const toolSummarySchema = catalogToolSchema
  .pick({
    name: true,
    upstream_name: true,
    namespace: true,
    source: true,
    title: true,
    description: true,
    side_effects: true,
    tags: true,
    aliases: true,
    declared_mode: true,
    always_load_hint: true,
    mode: true,
    mode_reason: true,
  })
  .extend({
    /** Whether its server or the workspace says that a call may destroy something. */
    is_destructive: z.boolean(),
    /** Code points of its entry in the prompt: see `tokensOfSize`. */
    prompt_size: z.number().int(),
  });

export type ToolSummary = z.infer<typeof toolSummarySchema>;

/** Tools of the open workspace, and importing them. */
export const catalogContract = {
  /** Every tool in the catalog, by name. */
  list: procedure.output(z.array(toolSummarySchema).readonly()),
  /** One tool, whole, with the tokens of its definition. Null when there is none. */
  get: procedure
    .input(z.object({ name: z.string() }))
    .output(z.object({ tool: catalogToolSchema, tokens: tokenCountSchema }).nullable()),
  /** One tool with what its parts cost, what an overlay changed, and the findings about it. Null when there is none. */
  describe: procedure.input(z.object({ name: z.string() })).output(toolDetailSchema.nullable()),
  /** Several tools, whole, in the order asked; names that no tool has are left out. */
  getMany: procedure
    .input(z.object({ names: z.array(z.string()).max(20_000) }))
    .output(z.array(catalogToolSchema).readonly()),
  /** Tokens of every tool's entry in the prompt by o200k. Apart from `list`, since counting 10,000 takes seconds. Stops when cancelled. */
  tokens: procedure.output(z.array(z.object({ name: z.string(), o200k: z.number().int() })).readonly()),
  /** The tools with findings about their definitions. Apart from `list`, which must not wait for it. */
  lint: procedure.output(z.array(toolProblemsSchema).readonly()),
  /** What importing these files would do. Writes nothing. */
  planImport: procedure.input(importInputSchema).output(importPlanSchema),
  /**
   * Imports these files: plans again, refuses on a conflict, writes. An unchanged source writes nothing. With the base of an
   * approved plan, refuses when the workspace is another or has changed since (`config_changed`).
   */
  applyImport: writing.input(importInputSchema.extend({ base: planBaseSchema.optional() })).output(importResultSchema),
  /** Brings the index up to date, with progress; `rebuild` starts from nothing. Stops when cancelled. */
  syncIndex: procedure
    .input(z.object({ rebuild: z.boolean().default(false) }))
    .output(eventIterator(indexProgressSchema)),
};
