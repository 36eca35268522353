import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { parseWorkspaceFile } from '#core/workspace/workspace-file.ts';
import { workspaceConfigSchema } from '#shared/domain/config.ts';
import { economicsInputSchema } from '#shared/domain/economics.ts';
import { extractionSchema } from '#shared/domain/extraction.ts';
import { hybridInputSchema, toolGetInputSchema, toolSearchInputSchema } from '#shared/domain/search-request.ts';
import { skillGetInputSchema, skillListInputSchema, skillSearchInputSchema } from '#shared/domain/skill-tools.ts';
import { sourceSchema } from '#shared/domain/source.ts';
import { toolCurationSchema } from '#shared/domain/tool.ts';
import { isPegboardError } from '#shared/errors.ts';

/** A row of area 13: its field, its default, values that fit, values that do not. */
type Row = readonly [id: string, field: string, byDefault: unknown, fits: readonly unknown[], not: readonly unknown[]];

const taskTypes = ['browser', 'api', 'code', 'domain', 'unknown'];
const group = {
  name: 'g',
  match_namespaces: ['a'],
  match_tags: ['t'],
  match_name_patterns: ['a.*'],
  tool_names: ['a.b'],
};
const rows: readonly Row[] = [
  ['R13.01', 'tool_search.enabled', false, [true], ['yes', 1]],
  ['R13.02', 'tool_search.cache_dir', '.pegboard', ['.penguiflow'], ['', 7]],
  ['R13.03', 'tool_search.default_loading_mode', 'always', ['deferred'], ['lazy', null]],
  [
    'R13.04',
    'tool_search.always_loaded_patterns',
    ['tasks.*', 'tool_search', 'tool_get', 'finish'],
    [[], ['a.*']],
    ['a.*', [7]],
  ],
  ['R13.05', 'tool_search.activation_scope', 'run', ['session'], ['tenant']],
  ['R13.06', 'tool_search.preferred_namespaces', [], [['a', 'b']], ['a']],
  ['R13.07', 'tool_search.fts_fallback_to_regex', true, [false], ['no']],
  ['R13.08', 'tool_search.enable_incremental_index', true, [false], [0]],
  ['R13.09', 'tool_search.rebuild_cache_on_init', false, [true], ['always']],
  ['R13.10', 'tool_search.max_search_results', 10, [1, 50], [0, 51, 2.5, '10']],
  ['R13.14', 'tool_search.hints.enabled', false, [true], ['on']],
  ['R13.15', 'tool_search.hints.top_k', 5, [1, 20], [0, 21, 1.5]],
  ['R13.16', 'tool_search.hints.include_always_loaded', false, [true], [1]],
  ['R13.17', 'tool_search.hints.search_type', 'fts', ['regex', 'exact'], ['bm25']],
  ['R13.18', 'tool_search.directory.enabled', false, [true], ['on']],
  ['R13.19', 'tool_search.directory.max_groups', 20, [1, 100], [0, 101]],
  ['R13.20', 'tool_search.directory.max_tools_per_group', 6, [0, 50], [-1, 51]],
  ['R13.21', 'tool_search.directory.include_tool_counts', true, [false], ['no']],
  ['R13.22', 'tool_search.directory.include_default_groups', true, [false], ['no']],
  ['R13.23', 'tool_search.directory.groups', [], [[group]], [[{ title: 'no name' }], 'g']],
  ['R13.24', 'tool_examples.enabled', true, [false], ['on']],
  ['R13.25', 'tool_examples.max_examples_per_tool', 3, [0, 10], [-1, 11, 2.5]],
  ['R13.26', 'tool_examples.include_descriptions', true, [false], [1]],
  ['R13.27', 'tool_examples.filter_tags', null, [['minimal'], []], ['minimal']],
  ['default', 'planner.require_tool_index', false, [true], ['yes']],
  ['R13.73', 'tool_search.history.algorithm', null, ['regex', 'bm25'], ['fts', '']],
  ['R13.74', 'tool_search.history.max_results', 5, [1, 20], [0, 21, 2.5, '5']],
  ['R13.76', 'providers.anthropic.supports_bm25_search', true, [false], ['yes']],
  ['R13.77', 'planner.max_steps', 15, [1, 500], [0, 501]],
  ['R13.79', 'providers.anthropic.max_tokens', 4096, [1, 1_000_000], [0, 1_000_001, 1.5]],
  ['R13.81', 'tool_search.hybrid.high_confidence', 0.8, [0, 1], [-0.1, 1.1]],
  ['R13.81', 'tool_search.hybrid.blend_confidence', 0.3, [0, 1], [-0.1, 1.1]],
  ['R13.82', 'tool_search.hybrid.keyword_confidence', 0.7, [0, 1], [-0.1, 1.1]],
  ['R13.83', 'tool_search.hybrid.merge_from', 100, [1, 1_000_000], [0, 1_000_001, 1.5]],
  ['R13.83', 'tool_search.hybrid.decompose_from', 500, [1, 1_000_000], [0, 1_000_001, 1.5]],
  ['R13.84', 'tool_search.hybrid.confidence_divisor', 10, [0.1, 1000], [0, 1001]],
  ['R13.85', 'tool_search.hybrid.name_weight', 2, [0.1, 100], [0, 101]],
  ['R13.85', 'tool_search.hybrid.content_weight', 1, [0.1, 100], [0, 101]],
  ['R13.86', 'tool_search.hybrid.k1', 1.2, [1.2, 2], [1.19, 2.01]],
  ['R13.86', 'tool_search.hybrid.b', 0.75, [0, 1], [-0.1, 1.1]],
  ['R13.87', 'tool_search.hybrid.enabled', false, [true], ['yes']],
  ['R13.87', 'tool_search.hybrid.embedder.kind', 'local', [], ['text-embedding-3-small', 7]],
  ['R13.36', 'policy.allowed_tools', null, [[], ['a']], ['a']],
  ['R13.37', 'policy.denied_tools', [], [['a']], [null]],
  ['R13.38', 'policy.require_tags', [], [['a']], ['a']],
  ['R13.41', 'skills.enabled', false, [true], ['yes', 1]],
  ['R13.42', 'skills.cache_dir', '.pegboard', ['.penguiflow'], ['', 7]],
  ['R13.43', 'skills.max_tokens', 2000, [200, 10_000], [199, 10_001, 2.5, '2000']],
  ['R13.44', 'skills.summarize', false, [true], ['no']],
  ['R13.45', 'skills.redact_pii', true, [false], [0]],
  ['R13.46', 'skills.scope_mode', 'project', ['tenant', 'global'], ['user', null]],
  ['R13.47', 'skills.skill_packs', [], [[]], ['core', ['core'], [{ name: 'core' }], [{ path: 'p' }]]],
  ['R13.49', 'skills.fts_fallback_to_regex', true, [false], ['no']],
  ['R13.50', 'skills.top_k', 6, [1, 20], [0, 21, 1.5]],
  ['R13.48, R13.58', 'skills.directory.enabled', true, [false], ['on']],
  ['R13.59', 'skills.directory.max_entries', 30, [0, 1000], [-1, 1001, 1.5]],
  ['R13.60', 'skills.directory.include_fields', ['name', 'title', 'trigger'], [['task_type'], []], [['steps'], 'name']],
  ['R13.61', 'skills.directory.selection_strategy', 'pinned_then_recent', ['pinned_then_top'], ['newest']],
];

