import { describe, expect, it } from 'vitest';
import { editSources } from '#core/workspace/edit-sources.ts';
import { parseWorkspaceFile } from '#core/workspace/workspace-file.ts';
import { toolSearchConfigSchema } from '#shared/domain/config.ts';
import { findingSchema } from '#shared/domain/finding.ts';
import { sourceSchema } from '#shared/domain/source.ts';

const read = (text: string) => parseWorkspaceFile(text, 'pegboard.yaml');
const source = (name: string) => sourceSchema.parse({ name, path: `sources/${name}.json`, format: 'tools_list' });

describe('pegboard.yaml', () => {
  const added = '- name: b\n    path: sources/b.json\n    format: tools_list\n';

  it('keeps every other byte when a source is added: comments, order, unknown keys, numbers as written', () => {
    const text = `# top
future: {x: 12345678901234567890,   y: 0012}   # ours
tool_search:
  # why
  enabled: true
  mystery: 0xFF
sources:
  # the first
  - name: a
    path: sources/a.json   # here
    format: tools_list
    note: >-
      keep
      me

personas: []
`;
    expect(editSources(read(text), [source('b')])).toBe(text.replace('      me\n', `      me\n  ${added}`));
    const crlf = text.replaceAll('\n', '\r\n');
    expect(editSources(read(crlf), [source('b')]).replaceAll('\r\n', '')).not.toContain('\n');
  });

  it.each([
    ['', `sources:\n  ${added}`],
    ['sources:\n', `sources:\n  ${added}`],
    ['sources: # mine\npersonas: []\n', `sources: # mine\n  ${added}personas: []\n`],
    ['sources: [] # none\n', `sources:  # none\n  ${added}`],
    ['sources: ~\n', `sources: \n  ${added}`],
    ['# only a comment\n', `# only a comment\nsources:\n  ${added}`],
    ['tool_search: {enabled: true}', `tool_search: {enabled: true}\nsources:\n  ${added}`],
    ['---\ntool_search: {enabled: true}\n...\n', `---\ntool_search: {enabled: true}\nsources:\n  ${added}...\n`],
    [
      '{tool_search: {enabled: true}}\n',
      '{tool_search: {enabled: true}, sources: [{name: b, path: sources/b.json, format: tools_list}]}\n',
    ],
    [
      'sources: [{name: a, path: a.json, format: openai}, ]\n',
      'sources: [{name: a, path: a.json, format: openai},{name: b, path: sources/b.json, format: tools_list} ]\n',
    ],
    [
      '"sources":\n- {name: a, path: a.json, format: openai} # last\n# after\n',
      `"sources":\n- {name: a, path: a.json, format: openai} # last\n${added.replaceAll('\n  ', '\n')}# after\n`,
    ],
  ])('adds a source to %j', (text, expected) => {
    expect(editSources(read(text), [source('b')])).toBe(expected);
  });

  it('changes only the values of a source that is there, and quotes a name that looks like a number', () => {
    const text = 'sources:\n  - {name: "12", path: old.json, format: openai}  # twelve\n';
    const changed = sourceSchema.parse({ name: '12', path: 'new.json', format: 'anthropic' });
    expect(editSources(read(text), [changed])).toBe(
      text.replace('old.json', 'new.json').replace('openai', 'anthropic'),
    );
    expect(editSources(read(''), [sourceSchema.parse({ name: '007', path: 'x.json', format: 'openai' })])).toContain(
      'name: "007"',
    );
  });

  it('refuses a list that it cannot edit instead of replacing it', () => {
    const text = 'shared: &list\n  - {name: a, path: a.json, format: openai}\nsources: *list\n';
    expect(() => editSources(read(text), [source('b')])).toThrow(expect.objectContaining({ code: 'config_invalid' }));
  });

  it.each([
    ['tool_search: [1\n', 'config_syntax', 'pegboard.yaml:1:14'],
    ['a: 1\na: 2\n', 'config_syntax', 'pegboard.yaml:2:1'],
    ['tool_search:\n  max_search_results: 51\n', 'config_invalid', 'pegboard.yaml:2:3: tool_search.max_search_results'],
    ['tool_search:\n  enabled: maybe\n', 'config_invalid', 'pegboard.yaml:2:3: tool_search.enabled'],
    [
      'sources:\n  - name: a.b\n    path: x\n    format: openai\n',
      'config_invalid',
      'pegboard.yaml:2:5: sources.0.name',
    ],
    ['- 1\n', 'config_invalid', 'pegboard.yaml:1:1'],
    ['a: 1\n---\nb: 2\n', 'config_syntax', 'second YAML document'],
  ])('refuses %j with line and column', (text, code, place) => {
    expect(() => read(text)).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(place), hint: expect.any(String) }),
    );
  });

  it('reports unknown keys with place and a guess, and reads on', () => {
    const { config, findings } = read('tool_search:\n  enabeld: true\n  include_search_tool: true\nfoo: 1\n');
    expect(config.tool_search.enabled).toBe(false);
    expect(
      findings.map(({ code, message, range, hint }) => [code, message.split(' ')[0], range?.start.line, hint]),
    ).toEqual([
      ['unknown_key', 'tool_search.enabeld', 2, 'Did you mean "enabled"?'],
      ['unknown_key', 'tool_search.include_search_tool', 3, expect.stringContaining('ignored')],
      ['unknown_key', 'foo', 4, expect.stringContaining('tool_search')],
    ]);
  });

  it.each(['constructor: 1\n', '__proto__: {a: 1}\n', 'tool_search: {toString: 1}\n'])(
    'takes %j for an unknown key',
    (text) => {
      for (const finding of read(text).findings) expect(findingSchema.parse(finding).code).toBe('unknown_key');
    },
  );

  it('has no patience with alias bombs', () => {
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${['b', 'c', 'd', 'e', 'f'].map((key, i) => `${key}: &${key} [${Array(9).fill(`*${'abcde'[i]}`).join()}]`).join('\n')}\n`;
    expect(() => read(bomb)).toThrow(expect.objectContaining({ code: 'config_invalid' }));
  });
});

describe('configuration', () => {
  it('has the documented defaults', () => {
    expect(toolSearchConfigSchema.parse({})).toEqual({
      enabled: false,
      history: { enabled: false, tool_name: 'tool_search', algorithm: null, max_results: 5 },
      ranking: 'pegboard',
      thesaurus: [],
      understanding: { languages: true, meaning: true },
      weak_results: 'keep',
      cache_dir: '.pegboard',
      default_loading_mode: 'always',
      always_loaded_patterns: ['tasks.*', 'tool_search', 'tool_get', 'finish'],
      activation_scope: 'run',
      preferred_namespaces: [],
      fts_fallback_to_regex: true,
      enable_incremental_index: true,
      rebuild_cache_on_init: false,
      max_search_results: 10,
      hints: { enabled: false, top_k: 5, include_always_loaded: false, search_type: 'fts' },
      directory: {
        enabled: false,
        max_groups: 20,
        max_tools_per_group: 6,
        include_tool_counts: true,
        include_default_groups: true,
        groups: [],
      },
      guidance: { workflow: false, hints: false, related_tools: false },
      hybrid: {
        enabled: false,
        strategy: 'confidence',
        high_confidence: 0.8,
        blend_confidence: 0.3,
        keyword_confidence: 0.7,
        merge_from: 100,
        decompose_from: 500,
        confidence_divisor: 10,
        k1: 1.2,
        b: 0.75,
        name_weight: 2,
        content_weight: 1,
        stemming: false,
        bm25_share: 1,
        vector_share: 1,
        embedder: { kind: 'local', batch_size: 64, timeout_ms: 30_000, query_prefix: '', text_prefix: '' },
      },
    });
  });

  it.each([
    [{ max_search_results: 0 }, 'max_search_results'],
    [{ max_search_results: 51 }, 'max_search_results'],
    [{ default_loading_mode: 'lazy' }, 'default_loading_mode'],
    [{ activation_scope: 'forever' }, 'activation_scope'],
    [{ hints: { top_k: 21 } }, 'hints.top_k'],
    [{ directory: { max_groups: 101 } }, 'directory.max_groups'],
    [{ hybrid: { k1: 1.1 } }, 'hybrid.k1'],
    [{ hybrid: { high_confidence: 1.1 } }, 'hybrid.high_confidence'],
    [{ directory: { max_tools_per_group: 51 } }, 'directory.max_tools_per_group'],
    [{ always_loaded_patterns: 'tasks.*' }, 'always_loaded_patterns'],
  ])('rejects %j naming the field (R13)', (value, path) => {
    expect(toolSearchConfigSchema.safeParse(value).error?.issues[0]?.path.join('.')).toBe(path);
  });
});

describe('a hostile pegboard.yaml', () => {
  it.each([
    ['nested', `sources: ${'['.repeat(50_000)}`, /:1:\d+: lists or maps are nested too deep$/],
    ['of aliases', `a: &a x\nsources: []\nb: [${'*a,'.repeat(20_000)}]`, /alias count/],
    ['of nested keys', '? '.repeat(2000), /more than 100 keys written with "\?"$/],
    ['with an alias of nothing', 'sources:\n  - KEY: *pw\n', /:2:10: an alias of an anchor that does not exist$/],
  ])(
    '%s is refused at once',
    (_what, text, message) => {
      expect(() => read(text)).toThrow(message);
    },
    60_000,
  );

  it('tells of a hundred unknown keys, and counts the others', () => {
    const { findings } = read(Array.from({ length: 3000 }, (_, i) => `k${i}: 1`).join('\n'));
    expect(findings).toHaveLength(101);
    expect(findings.at(-1)?.message).toMatch(/does not know 2900 more keys/);
  });
});
