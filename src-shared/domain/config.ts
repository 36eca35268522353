import { z } from 'zod';
import { approvalsConfigSchema } from './approval.ts';
import { cacheFolderSchema } from './cache-folder.ts';
import { embedderConfigSchema, withNeededFields } from './embedder-config.ts';
import { extractorNameSchema } from './extraction.ts';
import { gatewayConfigSchema } from './gateway-config.ts';
import { hybridConfigSchema } from './hybrid-config.ts';
import { loadingModeSchema } from './loading-mode.ts';
import { providersConfigSchema } from './providers-config.ts';
import { rankingSchema, searchTypeSchema, weakResultsSchema } from './search-request.ts';
import { skillsConfigSchema } from './skills-config.ts';
import { sourceSchema } from './source.ts';
import { toolOverlaySchema } from './tool.ts';
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
    .describe('Add advice for the categories of the results (`guidance/<category>.md`), and `instruction`.'),
  hints: z.boolean().default(false).describe('Add the `usage_hint` of each tool as `hint`.'),
  related_tools: z.boolean().default(false).describe('Add the `related_tools` that the caller may use.'),
});
export type GuidanceConfig = z.infer<typeof guidanceConfigSchema>;

/** A grouped list of tool names in the prompt (R13.18–R13.23). */
const directoryConfigSchema = z.strictObject({
  enabled: z.boolean().default(false).describe('Render a directory of tools in the prompt.'),
  max_groups: z.int().min(1).max(100).default(20).describe('Largest number of groups.'),
  max_tools_per_group: z.int().min(0).max(50).default(6).describe('How many tool names a group shows.'),
  include_tool_counts: z.boolean().default(true).describe('Show how many visible tools a group has.'),
  include_default_groups: z.boolean().default(true).describe('Also make groups from namespaces and tags.'),
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
  enabled: z.boolean().default(false).describe('Rebuild the found tools at every step from the messages alone.'),
  tool_name: z
    .enum(['tool_search', 'pai_tool_search_tool'])
    .default('tool_search')
    .describe('Name of the search tool.'),
  algorithm: z
    .enum(['regex', 'bm25'])
    .nullable()
    .default(null)
    .describe('How a provider searches by itself; null: bm25 at Anthropic, regex elsewhere.'),
  max_results: z.int().min(1).max(20).default(5).describe('How many tools a search returns at most.'),
});

/** What a search understands beyond the words of tools and synonyms. */
const understandingConfigSchema = z.strictObject({
  languages: z
    .boolean()
    .default(true)
    .describe('Translate a query in another language word by word, from tables that come with Pegboard.'),
  meaning: z
    .boolean()
    .default(true)
    .describe('Compare the meaning of a query with the tools, where its words are unsure.'),
  model: withNeededFields(embedderConfigSchema)
    .refine(({ kind }) => kind !== 'local', {
      path: ['kind'],
      message: 'is folder, onnx or endpoint here; leave model out to use the word vectors that come with Pegboard',
    })
    .optional()
    .describe(
      'A model of your own that compares meanings in place of the word vectors that come with Pegboard, also for hybrid search.',
    ),
});
export type UnderstandingConfig = z.infer<typeof understandingConfigSchema>;

/** Everything on, as a workspace has it that says nothing else. */
export const fullUnderstanding: UnderstandingConfig = understandingConfigSchema.parse({});

