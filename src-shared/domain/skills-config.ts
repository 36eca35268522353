import { z } from 'zod';
import { cacheFolderSchema } from './cache-folder.ts';
import { skillPackConfigSchema } from './pack.ts';
import { scopeModeSchema } from './skill.ts';

/** The list of skill names in the prompt (R9.01–R9.03). */
export const skillsDirectoryConfigSchema = z.strictObject({
  enabled: z.boolean().default(true).describe('Render the directory, whenever skills are enabled.'),
  max_entries: z
    .int()
    .min(0)
    .max(1000)
    .default(30)
    .describe('Largest number of skills that it shows, pinned ones included.'),
  include_fields: z
    .array(z.enum(['name', 'title', 'trigger', 'task_type']))
    .default(['name', 'title', 'trigger'])
    .describe(
      'Fields that may follow a name: the first of title, trigger and task_type that is listed here and present.',
    ),
  selection_strategy: z
    .enum(['pinned_then_recent', 'pinned_then_top'])
    .default('pinned_then_recent')
    .describe('Which skills follow the pinned ones: those used last, or those used most.'),
});

/** Skills of a workspace (R13.41–R13.50). Defaults are those of the requirements: off. */
export const skillsConfigSchema = z.strictObject({
  enabled: z
    .boolean()
    .default(false)
    .describe('Offer `skill_search`, `skill_get` and `skill_list`, and inject skills.'),
  cache_dir: cacheFolderSchema.default('.pegboard').describe('Folder of `skills.db`, relative to the workspace.'),
  max_tokens: z
    .int()
    .min(200)
    .max(10_000)
    .default(2000)
    .describe('Budget of the whole injected block in tokens (estimate).'),
  top_k: z.int().min(1).max(20).default(6).describe('Largest number of skills that are injected before a run.'),
  summarize: z
    .boolean()
    .default(false)
    .describe(
      'Reserved. Skills are shortened by their structure and no model is asked; when this is on, a finding reports it.',
    ),
  redact_pii: z
    .boolean()
    .default(true)
    .describe('Replace e-mail addresses, phone numbers, tokens and URL queries in what a model gets.'),
  scope_mode: scopeModeSchema
    .default('project')
    .describe('Scope of packs that have none, and the widest scope that a query sees.'),
  fts_fallback_to_regex: z
    .boolean()
    .default(true)
    .describe('Where SQLite has no FTS5, `fts` runs as `regex`; off: as `exact`.'),
  skill_packs: z
    .array(skillPackConfigSchema)
    .default([])
    .describe('Packs to load. Where two skills have one name, the first pack wins.'),
  directory: skillsDirectoryConfigSchema.prefault({}).describe('The list of skill names in the prompt.'),
});
export type SkillsConfig = z.infer<typeof skillsConfigSchema>;
