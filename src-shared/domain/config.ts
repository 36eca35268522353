import { z } from 'zod';
import { cacheFolderSchema } from './cache-folder.ts';
import { extractorNameSchema } from './extraction.ts';
import { gatewayConfigSchema } from './gateway-config.ts';
import { hybridConfigSchema } from './hybrid-config.ts';
import { loadingModeSchema } from './loading-mode.ts';
import { providersConfigSchema } from './providers-config.ts';
import { rankingSchema, searchTypeSchema } from './search-request.ts';
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

/** Further fields of the results of `tool_search` (R17.01, R17.33); each leaves its schema valid. */
const guidanceConfigSchema = z.strictObject({
  workflow: z
    .boolean()
    .default(false)
    .describe('Add how the categories of the results are worked with (`guidance/<category>.md`), and `instruction`.'),
  hints: z.boolean().default(false).describe('Add the `usage_hint` of each tool as `hint`.'),
  related_tools: z.boolean().default(false).describe('Add the `related_tools` that the caller may use.'),
});
export type GuidanceConfig = z.infer<typeof guidanceConfigSchema>;

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

/** Discovery from the messages alone (R13.73, R13.74, R18.01–R18.14). */
const historyConfigSchema = z.strictObject({
  enabled: z
    .boolean()
    .default(false)
    .describe('Rebuild what was found from the messages at every step, and from nothing else.'),
  tool_name: z
    .enum(['tool_search', 'pai_tool_search_tool'])
    .default('tool_search')
    .describe('What the search tool is called.'),
  algorithm: z
    .enum(['regex', 'bm25'])
    .nullable()
    .default(null)
    .describe('How a provider searches by itself; null: bm25 at Anthropic, regex elsewhere.'),
  max_results: z.int().min(1).max(20).default(5).describe('How many tools a search returns at most.'),
});

/** Tool discovery (R13.01–R13.12). Defaults are those of the requirements: off. */
export const toolSearchConfigSchema = z.strictObject({
  enabled: z.boolean().default(false).describe('Offer `tool_search` and keep deferred tools out of the prompt.'),
  cache_dir: cacheFolderSchema.default('.pegboard').describe('Folder of the index, relative to the workspace.'),
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
  ranking: rankingSchema
    .default('pegboard')
    .describe('What ranks `fts`: our ranker, bm25() under the corrected formula, or under the one the RFC prints.'),
  thesaurus: z
    .array(z.array(z.string().trim().min(1).max(64)).min(2).max(50))
    .max(2000)
    .default([])
    .describe(
      'Groups of words that stand for each other, beside those that Pegboard brings: `[[sku, article number]]`.',
    ),
  enable_incremental_index: z
    .boolean()
    .default(true)
    .describe('Write only what changed; off: rebuild the index each time.'),
  rebuild_cache_on_init: z.boolean().default(false).describe('Rebuild the index whenever the workspace opens.'),
  max_search_results: z.int().min(1).max(50).default(10).describe('Upper bound of results, whatever `limit` asks for.'),
  hybrid: hybridConfigSchema.prefault({}).describe('Search by words and vectors, beside `tool_search`.'),
  guidance: guidanceConfigSchema.prefault({}).describe('What results say beyond names and descriptions.'),
  history: historyConfigSchema.prefault({}).describe('Discovery from the messages alone.'),
  hints: hintsConfigSchema.prefault({}).describe('Suggestions in the prompt.'),
  directory: directoryConfigSchema.prefault({}).describe('A directory of tools in the prompt.'),
});
export type ToolSearchConfig = z.infer<typeof toolSearchConfigSchema>;

/** Example calls in the prompt (R13.24–R13.27). */
const toolExamplesConfigSchema = z.strictObject({
  enabled: z.boolean().default(true).describe('Show example calls under the schemas of a tool.'),
  max_examples_per_tool: z.int().min(0).max(10).default(3).describe('How many examples a tool shows; 0 shows none.'),
  include_descriptions: z.boolean().default(true).describe('Show what an example is for, as a comment under it.'),
  filter_tags: z
    .array(z.string())
    .nullable()
    .default(null)
    .describe('Only examples with one of these tags; null shows all.'),
});
export type ToolExamplesConfig = z.infer<typeof toolExamplesConfigSchema>;

