import { describe, expect, it } from 'vitest';
import type { ToolSummary } from '#shared/contract/catalog.ts';
import type { SourceSummary } from '#shared/domain/live-source.ts';
import { catalogRows } from '../../../src-renderer/features/catalog/catalog-rows.ts';
import { filterCatalog, treeFacets } from '../../../src-renderer/features/catalog/facets.ts';
import {
  chooseNode,
  isChosen,
  nodeAt,
  sourceNodes,
  withoutGone,
} from '../../../src-renderer/features/catalog/source-tree/source-nodes.ts';
import { toolGroups } from '../../../src-renderer/features/catalog/tool-groups.ts';
import { sourceRows } from '../../../src-renderer/features/sources/source-rows.ts';
import { toolTokens } from '../../../src-renderer/platform/tool-tokens.ts';
import { typedIndex, typedText } from '../../../src-renderer/state/type-ahead.ts';

const tool = (name: string, source: string, namespace: string | null = source): ToolSummary => ({
  name,
  upstream_name: name,
  declared_mode: 'undeclared',
  namespace,
  source,
  title: null,
  description: '',
  side_effects: null,
  tags: [],
  aliases: [],
  mode: 'deferred',
  mode_reason: { rule: 'fallback', detail: '' },
  is_destructive: false,
  prompt_size: 40,
});

const source = (name: string, kind: SourceSummary['kind']): SourceSummary => ({
  name,
  kind,
  format: 'tools_list',
  path: `sources/${name}.json`,
  enabled: true,
  status: 'ready',
  tools: 1,
  tokens_estimate: 10,
  runs: null,
  consented: null,
  last_import: null,
  state: kind === 'file' ? null : 'stopped',
  stale: false,
  sign_in: null,
  findings: [],
  pack: null,
  mcp_problem: null,
});

describe('the groups of tools within a source', () => {
  const groupsOf = (...tools: ToolSummary[]) => [...toolGroups(tools).values()];

  it('are its namespaces where it has several', () => {
    const tools = [tool('orders.get', 'shop', 'orders'), tool('docs.find', 'shop', 'docs'), tool('x', 'shop', null)];
    expect(Object.fromEntries(toolGroups(tools))).toEqual({ 'orders.get': 'shop/orders', 'docs.find': 'shop/docs' });
  });

  it('are the beginnings that names share, else', () => {
    const names = ['mail.inbox.read', 'mail.inbox.clear', 'mail.rules.add', 'mail.rules.list', 'mail.ping'];
    expect(groupsOf(...names.map((name) => tool(name, 'mail')))).toEqual([
      'mail/inbox',
      'mail/inbox',
      'mail/rules',
      'mail/rules',
    ]);
    const words = ['all.pods_list', 'all.pods_get', 'all.nodes_list', 'all.nodes_top'];
    expect(new Set(groupsOf(...words.map((name) => tool(name, 'all'))))).toEqual(new Set(['all/pods', 'all/nodes']));
  });

  it('are never what a tool does, and never one group for all', () => {
    const verbs = ['git.get_issue', 'git.get_file', 'git.list_issues', 'git.list_files'];
    expect(groupsOf(...verbs.map((name) => tool(name, 'git')))).toEqual([]);
    const one = ['web.browser_click', 'web.browser_open', 'web.browser_close'];
    expect(groupsOf(...one.map((name) => tool(name, 'web')))).toEqual([]);
  });
});

const tools = [
  tool('git.push', 'git'),
  tool('git.log', 'git'),
  tool('orders.get', 'shop', 'orders'),
  tool('docs.find', 'shop', 'docs'),
];
const tokens = toolTokens('estimate', null);
const rows = catalogRows(tools, { tokens });
const sources = sourceRows([source('git', 'stdio'), source('shop', 'file'), source('empty', 'file')], []);
const nodesOf = (chosen = {}, turned: readonly string[] = [], text = '') =>
  sourceNodes({ rows, tokens, sources, counts: filterCatalog(rows, { text, chosen }).facets.source, turned });
const lines = (...args: Parameters<typeof nodesOf>) =>
  nodesOf(...args).map(({ key, level, tools }) => [key, level, tools]);

