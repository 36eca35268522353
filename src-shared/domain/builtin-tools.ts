import { z } from 'zod';
import { lazily } from '../lazily.ts';
import { toolGetInputSchema, toolSearchInputSchema } from './search-request.ts';
import { guidedSearchOutputSchema, toolGetOutputSchema, toolSearchOutputSchema } from './search-result.ts';
import {
  skillGetInputSchema,
  skillGetOutputSchema,
  skillListInputSchema,
  skillListOutputSchema,
  skillSearchInputSchema,
  skillSearchOutputSchema,
} from './skill-tools.ts';
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

/** Takes the bounds off that every integer has: a prompt pays for them at each step. */
function withoutSafeBounds(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
}

const jsonSchemaOf = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => withoutSafeBounds(jsonSchema),
  });
  return rest;
};

interface Schemas {
  readonly input: z.ZodType;
  readonly output: z.ZodType;
}

/** Its JSON Schemas are made when somebody reads them: most commands do not, and they take 15 ms. */
function builtinTool(
  fields: Pick<BuiltinTool, 'name' | 'description' | 'tags' | 'examples'>,
  schemas: Schemas,
): BuiltinTool {
  const input = lazily(() => jsonSchemaOf(schemas.input, 'input'));
  const output = lazily(() => jsonSchemaOf(schemas.output, 'output'));
  return {
    ...fields,
    side_effects: 'read',
    loading_mode: 'always',
    get input_schema() {
      return input();
    },
    get output_schema() {
      return output();
    },
  };
}

/** The two discovery tools, injected whenever tool search is enabled (R4.01, R4.11, R4.12). */
export const builtinTools: readonly BuiltinTool[] = [
  builtinTool(
    {
      name: 'tool_search',
      description:
        'Search for tools that are not visible yet. Describe the capability you need; call a returned tool by its name.',
      tags: ['meta', 'discovery'],
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
    { input: toolSearchInputSchema, output: toolSearchOutputSchema },
  ),
  builtinTool(
    {
      name: 'tool_get',
      description: 'Fetch the full records of tools by name: schemas, examples, tags. Does not activate them.',
      tags: ['meta', 'discovery'],
      examples: [],
    },
    { input: toolGetInputSchema, output: toolGetOutputSchema },
  ),
];

const skillTool = (name: string, description: string, schemas: Schemas): BuiltinTool =>
  builtinTool({ name, description, tags: ['meta', 'skills'], examples: [] }, schemas);

/** The three tools for skills, injected whenever skills are enabled (R4.19–R4.32). */
export const skillTools: readonly BuiltinTool[] = [
  skillTool('skill_search', 'Search for skills by what you want to do. Returns their names; read one with skill_get.', {
    input: skillSearchInputSchema,
    output: skillSearchOutputSchema,
  }),
  skillTool('skill_get', 'Fetch skills by name: when to use them, their steps, what to check and what can go wrong.', {
    input: skillGetInputSchema,
    output: skillGetOutputSchema,
  }),
  skillTool('skill_list', 'List the names of skills with what each is for, page by page.', {
    input: skillListInputSchema,
    output: skillListOutputSchema,
  }),
];

/** What `tool_search` says it gives once `tool_search.guidance` adds fields to it. */
export const guidedSearchOutput = lazily(() => jsonSchemaOf(guidedSearchOutputSchema, 'output'));

/** Names that no imported tool may have (R1.22): our own tools, the terminal node and its alias. */
export const reservedToolNames: ReadonlySet<string> = new Set([
  ...[...builtinTools, ...skillTools].map((tool) => tool.name),
  // The search tool of seed 002, which a workspace may choose (R18.14).
  'pai_tool_search_tool',
  'finish',
  'final_response',
]);
