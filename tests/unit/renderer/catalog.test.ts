import { describe, expect, it } from 'vitest';
import type { ToolSummary } from '#shared/contract/catalog.ts';
import type { ToolDetail } from '#shared/domain/tool-detail.ts';
import { layoutOf } from '../../../src-renderer/features/catalog/catalog-columns.ts';
import { catalogRows } from '../../../src-renderer/features/catalog/catalog-rows.ts';
import { nextSort } from '../../../src-renderer/features/catalog/catalog-sort.ts';
import { filterCatalog, isFiltered, noValue, toggleFacet } from '../../../src-renderer/features/catalog/facets.ts';
import { heatOf } from '../../../src-renderer/features/catalog/heat.ts';
import { selectionAfter, type TableKey } from '../../../src-renderer/features/catalog/table-keys.ts';
import { toolsJson } from '../../../src-renderer/features/catalog/tool-json.ts';
import { toolTokens } from '../../../src-renderer/platform/tool-tokens.ts';
import {
  emptySelection,
  rowForKey,
  type Selection,
  selectAll,
  selectAt,
} from '../../../src-renderer/state/selection.ts';
import { modeWords, rulePlace, ruleVerdicts } from '../../../src-renderer/ui/mode-labels.ts';
import { schemaChildren, schemaType } from '../../../src-renderer/ui/schema-nodes.ts';
import { manyTools } from '../../support/many-tools.ts';
import { servicesWith } from '../../support/workspace.ts';

const summary = (name: string, fields: Partial<ToolSummary> = {}): ToolSummary => ({
  name,
  upstream_name: name,
  declared_mode: 'undeclared',
  namespace: name.split('.')[0] ?? null,
  source: 'src',
  title: null,
  description: '',
  side_effects: null,
  tags: [],
  aliases: [],
  mode: 'deferred',
  mode_reason: { rule: 'fallback', detail: '' },
  is_destructive: false,
  prompt_size: 5,
  ...fields,
});

const tools = [
  summary('git.push', { side_effects: 'write', tags: ['remote', 'code'], mode: 'always' }),
  summary('git.log', { side_effects: 'read', tags: ['code'] }),
  summary('mail.send', { side_effects: 'write', description: 'Send a LETTER' }),
  summary('plain', { namespace: null }),
];
const tokens = toolTokens('estimate', null);
const rows = catalogRows(tools, {
  problems: [{ name: 'plain', problems: [{ code: 'schema_invalid', severity: 'error' }] }],
  tokens,
});
const shown = (text: string, chosen: Parameters<typeof toggleFacet>[0] = {}) => {
  const filtered = filterCatalog(rows, { text, chosen });
  return { names: filtered.rows.map(({ tool }) => tool.name), facets: filtered.facets };
};

describe('tokens in the table', () => {
  it('are the estimate, or those of o200k as far as they are counted', () => {
    const two = [summary('a'), summary('b')];
    const o200k = toolTokens('o200k', new Map([['a', 7]]));
    expect(catalogRows(two, { tokens }).map((row) => row.tokens)).toEqual([2, 2]);
    expect(catalogRows(two, { tokens: o200k }).map((row) => row.tokens)).toEqual([7, null]);
    expect(o200k.sum(two)).toBeNull();
    expect(o200k.sum(two.slice(0, 1))).toBe(7);
  });

  it('are rounded once, however many tools are added up', () => {
    // 5 code points each: 2 tokens alone, 10 code points are 3.
    const two = [summary('a'), summary('b')];
    expect(tokens.sum(two)).toBe(3);
    expect(tokens.sum([])).toBe(0);
  });
});