const nested = (path: readonly string[], value: unknown): unknown =>
  path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], value);
const fileWith = (value: unknown) => parseWorkspaceFile(JSON.stringify(value), 'pegboard.yaml');
/** The schema takes the values as they are. */
const fits = (schema: z.ZodType, given: object) => expect(schema.parse(given)).toMatchObject(given);
/** The schema refuses the values, and names the field. */
const wrong = (schema: z.ZodType, given: object, field: string) =>
  expect(schema.safeParse(given).error?.issues[0]?.path, JSON.stringify(given)).toEqual([field]);

describe('configuration', () => {
  it.each(rows)(
    '%s: %s has its default and its limits, and a wrong value is told by its name',
    (_id, field, byDefault, fits, not) => {
      const path = field.split('.');
      expect(at(workspaceConfigSchema.parse({}), path)).toEqual(byDefault);
      for (const value of fits) {
        const parsed = at(fileWith(nested(path, value)).config, path);
        if (field.endsWith('.groups')) expect(parsed).toMatchObject(value as object);
        else expect(parsed).toEqual(value);
      }
      for (const value of not) {
        let error: unknown;
        try {
          fileWith(nested(path, value));
        } catch (thrown) {
          error = thrown;
        }
        expect(isPegboardError(error), `${field}: ${JSON.stringify(value)}`).toBe(true);
        expect((error as Error).message).toContain(field);
      }
    },
  );

  it('R13.13: include_search_tool of older files is kept, has no effect, and is told', () => {
    const { findings } = fileWith({ tool_search: { include_search_tool: true } });
    expect(findings).toMatchObject([{ severity: 'warning', message: expect.stringContaining('include_search_tool') }]);
  });

  it('R13.28, R13.29, R13.34: a source has its fields, their defaults and limits', () => {
    const source = (fields: object = {}) =>
      sourceSchema.safeParse({ name: 'a', path: 'p', format: 'openai', ...fields });
    expect(source().data).toEqual({
      name: 'a',
      path: 'p',
      format: 'openai',
      enabled: true,
      default_loading_mode: null,
      always_loaded_tools: [],
      deferred_tools: null,
      tool_examples: {},
      inherit_from_schema: true,
    });
    const example = { args: { x: 1 } };
    for (const defer_loading of [true, false, ['t']]) {
      const given = {
        tool_examples: { t: [example] },
        deferred_tools: ['t'],
        inherit_from_schema: false,
        defer_loading,
      };
      expect(source(given).success).toBe(true);
    }
    for (const [field, value] of Object.entries({
      default_loading_mode: 'lazy',
      always_loaded_tools: 't',
      deferred_tools: 't',
      defer_loading: 'yes',
      tool_examples: { t: [{ description: 'no args' }] },
      inherit_from_schema: 'no',
    })) {
      expect(source({ [field]: value }).error?.issues[0]?.path[0], field).toBe(field);
    }
  });

  it('a tool has one of three risks', () => {
    expect(toolCurationSchema.safeParse({ risk_level: 'destructive' }).success).toBe(true);
    expect(toolCurationSchema.safeParse({ risk_level: 'high' }).error?.issues[0]?.path).toEqual(['risk_level']);
  });

  it('R13.39, R13.40: a context has tenant, project and session, and nothing else', () => {
    const persona = (tool_context: object) => ({ personas: [{ name: 'p', tool_context }] });
    const given = { tenant_id: 't', project_id: 'p', session_id: 's' };
    expect(fileWith(persona(given)).config.personas[0]?.tool_context).toEqual(given);
    expect(fileWith(persona({})).config.personas[0]?.tool_context).toEqual({});
    for (const field of Object.keys(given)) expect(() => fileWith(persona({ [field]: 7 })), field).toThrow(field);
    expect(fileWith(persona({ user_id: 'u' })).config.personas[0]?.tool_context).toEqual({});
  });

  it('R13.51, R13.52, R13.53, R13.54, R13.55, R13.56, R13.57: a pack has its fields, their defaults and limits', () => {
    const pack = (fields: object) => ({ skills: { skill_packs: [{ name: 'core', path: 'packs/core', ...fields }] } });
    expect(fileWith(pack({})).config.skills.skill_packs).toEqual([
      {
        name: 'core',
        path: 'packs/core',
        format: null,
        enabled: true,
        update_existing_pack_skills: true,
        pinned_skill_names: [],
        left_out_skill_names: [],
      },
    ]);
    // Without a scope of its own, a pack has that of the workspace.
    expect(fileWith(pack({})).config.skills.scope_mode).toBe('project');
    for (const field of ['name', 'path']) {
      expect(() => fileWith(pack({ [field]: undefined })), `no ${field}`).toThrow(`skills.skill_packs.0.${field}`);
    }
    const taken = {
      name: ['a', 'A-b_9'],
      path: ['shipped:core'],
      format: ['md', 'yaml', 'json', 'jsonl', null],
      scope_mode: ['project', 'tenant', 'global'],
      enabled: [false],
      update_existing_pack_skills: [false],
      pinned_skill_names: [['pack.core.a']],
      left_out_skill_names: [['pack.core.a']],
    };
    const not = {
      name: ['', 'two words', 7],
      path: ['', null],
      format: ['toml'],
      scope_mode: ['user'],
      enabled: ['yes'],
      update_existing_pack_skills: [1],
      pinned_skill_names: ['pack.core.a', [7]],
      left_out_skill_names: ['pack.core.a', [7]],
    };
    for (const [field, values] of Object.entries(taken)) {
      for (const value of values)
        expect(fileWith(pack({ [field]: value })).config.skills.skill_packs[0]).toMatchObject({ [field]: value });
    }
    for (const [field, values] of Object.entries(not)) {
      for (const value of values) {
        expect(() => fileWith(pack({ [field]: value })), `${field}: ${JSON.stringify(value)}`).toThrow(
          `skills.skill_packs.0.${field}`,
        );
      }
    }
  });

  it('R13.67, R13.68, R13.69, R13.70, R13.71, R13.72: the inputs of the tools for skills have their defaults and limits, and no other field', () => {
    expect(skillSearchInputSchema.parse({ query: 'q' })).toEqual({ query: 'q', search_type: 'fts', limit: 8 });
    expect(skillGetInputSchema.parse({ names: ['a'] })).toEqual({
      names: ['a'],
      format: 'injection',
      max_tokens: 1500,
    });
    expect(skillListInputSchema.parse({})).toEqual({ page: 1, page_size: 20 });
    for (const limit of [1, 20]) fits(skillSearchInputSchema, { query: 'q', limit });
    for (const search_type of ['fts', 'regex', 'exact']) fits(skillSearchInputSchema, { query: 'q', search_type });
    for (const task_type of taskTypes) {
      fits(skillSearchInputSchema, { query: 'q', task_type });
      fits(skillListInputSchema, { task_type });
    }
    for (const limit of [0, 21, 2.5]) wrong(skillSearchInputSchema, { query: 'q', limit }, 'limit');
    wrong(skillSearchInputSchema, { query: 'q', search_type: 'bm25' }, 'search_type');
    wrong(skillSearchInputSchema, { query: 'q', task_type: 'cooking' }, 'task_type');
    wrong(skillSearchInputSchema, {}, 'query');
    for (const names of [['a'], Array(10).fill('a')]) fits(skillGetInputSchema, { names });
    for (const format of ['raw', 'injection']) fits(skillGetInputSchema, { names: ['a'], format });
    for (const max_tokens of [200, 6000]) fits(skillGetInputSchema, { names: ['a'], max_tokens });
    for (const [page, page_size] of [
      [1, 1],
      [1000, 100],
    ])
      fits(skillListInputSchema, { page, page_size });
    for (const origin of ['pack', 'learned']) fits(skillListInputSchema, { origin });
    for (const scope of ['project', 'tenant', 'global']) fits(skillListInputSchema, { scope });
    for (const names of [[], Array(11).fill('a'), 'a', undefined]) wrong(skillGetInputSchema, { names }, 'names');
    wrong(skillGetInputSchema, { names: ['a'], format: 'text' }, 'format');
    for (const max_tokens of [199, 6001, 200.5]) wrong(skillGetInputSchema, { names: ['a'], max_tokens }, 'max_tokens');
    for (const page of [0, 1.5]) wrong(skillListInputSchema, { page }, 'page');
    for (const page_size of [0, 101, 1.5]) wrong(skillListInputSchema, { page_size }, 'page_size');
    for (const field of ['task_type', 'origin', 'scope']) wrong(skillListInputSchema, { [field]: 'none' }, field);
    expect(skillListInputSchema.safeParse({ offset: 1 }).success).toBe(false);
  });

  it('R13.78: the model of a request is a label, gpt-4o-mini where Chat Completions are spoken', () => {
    const { openai_chat } = workspaceConfigSchema.parse({}).providers;
    expect(openai_chat.model).toBe('gpt-4o-mini');
    expect(fileWith({ providers: { openai_chat: { model: 'any/label' } } }).config.providers.openai_chat.model).toBe(
      'any/label',
    );
    expect(() => fileWith({ providers: { openai_chat: { model: '' } } })).toThrow('providers.openai_chat.model');
  });

  it('R13.80: a hybrid search gives 5 tools, 1 to 20', () => {
    expect(hybridInputSchema.parse({ query: 'q' }).limit).toBe(5);
    for (const limit of [1, 20]) fits(hybridInputSchema, { query: 'q', limit });
    for (const limit of [0, 21, 2.5])
      expect(hybridInputSchema.safeParse({ query: 'q', limit }).error?.issues[0]?.path).toEqual(['limit']);
  });

  it('R13.88: an extraction reads the id from `id`, of one thing', () => {
    const given = { path: '$root', type: 'page', nameField: 'name' };
    expect(extractionSchema.parse(given)).toEqual({ ...given, idField: 'id', isArray: false });
    fits(extractionSchema, { ...given, idField: 'key', isArray: true });
    for (const [field, value] of Object.entries({ idField: '', isArray: 'yes', path: '', type: 7, nameField: null }))
      expect(() => fileWith({ overlays: { t: { extraction: { ...given, [field]: value } } } }), field).toThrow(
        `overlays.t.extraction.${field}`,
      );
  });

  it('R13.90, R13.91: the economics begin with the figures of the seed, and each can be replaced', () => {
    expect(economicsInputSchema.parse({})).toMatchObject({
      all_tools_tokens: 18_200,
      first_tokens: 500,
      later_tokens: 1650,
      history_tokens: 200,
      savings_rate: 0.88,
      implementation_cost: 600,
    });
    const not = {
      all_tools_tokens: -1,
      first_tokens: -1,
      later_tokens: 'many',
      history_tokens: -1,
      savings_rate: 1.1,
      implementation_cost: -1,
    };
    for (const [field, value] of Object.entries(not)) {
      expect(economicsInputSchema.safeParse({ [field]: value }).error?.issues[0]?.path, field).toEqual([field]);
      fits(economicsInputSchema, { [field]: field === 'savings_rate' ? 0.5 : 7 });
    }
  });

  it('R13.62, R13.63, R13.64, R13.65, R13.66: the inputs of the discovery tools have their defaults and limits', () => {
    expect(toolSearchInputSchema.parse({ query: 'q' })).toEqual({
      query: 'q',
      search_type: 'fts',
      limit: 8,
      include_always_loaded: false,
    });
    expect(toolGetInputSchema.parse({ names: ['a'] })).toEqual({
      names: ['a'],
      include_schemas: true,
      include_examples: true,
    });
    for (const search_type of ['fts', 'regex', 'exact']) fits(toolSearchInputSchema, { query: 'q', search_type });
    for (const limit of [1, 20]) fits(toolSearchInputSchema, { query: 'q', limit });
    fits(toolSearchInputSchema, { query: 'q', include_always_loaded: true });
    fits(toolGetInputSchema, { names: Array(10).fill('a'), include_schemas: false, include_examples: false });
    for (const limit of [0, 21, 2.5]) wrong(toolSearchInputSchema, { query: 'q', limit }, 'limit');
    wrong(toolSearchInputSchema, { query: 'q', search_type: 'bm25' }, 'search_type');
    wrong(toolSearchInputSchema, { query: 'q', include_always_loaded: 'no' }, 'include_always_loaded');
    for (const names of [[], Array(11).fill('a'), 'a', undefined]) wrong(toolGetInputSchema, { names }, 'names');
    for (const field of ['include_schemas', 'include_examples'])
      wrong(toolGetInputSchema, { names: ['a'], [field]: 'no' }, field);
  });
});
