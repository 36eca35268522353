import { describe, expect, it } from 'vitest';
import { parseWorkspaceFile } from '#core/workspace/workspace-file.ts';
import { configFields } from '#shared/config-fields.ts';
import { workspaceConfigSchema } from '#shared/domain/config.ts';
import { isPegboardError } from '#shared/errors.ts';
import { fieldEffects } from './field-effects.ts';

/** A field of area 13: its type with the limits, its default, other values that fit, values that do not. */
type Row = readonly [
  id: string,
  field: string,
  type: string,
  byDefault: unknown,
  fits: readonly unknown[],
  not: readonly unknown[],
];

const group = {
  name: 'g',
  title: 'G',
  trigger: 'Look here.',
  task_type: 'api',
  match_namespaces: ['a'],
  match_tags: ['t'],
  match_name_patterns: ['a.*'],
  tool_names: ['a.b'],
};
const localEmbedder = { kind: 'local', batch_size: 64, timeout_ms: 30_000, query_prefix: '', text_prefix: '' };
const endpoint = {
  ...localEmbedder,
  kind: 'endpoint',
  url: 'http://localhost:11434/v1/embeddings',
  model: 'text-embedding-3-small',
};
const directory = {
  enabled: true,
  max_entries: 30,
  include_fields: ['name', 'title', 'trigger'],
  selection_strategy: 'pinned_then_recent',
};
const pack = {
  name: 'core',
  path: 'packs/core',
  format: 'md',
  enabled: false,
  update_existing_pack_skills: false,
  pinned_skill_names: ['pack.core.a'],
  left_out_skill_names: [],
};
const bool = 'boolean';
const texts = 'list of string';
const text = 'string';
const share = 'number 0–1';
const large = 'integer 1–1000000';
const scopes = '`project`, `tenant`, `global`';
const rows: readonly Row[] = [
  ['R13.01', 'tool_search.enabled', bool, false, [true], ['yes', 1]],
  ['R13.02', 'tool_search.cache_dir', text, '.pegboard', ['.penguiflow'], ['', 7]],
  ['R13.03', 'tool_search.default_loading_mode', '`always`, `deferred`', 'always', ['deferred'], ['lazy', null]],
  [
    'R13.04',
    'tool_search.always_loaded_patterns',
    texts,
    ['tasks.*', 'tool_search', 'tool_get', 'finish'],
    [[], ['a.*']],
    ['a.*', [7]],
  ],
  ['R13.05', 'tool_search.activation_scope', '`run`, `session`', 'run', ['session'], ['tenant']],
  ['R13.06', 'tool_search.preferred_namespaces', texts, [], [['a', 'b']], ['a', [7]]],
  ['R13.07', 'tool_search.fts_fallback_to_regex', bool, true, [false], ['no']],
  ['R13.08', 'tool_search.enable_incremental_index', bool, true, [false], [0]],
  ['R13.09', 'tool_search.rebuild_cache_on_init', bool, false, [true], ['always']],
  ['R13.10', 'tool_search.max_search_results', 'integer 1–50', 10, [1, 50], [0, 51, 2.5, '10']],
  ['R13.14', 'tool_search.hints.enabled', bool, false, [true], ['on']],
  ['R13.15', 'tool_search.hints.top_k', 'integer 1–20', 5, [1, 20], [0, 21, 1.5]],
  ['R13.16', 'tool_search.hints.include_always_loaded', bool, false, [true], [1]],
  ['R13.17', 'tool_search.hints.search_type', '`fts`, `regex`, `exact`', 'fts', ['regex', 'exact'], ['bm25']],
  ['R13.18', 'tool_search.directory.enabled', bool, false, [true], ['on']],
  ['R13.19', 'tool_search.directory.max_groups', 'integer 1–100', 20, [1, 100], [0, 101, 1.5]],
  ['R13.20', 'tool_search.directory.max_tools_per_group', 'integer 0–50', 6, [0, 50], [-1, 51, 1.5, '6']],
  ['R13.21', 'tool_search.directory.include_tool_counts', bool, true, [false], ['no']],
  ['R13.22', 'tool_search.directory.include_default_groups', bool, true, [false], ['no']],
  [
    'R13.23',
    'tool_search.directory.groups',
    'list of section',
    [],
    [[group, { ...group, name: 'h' }]],
    [
      'g',
      [{ title: 'no name' }],
      ...Object.keys(group).flatMap((field) => [7, [7]].map((value) => [{ ...group, [field]: value }])),
    ],
  ],
  ['R13.24', 'tool_examples.enabled', bool, true, [false], ['on']],
  ['R13.25', 'tool_examples.max_examples_per_tool', 'integer 0–10', 3, [0, 10], [-1, 11, 2.5]],
  ['R13.26', 'tool_examples.include_descriptions', bool, true, [false], [1]],
  ['R13.27', 'tool_examples.filter_tags', `${texts} or null`, null, [['minimal'], []], ['minimal', [7]]],
  ['default', 'planner.require_tool_index', bool, false, [true], ['yes']],
  ['R13.73', 'tool_search.history.algorithm', '`regex`, `bm25` or null', null, ['regex', 'bm25'], ['fts', '']],
  ['R13.74', 'tool_search.history.max_results', 'integer 1–20', 5, [1, 20], [0, 21, 2.5, '5']],
  ['R13.76', 'providers.anthropic.supports_bm25_search', bool, true, [false], ['yes']],
  ['R13.77', 'planner.max_steps', 'integer 1–500', 15, [1, 500], [0, 501, 1.5]],
  ['R13.79', 'providers.anthropic.max_tokens', large, 4096, [1, 1_000_000], [0, 1_000_001, 1.5]],
  ['R13.81', 'tool_search.hybrid.high_confidence', share, 0.8, [0, 0.5, 1], [-0.1, 1.1]],
  ['R13.81', 'tool_search.hybrid.blend_confidence', share, 0.3, [0, 0.5, 1], [-0.1, 1.1]],
  ['R13.82', 'tool_search.hybrid.keyword_confidence', share, 0.7, [0, 0.5, 1], [-0.1, 1.1]],
  ['R13.83', 'tool_search.hybrid.merge_from', large, 100, [1, 1_000_000], [0, 1_000_001, 1.5]],
  ['R13.83', 'tool_search.hybrid.decompose_from', large, 500, [1, 1_000_000], [0, 1_000_001, 1.5]],
  ['R13.84', 'tool_search.hybrid.confidence_divisor', 'number 0.1–1000', 10, [0.1, 1000], [0, 1001]],
  ['R13.85', 'tool_search.hybrid.name_weight', 'number 0.1–100', 2, [0.1, 100], [0, 101]],
  ['R13.85', 'tool_search.hybrid.content_weight', 'number 0.1–100', 1, [0.1, 100], [0, 101]],
  ['R13.86', 'tool_search.hybrid.k1', 'number 1.2–2', 1.2, [1.2, 1.5, 2], [1.19, 2.01]],
  ['R13.86', 'tool_search.hybrid.b', share, 0.75, [0, 0.5, 1], [-0.1, 1.1]],
  ['R13.87', 'tool_search.hybrid.enabled', bool, false, [true], ['yes']],
  [
    'R13.87',
    'tool_search.hybrid.embedder.kind',
    '`local`, `folder`, `onnx`, `endpoint`',
    'local',
    [],
    ['text-embedding-3-small', 7],
  ],
  ['R13.87', 'tool_search.hybrid.embedder', 'section', localEmbedder, [endpoint], [{ kind: 'endpoint' }]],
  ['R13.36', 'policy.allowed_tools', `${texts} or null`, null, [[], ['a']], ['a', [7]]],
  ['R13.37', 'policy.denied_tools', texts, [], [['a']], ['a', null, [7]]],
  ['R13.38', 'policy.require_tags', texts, [], [['a']], ['a', null, [7]]],
  ['R13.41', 'skills.enabled', bool, false, [true], ['yes', 1]],
  ['R13.42', 'skills.cache_dir', text, '.pegboard', ['.penguiflow'], ['', 7]],
  ['R13.43', 'skills.max_tokens', 'integer 200–10000', 2000, [200, 10_000], [199, 10_001, 2.5, '2000']],
  ['R13.44', 'skills.summarize', bool, false, [true], ['no']],
  ['R13.45', 'skills.redact_pii', bool, true, [false], [0]],
  ['R13.46', 'skills.scope_mode', scopes, 'project', ['tenant', 'global'], ['user', null]],
  [
    'R13.47',
    'skills.skill_packs',
    'list of section',
    [],
    [[pack, { ...pack, name: 'other' }]],
    ['core', ['core'], [{ name: 'core' }], [{ path: 'p' }]],
  ],
  ['R13.48', 'skills.directory', 'section', directory, [{ ...directory, enabled: false, max_entries: 3 }], ['on', []]],
  ['R13.49', 'skills.fts_fallback_to_regex', bool, true, [false], ['no']],
  ['R13.50', 'skills.top_k', 'integer 1–20', 6, [1, 20], [0, 21, 1.5]],
  ['R13.58', 'skills.directory.enabled', bool, true, [false], ['on']],
  ['R13.59', 'skills.directory.max_entries', 'integer 0–1000', 30, [0, 1000], [-1, 1001, 1.5]],
  [
    'R13.60',
    'skills.directory.include_fields',
    'list of `name`, `title`, `trigger`, `task_type`',
    ['name', 'title', 'trigger'],
    [['task_type'], []],
    [['steps'], 'name'],
  ],
  [
    'R13.61',
    'skills.directory.selection_strategy',
    '`pinned_then_recent`, `pinned_then_top`',
    'pinned_then_recent',
    ['pinned_then_top'],
    ['newest'],
  ],
];

