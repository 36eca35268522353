import { expect } from 'vitest';
import { choosePath } from '#core/hybrid/choose-path.ts';
import { findByWords } from '#core/hybrid/find-hybrid.ts';
import { buildHybridIndex } from '#core/hybrid/hybrid-index.ts';
import { searchHybrid } from '#core/hybrid/search-hybrid.ts';
import { renderSkillDirectory } from '#core/skills/retrieval/skill-directory.ts';
import type { SkillScope } from '#core/skills/retrieval/skill-scope.ts';
import type { StoredSkill } from '#core/skills/store/stored-skill.ts';
import { workspaceConfigSchema } from '#shared/domain/config.ts';
import { resolveLoadingMode } from '#shared/domain/loading-mode.ts';
import { hybridInputSchema } from '#shared/domain/search-request.ts';
import { allowedNames, policyDenial } from '#shared/domain/tool-policy.ts';
import { testPayload } from '../../support/payloads.ts';
import { testCatalog } from '../../support/planner.ts';
import { names, search, servicesWith, type TestTool } from '../../support/workspace.ts';

const config = (sections: object = {}) => workspaceConfigSchema.parse(sections);

/** Which ways a hybrid search takes, for what is known of it. */
function paths(hybrid: object, facts: readonly { readonly confidence?: number; readonly tools?: number }[]) {
  const chosen = config({ tool_search: { hybrid } }).tool_search.hybrid;
  return facts.map((each) => choosePath(chosen, { query: 'q', confidence: 0, matches: 1, tools: 10, ...each }).taken);
}

async function hybridIndex(hybrid: object = {}, tools: readonly TestTool[] = [{ name: 'a', description: 'Gamma.' }]) {
  return buildHybridIndex(testCatalog(tools).catalog, config({ tool_search: { enabled: true, hybrid } }).tool_search);
}

/** What the words of a query give each tool. */
async function wordScores(query: string, tools: readonly TestTool[], hybrid: object) {
  return findByWords(await hybridIndex(hybrid, tools), hybridInputSchema.parse({ query })).list.scores;
}

/** What `tools` of a directory are under a configuration: a line for each group. */
async function toolDirectory(directory: string) {
  const tools = [
    { name: 'a.one', tags: ['t'] },
    { name: 'a.two', tags: ['t'] },
    { name: 'a.hidden', tags: ['t'] },
    { name: 'a.denied', tags: ['t'] },
  ];
  const yaml =
    `tool_search: {enabled: true, default_loading_mode: deferred, directory: {enabled: true, ${directory}}}\n` +
    'policy: {denied_tools: [a.denied]}\npersonas: [{name: p, hidden_tools: [a.hidden]}]\n';
  const services = await servicesWith(tools, { yaml });
  const { prompt } = await services.prompt.render({ profile: 'workspace', persona: 'p' });
  return prompt.blocks.find(({ name }) => name === 'tool_directory')?.text.match(/^- .*$/gm) ?? [];
}

/** The lines of a directory of three skills, of which `pinned` come first. */
function skillDirectory(directory: object, { enabled = true, pinned = [] as readonly string[] } = {}) {
  const skills = ['one', 'two', 'three'].map((name, row) => ({
    row,
    name,
    title: `title of ${name}`,
    trigger: `trigger of ${name}`,
    task_type: 'api',
  })) as unknown as readonly StoredSkill[];
  const scope = {
    skills: new Map(skills.map((skill) => [skill.name, skill])),
    config: config({ skills: { enabled, directory } }).skills,
    rules: { gate: { text: (text: string) => text }, redactPii: false },
  } as unknown as SkillScope;
  // The second was used last, the third most.
  const usage = new Map([
    [1, { last_used: 9, use_count: 1 }],
    [2, { last_used: 8, use_count: 5 }],
  ]);
  return renderSkillDirectory(scope, { pinned, usage }).text.match(/(?<=^- ).*$/gm) ?? [];
}

function anthropicSearch(options: Partial<Parameters<typeof testPayload>[1]>) {
  const { body, findings } = testPayload('anthropic', { tools: [{ name: 'a.b', description: 'Does.' }], ...options });
  const types = (body.tools as readonly { readonly type?: string }[]).flatMap(({ type }) => type ?? []);
  return [types, findings.map(({ code }) => code)];
}
const bm25 = 'tool_search_tool_bm25_20251119';
const regex = 'tool_search_tool_regex_20251119';