/** What a team tunes its workspace for. */
const tuningConfigSchema = z.strictObject({
  prompt_budget: z
    .int()
    .min(1)
    .max(10_000_000)
    .nullable()
    .default(null)
    .describe('Tokens that the whole prompt may cost, by the estimator that the tuner shows; null for no limit.'),
});

/** Limits of a run (R6.09). */
const plannerConfigSchema = z.strictObject({
  max_steps: z.int().min(1).max(500).default(15).describe('How many replies of the model a run takes at most.'),
  tool_timeout_ms: z.int().min(1).max(3_600_000).default(30_000).describe('How long one tool call may take.'),
  model_timeout_ms: z
    .int()
    .min(1)
    .max(3_600_000)
    .default(120_000)
    .describe('How long one reply of the model may take.'),
  max_observation_chars: z
    .int()
    .min(200)
    .max(1_000_000)
    .default(20_000)
    .describe('How much of a result the model reads; the rest is cut, with a mark.'),
  style: z
    .enum(['standard', 'one_discovery_tool'])
    .default('standard')
    .describe(
      '`one_discovery_tool`: a minimal prompt with `tool_search` alone, found tools can be called at once, and a working memory lasts for the session. Needs tool search.',
    ),
  identity: z
    .string()
    .trim()
    .min(1)
    .max(2000)
    .default('You are an agent that finds the tools it needs.')
    .describe('Who the agent is, in the minimal prompt.'),
  extractors: z
    .record(z.string(), extractorNameSchema)
    .default({})
    .describe('Tools whose results have entities of changing types, and what reads them; comes before `extraction`.'),
  require_tool_index: z
    .boolean()
    .default(false)
    .describe(
      'With `one_discovery_tool`: start no run while tools lack metadata, or metadata and extractors lack their tool; off: findings tell.',
    ),
  stable_prefix: z
    .boolean()
    .default(false)
    .describe('Put activated tools after the message that brought them, so that nothing before it is sent anew.'),
});

/** Settings that differ from the workspace's own, under a name. Each is checked when it is used. */
const profileSchema = z.strictObject({
  name: z.string().min(1).describe('How the profile is chosen: `--profile`, `--diff`.'),
  description: z.string().optional().describe('What it is for.'),
  tool_search: z.record(z.string(), z.unknown()).optional().describe('Fields of `tool_search` that differ.'),
  tool_examples: z.record(z.string(), z.unknown()).optional().describe('Fields of `tool_examples` that differ.'),
  planner: z.record(z.string(), z.unknown()).optional().describe('Fields of `planner` that differ.'),
  skills: z.record(z.string(), z.unknown()).optional().describe('Fields of `skills` that differ.'),
});
export type Profile = z.infer<typeof profileSchema>;

/** The whole of `pegboard.yaml`. Keys that are not listed here are kept in the file and reported as findings. */
export const workspaceConfigSchema = z.strictObject({
  tool_search: toolSearchConfigSchema.prefault({}).describe('How tools are found.'),
  tool_examples: toolExamplesConfigSchema.prefault({}).describe('Example calls in the prompt.'),
  planner: plannerConfigSchema.prefault({}).describe('Limits of a run.'),
  tuning: tuningConfigSchema.prefault({}).describe('What the tuner aims at.'),
  providers: providersConfigSchema.prefault({}).describe('Requests that `pegboard export payload` builds.'),
  skills: skillsConfigSchema.prefault({}).describe('Skills and where they come from.'),
  gateway: gatewayConfigSchema.prefault({}).describe('How `pegboard mcp` serves the workspace to MCP hosts.'),
  sources: z.array(sourceSchema).default([]).describe('Where tools come from.'),
  overlays: z
    .record(z.string(), toolCurationSchema.strict())
    .default({})
    .describe('Curation by tool name, laid over what the source says.'),
  policy: toolPolicySchema.prefault({}).describe('What the agent may run at all.'),
  personas: z.array(personaSchema).default([]).describe('Users of the agent and what they may see.'),
  profiles: z.array(profileSchema).default([]).describe('Settings to compare with the workspace as it is.'),
});
export type WorkspaceConfig = z.infer<typeof workspaceConfigSchema>;
