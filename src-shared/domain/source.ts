import { z } from 'zod';
import { loadingModeSchema } from './loading-mode.ts';
import { mcpConnectionSchema } from './mcp-connection.ts';
import { toolExampleSchema } from './tool.ts';

/**
 * How the captured file of a source is written. `tools_list`: what an MCP server answers to `tools/list`; its tools are
 * named `<source>.<tool>`. The other three keep their names as they are.
 */
export const sourceFormatSchema = z.enum(['tools_list', 'openai', 'anthropic', 'tools_jsonl']);
export type SourceFormat = z.infer<typeof sourceFormatSchema>;

/** Letters, digits, `_` and `-`: a source's name starts the names of its tools, so it holds no dot. */
export const sourceNameSchema = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'use 1 to 64 letters, digits, "_" or "-"');

/** One source of tools in `pegboard.yaml` (R1.08, R13.30–R13.34). */
export const sourceSchema = z.strictObject({
  name: sourceNameSchema.describe('Name of the source; tools of an MCP server are named `<source>.<tool>`.'),
  path: z.string().min(1).describe('Captured file, relative to the workspace.'),
  format: sourceFormatSchema.describe('How the captured file is written.'),
  mcp: mcpConnectionSchema
    .optional()
    .describe('The live server that the file was captured from. Opening a workspace never starts it.'),
  enabled: z.boolean().default(true).describe('Off: the source stays in the list, but its tools leave the catalog.'),
  default_loading_mode: loadingModeSchema
    .nullable()
    .default(null)
    .describe('Mode of the tools of this source that declare none; null inherits that of the workspace.'),
  always_loaded_tools: z
    .array(z.string())
    .default([])
    .describe('Tools that are always loaded, whatever the default of the source is.'),
  deferred_tools: z
    .array(z.string())
    .nullable()
    .default(null)
    .describe('When it is set, only these tools are deferred and the others are always loaded.'),
  defer_loading: z
    .union([z.boolean(), z.array(z.string())])
    .optional()
    .describe('The same as other frameworks write it: true defers all tools, a list defers the named ones.'),
  tool_examples: z
    .record(z.string(), z.array(toolExampleSchema))
    .default({})
    .describe('Examples by tool name. They win over those of the tool itself.'),
  inherit_from_schema: z
    .boolean()
    .default(true)
    .describe("Where a tool has no examples, take those of its schema's own `examples`."),
});
export type Source = z.infer<typeof sourceSchema>;

/** `defer_loading` in our own two fields: true → default deferred, a list → `deferred_tools` (R1.15–R1.17). */
export function sourceModeRules(
  source: Source,
): Pick<Source, 'name' | 'default_loading_mode' | 'always_loaded_tools' | 'deferred_tools'> {
  const { name, always_loaded_tools, defer_loading } = source;
  return {
    name,
    always_loaded_tools,
    default_loading_mode: source.default_loading_mode ?? (defer_loading === true ? 'deferred' : null),
    deferred_tools: source.deferred_tools ?? (Array.isArray(defer_loading) ? defer_loading : null),
  };
}