/** Tool discovery (R13.01–R13.12). Defaults are those of the requirements: off. */
export const toolSearchConfigSchema = z.strictObject({
  enabled: z.boolean().default(false).describe('Offer `tool_search` and keep deferred tools out of the prompt.'),
  cache_dir: cacheFolderSchema.default('.pegboard').describe('Folder of the index, relative to the workspace.'),
  default_loading_mode: loadingModeSchema.default('always').describe('Mode of tools that declare none.'),
  always_loaded_patterns: z
    .array(z.string())
    .default(['tasks.*', 'tool_search', 'tool_get', 'finish'])
    .describe('Globs of tools that are always loaded, whatever they declare.'),
  activation_scope: z.enum(['run', 'session']).default('run').describe('How long an activated tool stays visible.'),
  preferred_namespaces: z
    .array(z.string())
    .default([])
    .describe('Namespaces that come first among equal scores, in this order.'),
  fts_fallback_to_regex: z
    .boolean()
    .default(true)
    .describe('Where SQLite has no FTS5, `fts` runs as `regex`; off: as `exact`.'),
  ranking: rankingSchema
    .default('pegboard')
    .describe(
      'Ranking of `fts`: our ranker, or bm25() of SQLite with the corrected formula or with the one that the RFC prints.',
    ),
  thesaurus: z
    .array(z.array(z.string().trim().min(1).max(64)).min(2).max(50))
    .max(2000)
    .default([])
    .describe('Groups of synonyms, in addition to those that come with Pegboard: `[[sku, article number]]`.'),
  weak_results: weakResultsSchema
    .default('keep')
    .describe('Results of `fts` that fit a query poorly: keep them, mark them as weak, or drop them.'),
  understanding: understandingConfigSchema
    .prefault({})
    .describe('What the ranking `pegboard` understands beyond words and synonyms.'),
  enable_incremental_index: z
    .boolean()
    .default(true)
    .describe('Write only what changed; off: rebuild the index each time.'),
  rebuild_cache_on_init: z.boolean().default(false).describe('Rebuild the index whenever the workspace opens.'),
  max_search_results: z
    .int()
    .min(1)
    .max(50)
    .default(10)
    .describe('Largest number of results, whatever `limit` asks for.'),
  hybrid: hybridConfigSchema.prefault({}).describe('Search by words and vectors, beside `tool_search`.'),
  guidance: guidanceConfigSchema.prefault({}).describe('What results contain beyond names and descriptions.'),
  history: historyConfigSchema.prefault({}).describe('Discovery from the messages alone, without other state.'),
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
    .describe('Budget of the whole prompt in tokens, by the estimator that the tuner shows; null for no limit.'),
});

/** Limits of a run (R6.09). */
const plannerConfigSchema = z.strictObject({
  max_steps: z.int().min(1).max(500).default(15).describe('Largest number of model replies in a run.'),
  tool_timeout_ms: z.int().min(1).max(3_600_000).default(30_000).describe('Time limit of one tool call.'),
  model_timeout_ms: z.int().min(1).max(3_600_000).default(120_000).describe('Time limit of one model reply.'),
  max_observation_chars: z
    .int()
    .min(200)
    .max(1_000_000)
    .default(20_000)
    .describe('How many characters of a result the model reads; the rest is cut and marked.'),
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
    .describe('Readers for tools whose results have entities of changing types; they come before `extraction`.'),
  require_tool_index: z
    .boolean()
    .default(false)
    .describe(
      'With `one_discovery_tool`: refuse to start a run while tools lack metadata, or metadata and extractors name missing tools. Off: findings report it.',
    ),
  stable_prefix: z
    .boolean()
    .default(false)
    .describe(
      'Put activated tools after the message that brought them, so that a prompt cache keeps everything before it.',
    ),
});

/** Settings that differ from the workspace's own, under a name. Each is checked when it is used. */
const profileSchema = z.strictObject({
  name: z.string().min(1).describe('How the profile is chosen: `--profile`, `--diff`.'),
  description: z.string().optional().describe('Purpose of the profile.'),
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
  tuning: tuningConfigSchema.prefault({}).describe('Goals of the tuner.'),
  providers: providersConfigSchema.prefault({}).describe('Requests that `pegboard export payload` builds.'),
  skills: skillsConfigSchema.prefault({}).describe('Skills and where they come from.'),
  gateway: gatewayConfigSchema.prefault({}).describe('How `pegboard mcp` serves the workspace to MCP hosts.'),
  sources: z.array(sourceSchema).default([]).describe('Where tools come from.'),
  overlays: z
    .record(z.string(), toolOverlaySchema.strict())
    .default({})
    .describe('Your changes to tools, by name. The source does not change.'),
  policy: toolPolicySchema.prefault({}).describe('What the agent may run at all.'),
  approvals: approvalsConfigSchema
    .prefault({})
    .describe('What happens to tools that differ from what `pegboard.lock` approved: `allow`, `ask` or `quarantine`.'),
  personas: z.array(personaSchema).default([]).describe('Users of the agent and what they may see.'),
  profiles: z.array(profileSchema).default([]).describe('Settings to compare with the workspace as it is.'),
});
export type WorkspaceConfig = z.infer<typeof workspaceConfigSchema>;