describe('facets of the catalog', () => {
  it('add up inside a facet and narrow each other', () => {
    expect(shown('', { namespace: ['git', 'mail'] }).names).toEqual(['git.push', 'git.log', 'mail.send']);
    expect(shown('', { namespace: ['git', 'mail'], side_effects: ['write'] }).names).toEqual(['git.push', 'mail.send']);
    expect(shown('', { namespace: [noValue] }).names).toEqual(['plain']);
    expect(shown('', { problem: ['schema_invalid'] }).names).toEqual(['plain']);
    expect(shown('', { problem: [noValue], tag: ['code'] }).names).toEqual(['git.push', 'git.log']);
  });

  it('are narrowed by a text that names an alias, too', () => {
    const renamed = catalogRows([summary('git.push', { aliases: ['upload'] }), summary('git.log')], { tokens });
    expect(filterCatalog(renamed, { text: 'upload', chosen: {} }).rows).toHaveLength(1);
  });

  it('count what the text and the other facets leave, most frequent first', () => {
    const { facets } = shown('', { side_effects: ['write'] });
    expect(facets.namespace).toEqual([
      { value: 'git', count: 1 },
      { value: 'mail', count: 1 },
    ]);
    // A facet does not narrow itself: its other values say what choosing them would add.
    expect(facets.side_effects).toEqual([
      { value: 'write', count: 2 },
      { value: '', count: 1 },
      { value: 'read', count: 1 },
    ]);
    expect(shown('letter', { namespace: ['git'] }).facets.namespace).toEqual([
      { value: 'mail', count: 1 },
      { value: 'git', count: 0 },
    ]);
  });

  it('take every word of the text, in name, description or tags, whatever its case', () => {
    expect(shown('git CODE').names).toEqual(['git.push', 'git.log']);
    expect(shown('git letter').names).toEqual([]);
  });

  it('toggle, and know whether anything narrows', () => {
    const chosen = toggleFacet({}, 'tag', 'code');
    expect(isFiltered({ text: ' ', chosen })).toBe(true);
    expect(isFiltered({ text: ' ', chosen: toggleFacet(chosen, 'tag', 'code') })).toBe(false);
  });

  it('narrow 10,000 tools further with each letter', () => {
    const many = catalogRows(
      manyTools(10_000).map((tool) => summary(tool.name, { tags: tool.tags as string[] })),
      { tokens },
    );
    const found = ['s', 'se', 'service1', 'service1 order'].map(
      (text) => filterCatalog(many, { text, chosen: { tag: ['order'] } }).rows.length,
    );
    expect(found[0]).toBe(1000);
    expect(found).toEqual(found.toSorted((a, b) => b - a));
    expect(found[3]).toBeGreaterThan(0);
  });
});

describe('choosing rows', () => {
  const order = ['a', 'b', 'c', 'd'];
  const at = (index: number) => selectAt(emptySelection, order, index, 'one');

  it('is alone, up to there, or added', () => {
    expect([...selectAt(at(1), order, 3, 'range').names]).toEqual(['b', 'c', 'd']);
    expect([...selectAt(selectAt(at(2), order, 3, 'range'), order, 0, 'range').names]).toEqual(['a', 'b', 'c']);
    expect([...selectAt(at(1), order, 3, 'toggle').names]).toEqual(['b', 'd']);
    expect([...selectAt(at(1), order, 1, 'toggle').names]).toEqual([]);
    expect(selectAll(at(2), order)).toMatchObject({ current: 'c', names: new Set(order) });
  });

  it('survives an order without the anchor, and no rows at all', () => {
    expect([...selectAt(at(1), ['x', 'y'], 1, 'range').names]).toEqual(['y']);
    expect(selectAt(at(1), [], 0, 'one')).toEqual(at(1));
  });

  it('moves by keys and stays inside', () => {
    const keys = ['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End', 'q'];
    expect(keys.map((key) => rowForKey(key, 1, 4, 10))).toEqual([2, 0, 3, 0, 0, 3, null]);
    expect(rowForKey('ArrowDown', -1, 4, 10)).toBe(0);
  });

  it('chooses all but some by the keyboard: Ctrl moves past, Space takes away', () => {
    const press = (from: Selection, key: string, held: Partial<TableKey> = {}) =>
      selectionAfter(from, order, { key, isMod: false, isShift: false, page: 10, ...held }) ?? from;
    const all = press(emptySelection, 'a', { isMod: true });
    const past = press(press(press(all, ' '), 'ArrowDown', { isMod: true }), 'ArrowDown', { isMod: true });
    expect([...press(past, ' ').names]).toEqual(['b', 'd']);
    expect([...press(past, 'End', { isShift: true }).names]).toEqual(['c', 'd']);
    expect(press(past, 'Escape').names).toEqual(new Set(['c']));
    expect(press(past, 'q')).toBe(past);
  });
});

describe('order of the table', () => {
  it('turns around at the second click; costly things come first', () => {
    expect(nextSort({ column: 'name', descending: false }, 'name')).toEqual({ column: 'name', descending: true });
    expect(nextSort({ column: 'name', descending: false }, 'tokens')).toEqual({ column: 'tokens', descending: true });
    expect(heatOf(0) < heatOf(15) && heatOf(15) < heatOf(500)).toBe(true);
  });
});

describe('schema as a tree', () => {
  it('has types, required marks, values and limits', () => {
    const [kind, list] = schemaChildren({
      required: ['kind'],
      properties: {
        kind: { enum: ['a', 1, { x: 1 }], description: 'Kind.' },
        list: { type: 'array', items: { type: 'string' }, maxItems: 3, uniqueItems: true },
      },
    });
    expect(kind).toMatchObject({ name: 'kind', type: 'enum', isRequired: true, values: ['"a"', '1', '{…}'] });
    expect(list).toMatchObject({
      pointer: '/properties/list',
      type: 'array of string',
      isRequired: false,
      constraints: ['max items 3', 'unique'],
      hasChildren: true,
    });
  });

  it.each([
    [{ type: ['string', 'null'] }, 'string or null'],
    [{ $ref: '#/$defs/a' }, '→ #/$defs/a'],
    [{}, 'any'],
    [false, 'nothing'],
    [3, 'invalid schema'],
    [{ anyOf: [] }, 'any of'],
  ])('says the type of %j', (schema, type) => {
    expect(schemaType(schema)).toBe(type);
  });

  it('takes what is no schema, and never follows a reference', () => {
    for (const odd of [
      null,
      1,
      'x',
      [],
      { properties: [] },
      { required: 3, properties: { a: null } },
      { anyOf: 'x' },
    ]) {
      expect(Array.isArray(schemaChildren(odd))).toBe(true);
    }
    const loop = { properties: { me: { $ref: '#' } } };
    expect(schemaChildren(loop)[0]).toMatchObject({ type: '→ #', hasChildren: false });
  });
});