const nested = (path: readonly string[], value: unknown): unknown =>
  path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], value);
const fileWith = (value: unknown) => parseWorkspaceFile(JSON.stringify(value), 'pegboard.yaml');
const typeOf = new Map(configFields(workspaceConfigSchema).map(({ path, type }) => [path, type]));

describe('configuration', () => {
  // One test for an id, whose row in the requirements may be of several fields and may say what they do.
  it.each([...Map.groupBy(rows, ([id]) => id)])(
    '%s: each field has its type, default and limits, does what its row says, and a wrong value is told by its name',
    async (id, fields) => {
      for (const [, field, type, byDefault, fits, not] of fields) {
        const path = field.split('.');
        expect(typeOf.get(field), field).toBe(type);
        expect(at(workspaceConfigSchema.parse({}), path), field).toEqual(byDefault);
        // The default is a value that can be written, too.
        for (const value of [byDefault, ...fits])
          expect(at(fileWith(nested(path, value)).config, path), field).toEqual(value);
        // A number or a truth value in quotation marks is a text.
        const quoted = /^(?:integer|number|boolean)/.test(type) ? [JSON.stringify(byDefault ?? fits[0])] : [];
        for (const value of [...not, ...quoted]) {
          let error: unknown;
          try {
            fileWith(nested(path, value));
          } catch (thrown) {
            error = thrown;
          }
          expect(isPegboardError(error), `${field}: ${JSON.stringify(value)}`).toBe(true);
          expect((error as Error).message).toContain(`${field}`);
        }
      }
      await fieldEffects[id]?.();
    },
  );

  it('runs each effect that is written for a row', () => {
    expect(Object.keys(fieldEffects).filter((id) => !rows.some(([row]) => row === id))).toEqual([]);
  });

  it('R13.13: include_search_tool of older files is kept, has no effect, and is told', () => {
    const file = (tool_search: object) => fileWith({ tool_search });
    const without = file({ enabled: true });
    expect(without.findings).toEqual([]);
    for (const include_search_tool of [true, false]) {
      const { findings, config, document } = file({ enabled: true, include_search_tool });
      expect(document.getIn(['tool_search', 'include_search_tool'])).toBe(include_search_tool);
      expect(config).toEqual(without.config);
      expect(findings).toMatchObject([
        {
          severity: 'warning',
          message: expect.stringContaining('tool_search.include_search_tool'),
          hint: expect.stringContaining('tool_search is offered whenever it is enabled'),
        },
      ]);
    }
  });
});
