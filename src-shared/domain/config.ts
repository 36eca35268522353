import { z } from 'zod';
import { loadingModeSchema } from './loading-mode.ts';
import { searchTypeSchema } from './search-request.ts';
import { skillsConfigSchema } from './skills-config.ts';
import { sourceSchema } from './source.ts';
import { toolCurationSchema } from './tool.ts';
import { personaSchema, toolPolicySchema } from './tool-policy.ts';

/** Suggestions in the prompt, every turn (R13.14–R13.17). */
const hintsConfigSchema = z.strictObject({
  enabled: z.boolean().default(false).describe('Suggest tools in the prompt, chosen by the text of the turn.'),
  top_k: z.int().min(1).max(20).default(5).describe('How many tools to suggest.'),
  include_always_loaded: z.boolean().default(false).describe('Also suggest tools that are in the prompt anyway.'),
  search_type: searchTypeSchema.default('fts').describe('How suggestions are searched.'),
});

/** A grouped list of tool names in the prompt (R13.18–R13.23). */
const directoryConfigSchema = z.strictObject({
  enabled: z.boolean().default(false).describe('Render a directory of tools in the prompt.'),
  max_groups: z.int().min(1).max(100).default(20).describe('How many groups at most.'),
  max_tools_per_group: z.int().min(0).max(50).default(6).describe('How many tool names a group shows.'),
  include_tool_counts: z.boolean().default(true).describe('Show how many visible tools a group has.'),
  include_default_groups: z.boolean().default(true).describe('Make groups of namespaces and tags by itself.'),
  groups: z
    .array(
      z.strictObject({
        name: z.string().min(1).describe('Name of the group.'),
        title: z.string().optional().describe('Name for people.'),
        trigger: z.string().optional().describe('When to look here.'),
        task_type: z.string().optional().describe('Kind of task it serves.'),
        match_namespaces: z.array(z.string()).default([]).describe('Takes the tools of these namespaces.'),
        match_tags: z.array(z.string()).default([]).describe('Takes the tools with one of these tags.'),
        match_name_patterns: z.array(z.string()).default([]).describe('Takes the tools whose name matches a glob.'),
        tool_names: z.array(z.string()).default([]).describe('Takes these tools.'),
      }),
    )
    .default([])
    .describe('Groups of your own.'),
});

/** Tool discovery (R13.01–R13.12). Defaults are those of the requirements: off. */
export const toolSearchConfigSchema = z.strictObject({
  enabled: z.boolean().default(false).describe('Offer `tool_search` and keep deferred tools out of the prompt.'),
  cache_dir: z.string().min(1).default('.pegboard').describe('Folder of the index, relative to the workspace.'),
  default_loading_mode: loadingModeSchema.default('always').describe('Mode of tools for which nothing is declared.'),
  always_loaded_patterns: z
    .array(z.string())
    .default(['tasks.*', 'tool_search', 'tool_get', 'finish'])
    .describe('Globs of tools that are always in the prompt, whatever they declare.'),
  activation_scope: z.enum(['run', 'session']).default('run').describe('How long an activated tool stays visible.'),
  preferred_namespaces: z.array(z.string()).default([]).describe('Wins ties between equal scores, in this order.'),
  fts_fallback_to_regex: z
    .boolean()
    .default(true)
    .describe('Where SQLite has no FTS5, `fts` runs as `regex`; off: as `exact`.'),
  enable_incremental_index: z
    .boolean()
    .default(true)
    .describe('Write only what changed; off: rebuild the index each time.'),
  rebuild_cache_on_init: z.boolean().default(false).describe('Rebuild the index whenever the workspace opens.'),
  max_search_results: z.int().min(1).max(50).default(10).describe('Upper bound of results, whatever `limit` asks for.'),
  hints: hintsConfigSchema.prefault({}).describe('Suggestions in the prompt.'),
  directory: directoryConfigSchema.prefault({}).describe('A directory of tools in the prompt.'),
});
export type ToolSearchConfig = z.infer<typeof toolSearchConfigSchema>;

/** The whole of `pegboard.yaml`. Keys that are not listed here are kept in the file and reported as findings. */
export const workspaceConfigSchema = z.strictObject({
  tool_search: toolSearchConfigSchema.prefault({}).describe('How tools are found.'),
  skills: skillsConfigSchema.prefault({}).describe('Skills and where they come from.'),
  sources: z.array(sourceSchema).default([]).describe('Where tools come from.'),
  overlays: z
    .record(z.string(), toolCurationSchema.strict())
    .default({})
    .describe('Curation by tool name, laid over what the source says.'),
  policy: toolPolicySchema.prefault({}).describe('What the agent may run at all.'),
  personas: z.array(personaSchema).default([]).describe('Users of the agent and what they may see.'),
});
export type WorkspaceConfig = z.infer<typeof workspaceConfigSchema>;
