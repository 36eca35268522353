import { z } from 'zod';
import { toolGetInputSchema, toolSearchInputSchema } from './search-request.ts';
import { guidedSearchOutputSchema, toolGetOutputSchema, toolSearchOutputSchema } from './search-result.ts';
import type { SideEffects, Tool } from './tool.ts';

/** A tool that Pegboard itself gives to the model. */
export interface BuiltinTool {
  readonly name: string;
  readonly description: string;
  readonly side_effects: SideEffects;
  readonly tags: readonly string[];
  readonly loading_mode: 'always';
  readonly input_schema: z.core.JSONSchema.BaseSchema;
  readonly output_schema: z.core.JSONSchema.BaseSchema;
  readonly examples: Tool['examples'];
}

const jsonSchemaOf = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io });
  return rest;
};

/** The two discovery tools, injected whenever tool search is enabled (R4.01, R4.11, R4.12). */
export const builtinTools: readonly BuiltinTool[] = [
  {
    name: 'tool_search',
    description:
      'Search for tools that are not visible yet. Describe the capability you need; call a returned tool by its name.',
    side_effects: 'read',
    tags: ['meta', 'discovery'],
    loading_mode: 'always',
    input_schema: jsonSchemaOf(toolSearchInputSchema, 'input'),
    output_schema: jsonSchemaOf(toolSearchOutputSchema, 'output'),
    // R7.14: one for each search type; `bm25` of the older text is `fts` now.
    examples: [
      {
        args: { query: 'create github issue' },
        description: 'Natural language search for GitHub capabilities',
        tags: ['fts', 'github'],
      },
      {
        args: { query: 'github.*', search_type: 'regex' },
        description: 'Regex pattern to find all GitHub tools',
        tags: ['regex', 'namespace'],
      },
      {
        args: { query: 'slack.send_message', search_type: 'exact' },
        description: 'Exact tool name lookup',
        tags: ['exact'],
      },
    ],
  },
  {
    name: 'tool_get',
    description: 'Fetch the full records of tools by name: schemas, examples, tags. Does not activate them.',
    side_effects: 'read',
    tags: ['meta', 'discovery'],
    loading_mode: 'always',
    input_schema: jsonSchemaOf(toolGetInputSchema, 'input'),
    output_schema: jsonSchemaOf(toolGetOutputSchema, 'output'),
    examples: [],
  },
];

/** What `tool_search` says it gives once `tool_search.guidance` adds fields to it. */
export const guidedSearchOutput = jsonSchemaOf(guidedSearchOutputSchema, 'output');

/** Names that no imported tool may have (R1.22): the discovery tools, the terminal node and its alias. */
export const reservedToolNames: ReadonlySet<string> = new Set([
  ...builtinTools.map((tool) => tool.name),
  // The search tool of seed 002, which a workspace may choose (R18.14).
  'pai_tool_search_tool',
  'finish',
  'final_response',
]);