describe('the lines of the tree of sources', () => {
  it('are all tools, kinds, sources, and groups of what is open', () => {
    expect(lines()).toEqual([
      ['all', 1, 4],
      ['kind:stdio', 1, 2],
      ['source:git', 2, 2],
      ['kind:file', 1, 2],
      ['source:shop', 2, 2],
      ['source:empty', 2, 0],
    ]);
    expect(lines({}, ['source:shop', 'kind:stdio'])).toEqual([
      ['all', 1, 4],
      ['kind:stdio', 1, 2],
      ['kind:file', 1, 2],
      ['source:shop', 2, 2],
      ['group:shop/docs', 3, 1],
      ['group:shop/orders', 3, 1],
      ['source:empty', 2, 0],
    ]);
  });

  it('have no kinds where all are of one', () => {
    const files = sources.filter((row) => row.source?.kind === 'file');
    const { facets } = filterCatalog(rows, { text: '', chosen: {} });
    const nodes = sourceNodes({ rows, tokens, sources: files, counts: facets.source, turned: [] });
    // What the workspace does not list is there too.
    expect(nodes.map(({ key }) => key)).toEqual(['all', 'source:shop', 'source:empty', 'source:git']);
  });

  it('are all tools alone until the sources are known, so that no line changes its place under a key', () => {
    const { facets } = filterCatalog(rows, { text: '', chosen: {} });
    const nodes = sourceNodes({ rows, tokens, sources: null, counts: facets.source, turned: [] });
    expect(nodes.map(({ key, tools: own }) => [key, own])).toEqual([['all', 4]]);
  });

  it('count what other filters leave, and share all tokens', () => {
    expect(lines({}, [], 'push')).toContainEqual(['source:git', 2, 1]);
    expect(lines({}, [], 'push')).toContainEqual(['source:shop', 2, 0]);
    // A choice in the tree narrows none of its own counts.
    expect(lines({ source: ['shop'] })).toEqual(lines());
    const byKey = new Map(nodesOf({}, ['source:shop'], 'push').map((node) => [node.key, node]));
    expect(byKey.get('all')?.tokens).toBe(40);
    expect(byKey.get('source:git')).toMatchObject({ tokens: 20, share: 0.5 });
    expect(byKey.get('group:shop/docs')).toMatchObject({ tokens: 10, share: 0.25 });
    expect(byKey.get('source:empty')).toMatchObject({ tokens: 0, share: 0 });
  });
});

describe('a choice in the tree', () => {
  const node = (key: string) => {
    const found = nodesOf({}, ['source:shop']).find((one) => one.key === key);
    if (!found) throw new Error(`no line ${key}`);
    return found;
  };
  const left = (chosen: object) => filterCatalog(rows, { text: '', chosen }).rows.map((row) => row.tool.name);

  it('leaves the tools of its line alone, and keeps other filters', () => {
    const chosen = chooseNode({ mode: ['always'], source: ['git'] }, node('group:shop/docs'), 'only');
    expect(chosen).toEqual({ mode: ['always'], source: ['shop/docs'] });
    expect(left({ source: chosen.source })).toEqual(['docs.find']);
    expect(left(chooseNode({}, node('kind:file'), 'only'))).toEqual(['orders.get', 'docs.find']);
    expect(chooseNode(chosen, node('all'), 'only').source).toEqual([]);
  });

  it('is added, and taken away again', () => {
    const both = chooseNode({ source: ['git'] }, node('group:shop/docs'), 'add');
    expect(left(both)).toEqual(['git.push', 'git.log', 'docs.find']);
    expect(chooseNode(both, node('source:git'), 'toggle').source).toEqual(['shop/docs']);
    expect(isChosen(node('source:git'), both)).toBe(true);
    expect(isChosen(node('all'), both)).toBe(false);
  });

  it('says where the keyboard stands, also where that is closed or gone', () => {
    const nodes = nodesOf({}, ['source:shop']);
    const keyAt = (view: Parameters<typeof nodeAt>[1], among = nodes) => among[nodeAt(among, view)]?.key;
    expect(keyAt({ node: null, chosen: {} })).toBe('all');
    expect(keyAt({ node: 'source:git', chosen: { source: ['git', 'shop'] } })).toBe('source:git');
    expect(keyAt({ node: 'source:git', chosen: { source: ['shop'] } })).toBe('source:shop');
    expect(keyAt({ node: null, chosen: { source: ['shop/docs'] } }, nodesOf())).toBe('source:shop');
    expect(keyAt({ node: 'source:git', chosen: { source: [] } })).toBe('all');
    expect(withoutGone({ source: ['git', 'gone', 'shop/docs'] }, rows, sources)).toEqual({
      source: ['git', 'shop/docs'],
    });
    const kept = { source: ['empty'] };
    expect(withoutGone(kept, rows, sources)).toBe(kept);
  });
});

it('leaves namespaces to the tree where none is in several sources', () => {
  expect(treeFacets({ rows })).toEqual(['source', 'namespace']);
  const shared = catalogRows([...tools, tool('git.more', 'other', 'git')], { tokens });
  expect(treeFacets({ rows: shared })).toEqual(['source']);
});

describe('typing in a list', () => {
  const names = ['All tools', 'git', 'github', 'mail', 'GitLab'];

  it('goes to the next name that begins so, and around', () => {
    expect(typedIndex(names, 0, 'g')).toBe(1);
    expect(typedIndex(names, 1, 'g')).toBe(2);
    expect(typedIndex(names, 4, 'g')).toBe(1);
    expect(typedIndex(names, 1, 'gg')).toBe(2);
    expect(typedIndex(names, 1, 'gith')).toBe(2);
    expect(typedIndex(names, 1, 'git')).toBe(1);
    expect(typedIndex(names, 1, 'gitl')).toBe(4);
    expect(typedIndex(names, 0, 'x')).toBeNull();
  });

  it('begins anew after a pause', () => {
    let time = 0;
    const type = typedText(() => time);
    expect([type('g'), type('i')]).toEqual(['g', 'gi']);
    time = 900;
    expect(type('m')).toBe('m');
  });
});