describe('why a tool is where it is', () => {
  const detail = (fields: object, rest: object = {}) =>
    ({
      tool: { name: 'a.b', source: 's', mode: 'always', ...fields },
      always_loaded_patterns: [],
      mode_rules: [],
      denied_by: null,
      ...rest,
    }) as unknown as ToolDetail;

  it('is said in words, with what would change it', () => {
    const words = modeWords(
      detail(
        { mode_reason: { rule: 'pattern', detail: 'matches always_loaded_patterns "a.*"' } },
        { always_loaded_patterns: ['a.*', '*.b'] },
      ),
    );
    expect(words.what).toContain('Always loaded');
    expect(words.why).toBe('Matches always_loaded_patterns "a.*"; also matched by "*.b".');
    expect(words.change).toContain('always_loaded_patterns');
    expect(modeWords(detail({}, { denied_by: 'denied_tools' })).why).toContain('denied_tools');
  });

  const rules = [
    { rule: 'search_disabled', mode: null, value: 'on', file: 'pegboard.yaml', path: 'tool_search.enabled', line: 2 },
    { rule: 'pattern', mode: 'always', value: 'a.*', file: 'pegboard.yaml', path: 'p[0]', line: 4 },
    {
      rule: 'declaration',
      mode: 'deferred',
      value: 'deferred',
      file: 'sources/s.jsonl',
      path: 'loading_mode',
      line: null,
    },
    { rule: 'fallback', mode: 'always', value: '', file: null, path: '', line: null },
  ] as const;

  it('is every rule in order: which decides, which say something too late', () => {
    expect(ruleVerdicts(rules).map(({ verdict, says }) => [verdict, says])).toEqual([
      ['silent', ''],
      ['decides', '→ always: decides'],
      ['loses', 'overridden'],
      ['loses', '→ always: overridden'],
    ]);
    expect(rules.map(rulePlace)).toEqual([
      'pegboard.yaml:2 tool_search.enabled',
      'pegboard.yaml:4 p[0]',
      'loading_mode in sources/s.jsonl',
      null,
    ]);
  });

  it('says what the next rule would make of it, where that is another mode', () => {
    const decided = { mode_reason: { rule: 'pattern', detail: 'x', pattern: 'a.*' } };
    expect(modeWords(detail(decided, { mode_rules: rules })).change).toContain(
      'Without this rule: deferred (declaration on the tool).',
    );
    const same = rules.map((rule) => ({ ...rule, mode: rule.mode && 'always' }));
    expect(modeWords(detail(decided, { mode_rules: same })).change).not.toContain('Without');
  });
});

describe('a tool as JSON', () => {
  it('can be imported again and is the same tool', async () => {
    const given = [
      {
        name: 'a.one',
        description: 'One',
        inputSchema: { type: 'object', properties: {} },
        tags: ['t'],
        phrases: ['p'],
      },
      { name: 'a.two', annotations: { readOnlyHint: true }, examples: [{ args: { x: 1 } }], loading_mode: 'always' },
    ];
    const services = await servicesWith(given);
    const text = toolsJson(await services.catalog.getMany({ names: ['a.one', 'a.two', 'none'] }));
    const again = await servicesWith(JSON.parse(text));
    expect(await again.catalog.getMany({ names: ['a.one', 'a.two'] })).toEqual(
      await services.catalog.getMany({ names: ['a.one', 'a.two'] }),
    );
    expect(toolsJson(await services.catalog.getMany({ names: ['a.two'] }))).toMatch(/^\{/);
  });
});

describe('the widths of the columns', () => {
  it('leave what is left to the name, until the user gives the name a width; then to the last column', () => {
    expect(layoutOf(['name', 'mode', 'tokens'], {})).toEqual({ widths: [undefined, 54, 130], least: 344 });
    expect(layoutOf(['name', 'mode', 'tokens'], { mode: 80 })).toEqual({ widths: [undefined, 80, 130], least: 370 });
    expect(layoutOf(['name', 'mode', 'tokens'], { name: 300 })).toEqual({ widths: [300, 54, undefined], least: 414 });
    expect(layoutOf(['name'], { name: 300 })).toEqual({ widths: [undefined], least: 160 });
  });
});