/** What the rows of area 13 say of a field beside its type, default and limits, by their ids. */
export const fieldEffects: Readonly<Record<string, () => void | Promise<void>>> = {
  /** Globs. */
  'R13.04': () => {
    const { always_loaded_patterns } = config().tool_search;
    const isAlways = (name: string) =>
      resolveLoadingMode(
        { name, upstream_name: name, declared_mode: 'deferred' },
        { name: 's' },
        { enabled: true, always_loaded_patterns },
      ).mode === 'always';
    const tools = ['tasks.a', 'tasks.a.b', 'tool_search', 'tool_get', 'finish', 'tasksX', 'finished', 'a.tool_get'];
    expect(tools.filter(isAlways)).toEqual(['tasks.a', 'tasks.a.b', 'tool_search', 'tool_get', 'finish']);
  },
  /** Order = rank. */
  'R13.06': async () => {
    const tools = ['a.x', 'b.x', 'c.x'].map((name) => ({ name, description: 'Same.' }));
    const yaml =
      'tool_search: {enabled: true, default_loading_mode: deferred, ranking: rfc, preferred_namespaces: [c, b]}\n';
    const services = await servicesWith(tools, { yaml });
    expect(names(await search(services, { query: 'same' }))).toEqual(['c.x', 'b.x', 'a.x']);
  },
  /** Counts visible tools only. */
  'R13.21': async () => {
    expect(await toolDirectory('')).toContain('- a (2): a.one, a.two');
    expect(await toolDirectory('include_tool_counts: false')).toContain('- a: a.one, a.two');
  },
  /** By namespace and tag. */
  'R13.22': async () => {
    expect(await toolDirectory('')).toEqual(
      expect.arrayContaining(['- a (2): a.one, a.two', '- tag t (2): a.one, a.two']),
    );
    const own = 'include_default_groups: false, groups: [{name: own, tool_names: [a.two]}]';
    expect(await toolDirectory(own)).toEqual(['- own (1): a.two']);
  },
  /** Null = no allowlist: for the reason that is shown, and for the names that searches and runs go by. */
  'R13.36': () => {
    const tool = { name: 'a', tags: [] };
    const ruling = (given: object) => {
      const { policy } = config({ policy: given });
      return [policyDenial(tool, policy), ...allowedNames([tool], { policies: [policy], persona: null })];
    };
    for (const given of [{}, { allowed_tools: null }, { allowed_tools: ['a'] }])
      expect(ruling(given)).toEqual([null, 'a']);
    for (const allowed_tools of [[], ['b']]) expect(ruling({ allowed_tools })).toEqual([{ rule: 'allowed_tools' }]);
  },
  /** Wins over allow. */
  'R13.37': () => {
    const { policy } = config({ policy: { allowed_tools: ['a', 'b'], denied_tools: ['a'] } });
    const tools = ['a', 'b'].map((name) => ({ name, tags: [] }));
    expect(tools.map((tool) => policyDenial(tool, policy)?.rule)).toEqual(['denied_tools', undefined]);
    expect([...allowedNames(tools, { policies: [policy], persona: null })]).toEqual(['b']);
  },
  /** All required. */
  'R13.38': () => {
    const { policy } = config({ policy: { require_tags: ['s', 't'] } });
    const tools = [['s'], ['t'], ['u', 't', 's']].map((tags, at) => ({ name: 'abc'[at] ?? '', tags }));
    const denials = tools.map((tool) => policyDenial(tool, policy)?.rule);
    expect(denials).toEqual(['require_tags', 'require_tags', undefined]);
    expect([...allowedNames(tools, { policies: [policy], persona: null })]).toEqual(['c']);
  },
  /** Needs skills.enabled. */
  'R13.58': () => {
    expect(skillDirectory({})).toHaveLength(3);
    expect(skillDirectory({ enabled: false })).toEqual([]);
    expect(skillDirectory({ enabled: true }, { enabled: false })).toEqual([]);
  },
  /** Hard cap: pinned ones count, too. */
  'R13.59': () => {
    const pinned = ['three', 'one', 'two'];
    const shown = [0, 1, 2, 30].map((max_entries) => skillDirectory({ max_entries }, { pinned }).length);
    expect(shown).toEqual([0, 1, 2, 3]);
  },
  'R13.60': () => {
    const label = (include_fields?: readonly string[]) => skillDirectory({ include_fields })[0];
    expect(label()).toBe('two — title of two');
    expect([['title'], ['trigger'], ['task_type'], ['name']].map(label)).toEqual([
      'two — title of two',
      'two — trigger of two',
      'two — api',
      'two',
    ]);
  },
  'R13.61': () => {
    const order = (selection_strategy?: string) =>
      skillDirectory({ selection_strategy, include_fields: [] }, { pinned: ['one'] });
    expect(order()).toEqual(['one', 'two', 'three']);
    expect(order('pinned_then_recent')).toEqual(['one', 'two', 'three']);
    expect(order('pinned_then_top')).toEqual(['one', 'three', 'two']);
  },
  /** Null = provider default. */
  'R13.73': () => {
    expect(anthropicSearch({ search: config().tool_search.history.algorithm })).toEqual([[bm25], []]);
    expect(anthropicSearch({ search: 'bm25' })).toEqual([[bm25], []]);
    expect(anthropicSearch({ search: 'regex' })).toEqual([[regex], []]);
  },
  'R13.76': () => {
    const anthropic = { supports_bm25_search: false };
    expect(anthropicSearch({ providers: {} })).toEqual([[bm25], []]);
    expect(anthropicSearch({ providers: { anthropic } })).toEqual([[regex], ['payload_bm25_not_supported']]);
  },
  /** Strictly greater. */
  'R13.81': () => {
    const at = [0.3, 0.3001, 0.8, 0.8001].map((confidence) => ({ confidence }));
    expect(paths({}, at)).toEqual(['vector', 'blend', 'blend', 'bm25']);
    expect(paths({ high_confidence: 0.9, blend_confidence: 0.8 }, at)).toEqual(['vector', 'vector', 'vector', 'blend']);
  },
  /** Strictly greater. */
  'R13.82': () => {
    const at = [0.7, 0.7001].map((confidence) => ({ confidence }));
    expect(paths({ strategy: 'tool_count' }, at)).toEqual(['vector', 'bm25']);
    expect(paths({ strategy: 'tool_count', keyword_confidence: 0.8 }, at)).toEqual(['vector', 'vector']);
  },
  /** Under 100, 100 to 499, 500 and more. */
  'R13.83': () => {
    const at = [99, 100, 499, 500].map((tools) => ({ tools, confidence: 1 }));
    expect(paths({ strategy: 'tool_count' }, at)).toEqual(['bm25', 'blend', 'blend', 'vector']);
    const other = { strategy: 'tool_count', merge_from: 99, decompose_from: 100 };
    expect(paths(other, at)).toEqual(['blend', 'vector', 'vector', 'vector']);
  },
  /** The best score by the divisor, at most 1. */
  'R13.84': async () => {
    const input = hybridInputSchema.parse({ query: 'gamma' });
    const tools = [
      { name: 'a', description: 'Gamma gamma.' },
      { name: 'b', description: 'Gamma.' },
    ];
    const byWords = async (hybrid?: object) => findByWords(await hybridIndex(hybrid, tools), input);
    const confidence = async (hybrid?: object) => (await byWords(hybrid)).found.confidence;
    const [best = 0, other = 0] = (await byWords()).list.scores;
    expect(best).toBeGreaterThan(other);
    expect(other).toBeGreaterThan(0.1);
    expect(await confidence()).toBeCloseTo(best / 10, 12);
    expect(await confidence({ confidence_divisor: 20 })).toBeCloseTo(best / 20, 12);
    expect(await confidence({ confidence_divisor: 0.1 })).toBe(1);
  },
  /** A word of the name counts beside the same word of the content, which repeats the name. */
  'R13.85': async () => {
    const tools = [
      { name: 'alpha', description: 'Other words.' },
      { name: 'omega', description: 'Alpha alpha.' },
    ];
    const best = async (hybrid: object) => {
      const [named = 0, told = 0] = await wordScores('alpha', tools, { b: 0, ...hybrid });
      return named > told ? 'named' : 'told';
    };
    expect(await best({})).toBe('named');
    expect([await best({ name_weight: 0.1 }), await best({ name_weight: 10 })]).toEqual(['told', 'named']);
    expect([await best({ content_weight: 100 }), await best({ content_weight: 0.1 })]).toEqual(['told', 'named']);
    const { name_weight, content_weight } = (await hybridIndex()).bm25.parameters;
    expect([name_weight, content_weight]).toEqual([2, 1]);
  },
  /** How much a word counts that is there twice; how much a long text takes from it. */
  'R13.86': async () => {
    const twice = [
      { name: 'a', description: 'Word.' },
      { name: 'b', description: 'Word word.' },
    ];
    const gain = async (hybrid: object) => {
      const [one = 0, two = 0] = await wordScores('word', twice, { b: 0, ...hybrid });
      return two / one;
    };
    expect(await gain({})).toBeCloseTo((2 * 2.2) / 3.2, 9);
    expect(await gain({ k1: 2 })).toBeCloseTo((2 * 3) / 4, 9);
    const longer = [
      { name: 'a', description: 'Word.' },
      { name: 'b', description: 'Word in a longer text.' },
    ];
    const [short = 0, long = 0] = await wordScores('word', longer, {});
    expect(short).toBeGreaterThan(long);
    const [same = 0, other = 0] = await wordScores('word', longer, { b: 0 });
    expect(same).toBeCloseTo(other, 12);
    expect((await hybridIndex()).bm25.parameters).toMatchObject({ k1: 1.2, b: 0.75 });
  },
  /** Off by default. */
  'R13.87': async () => {
    const input = hybridInputSchema.parse({ query: 'gamma' });
    const options = { explain: false, ask: async () => ({ id: 'none', dimensions: 1, found: [] }) };
    await expect(searchHybrid(await hybridIndex(), input, options)).rejects.toMatchObject({
      code: 'hybrid_not_configured',
    });
    const { output } = await searchHybrid(await hybridIndex({ enabled: true }), input, options);
    expect(output.query).toBe('gamma');
  },
};
