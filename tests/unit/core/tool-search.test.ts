import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundedScore, literalScore, normalise } from '#core/search/score.ts';
import { rankingSchema, toolGetInputSchema, toolSearchInputSchema } from '#shared/domain/search-request.ts';
import { type SearchExplanation, toolSearchOutputSchema } from '#shared/domain/search-result.ts';
import { casesOf } from '../../support/depth.ts';
import { names, search, searchOn, servicesWith } from '../../support/workspace.ts';

const github = [
  { name: 'github.create_issue', description: 'Create a new issue in a repository', tags: ['bug'] },
  { name: 'github.list_issues', description: 'List issues of a GitHub repository', side_effects: 'read' },
  { name: 'github.close_issue', description: 'Close an issue' },
  { name: 'github.create_label', description: 'Create a label that can be put on any issue' },
  { name: 'slack.send_message', description: 'Send a message to a channel', tags: ['notify'] },
  { name: 'photo.find', description: 'Znajdź zdjęcie bohatera' },
];

/** The words that an explanation lists. */
function wordsOf(explanation: SearchExplanation | null) {
  return !explanation || explanation.ranking === 'none' ? [] : explanation.terms;
}

describe('tool_search, full text', () => {
  it('ranks the right tool first with a strictly greater score', async () => {
    const services = await servicesWith(github);
    const { output } = await search(services, { query: 'create github issue' });
    expect(output.tools[0]?.name).toBe('github.create_issue');
    expect(output.tools[0]?.score).toBeGreaterThan(output.tools[1]?.score ?? 1);
  });

  it('gives scores in [0,1], 1 to the best and 0 to the worst of several, .5 to a single one', async () => {
    const services = await servicesWith(github);
    const many = await search(services, { query: 'issue repository' });
    const scores = many.output.tools.map((tool) => tool.score);
    expect([Math.max(...scores), Math.min(...scores)]).toEqual([1, 0]);
    const one = await search(services, { query: 'channel' });
    expect(one.output.tools.map((tool) => tool.score)).toEqual([0.5]);
    expect(one.explanation?.normalisation.rule).toBe('all_equal');
  });

  it('is bounded and strictly increasing where the printed formula is 1 for all', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1e-6, max: 500, noNaN: true }),
        fc.double({ min: 1e-3, max: 10, noNaN: true }),
        (gain, more) => {
          expect(boundedScore(-gain - more)).toBeGreaterThan(boundedScore(-gain));
          expect(boundedScore(-gain - more)).toBeLessThan(1);
          expect(literalScore(-gain)).toBe(1);
          expect(normalise(gain, { min: 0, max: gain })).toBe(1);
        },
      ),
    );
  });

  it('takes any word when no tool has all, and says so (R3.22)', async () => {
    const services = await servicesWith(github);
    for (const ranking of ['rfc', 'rfc-literal'] as const) {
      const { explanation, output } = await search(services, { query: 'send issue', ranking });
      expect(explanation?.path.map((step) => step.step)).toEqual(['fts_all_terms', 'fts_any_term']);
      expect(output.tools.length).toBe(5);
      const all = await search(services, { query: 'create issue', ranking });
      expect(all.explanation?.path.map((step) => step.step)).toEqual(['fts_all_terms']);
      expect(names(all).toSorted()).toEqual(['github.create_issue', 'github.create_label']);
    }
    expect((await search(services, { query: 'send issue' })).output.tools.length).toBe(5);
  });

  it('splits words of any script, composed or not', async () => {
    const services = await servicesWith(github);
    for (const query of ['znajdź zdjęcie', 'znajdź zdjęcie'.normalize('NFD')]) {
      const { explanation, output } = await search(services, { query, ranking: 'rfc' });
      expect(wordsOf(explanation).map((term) => term.text)).toEqual(['znajdź', 'zdjęcie']);
      expect(output.tools.map((tool) => tool.name)).toEqual(['photo.find']);
    }
  });

  it.each([
    'github.create_issue',
    'create-issue',
    'what?',
    'a AND',
    '"',
    'c++',
    'NOT x',
    'NEAR(a b)',
    'name:x',
    '*',
    '^a',
    '{a b}',
    '\u0000',
    '()',
  ])('takes %j as text (R3.20)', async (query) => {
    const services = await servicesWith(github);
    await expect(search(services, { query, ranking: 'rfc' })).resolves.toMatchObject({
      output: { search_type: 'fts' },
    });
  });

  it('never fails on any text, in any type and by any ranking; its scores are in [0,1] and the best has the highest (R3.02, R3.20)', async () => {
    const services = await servicesWith(github);
    const words = fc
      .array(fc.constantFrom('issue', 'create', 'github.create_issue', 'a', '"', 'NOT', 'list*', '(', 'message'), {
        maxLength: 4,
      })
      .map((parts) => parts.join(' '));
    let found = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), words),
        fc.constantFrom('fts', 'regex', 'exact'),
        async (query, search_type) => {
          for (const ranking of rankingSchema.options) {
            const { output } = await search(services, { query, search_type, ranking });
            const scores = output.tools.map(({ score }) => score);
            for (const score of scores) expect(score).toBeGreaterThanOrEqual(0);
            for (const score of scores) expect(score).toBeLessThanOrEqual(1);
            expect(scores).toEqual(scores.toSorted((a, b) => b - a));
            if (scores.length > 1) found++;
          }
        },
      ),
      { numRuns: casesOf(300) },
    );
    expect(found).toBeGreaterThan(20);
    for (const [search_type, ranking] of [
      ['fts', 'pegboard'],
      ['fts', 'rfc'],
      ['regex', 'pegboard'],
    ] as const) {
      const { tools } = (await search(services, { query: 'create.issue', search_type, ranking })).output;
      const [best, next] = tools.map(({ score }) => score);
      expect([tools[0]?.name, tools[1]?.name]).toEqual([
        'github.create_issue',
        search_type === 'fts' ? 'github.create_label' : undefined,
      ]);
      expect(best).toBeGreaterThan(next ?? 0);
    }
  });

  it('searches each stem once and tells what it dropped', async () => {
    const services = await servicesWith(github);
    const { explanation } = await search(services, { query: 'issue issues Issue', ranking: 'rfc' });
    expect(wordsOf(explanation).filter((term) => term.dropped === null)).toHaveLength(1);
    expect(wordsOf(explanation).find((term) => term.text === 'issues')?.dropped).toBe('same word stem as "issue"');
  });

  it('adds up for combining marks that are no part of a word', async () => {
    const services = await servicesWith([
      { name: 'a', description: 'x x x' },
      { name: 'b', description: 'y' },
      { name: 'c' },
    ]);
    const { hits } = await search(services, { query: 'x\u0305x', ranking: 'rfc' });
    const arithmetic = hits[0]?.arithmetic;
    if (arithmetic?.kind !== 'bm25') throw new Error('not found by full text');
    expect(arithmetic.terms.reduce((sum, term) => sum + term.contribution, 0)).toBeCloseTo(arithmetic.gain, 9);
  });

  it('lights up the right place behind U+0000', async () => {
    const services = await servicesWith([{ name: 'a', description: 'alpha\u0000 beta' }, { name: 'b' }]);
    const { hits } = await search(services, { query: 'beta' });
    expect(hits[0]?.highlights).toEqual([{ field: 'description', start: 7, end: 11, term: 'beta' }]);
  });

  it('lights up the matched words by their place in name and description', async () => {
    const services = await servicesWith([
      { name: 'a.create_issue', description: 'The \u0001issues\u0002 of an issue' },
    ]);
    const { hits, output } = await search(services, { query: 'issue' });
    const lit = hits[0]?.highlights.map(({ field, start, end }) =>
      output.tools[0]?.[field as 'name'].slice(start, end),
    );
    expect(lit).toEqual(['issue', 'issues', 'issue']);
  });
});

describe('tool_search, regex and exact', () => {
  const tools = [
    { name: 'github.x', description: 'nothing' },
    { name: 'github', description: 'About github' },
    { name: 'my.github', description: 'About github' },
    { name: 'other', description: 'about GitHub' },
    { name: 'tagged', description: 'nothing', tags: ['github'] },
  ];

  it('gives each tool its highest tier, case aside (R3.05, R3.06, R3.07, R3.08, R3.10)', async () => {
    const services = await servicesWith(tools);
    const { output, hits } = await search(services, { query: 'GITHUB', search_type: 'regex' });
    expect(output.tools.map(({ name, score, match_type }) => [name, score, match_type])).toEqual([
      ['github', 0.95, 'regex'],
      ['github.x', 0.9, 'regex'],
      ['my.github', 0.85, 'regex'],
      ['other', 0.75, 'regex'],
      ['tagged', 0.75, 'regex'],
    ]);
    expect(hits[0]?.arithmetic).toEqual({ kind: 'regex', tier: 'full_name', score_raw: 0.95 });
    // The first place that an alternation finds is not its highest tier.
    const scoresOf = async (query: string) => {
      const found = (await search(services, { query, search_type: 'regex' })).output.tools;
      return Object.fromEntries(found.map(({ name, score }) => [name, score]));
    };
    expect(await scoresOf('hub|git|GitHub')).toMatchObject({ github: 0.95, 'github.x': 0.9, 'my.github': 0.85 });
    expect(await scoresOf('nothing|.+x')).toEqual({ 'github.x': 0.95, tagged: 0.75 });
  });

  it('matches only one namespace for github\\.\\w+', async () => {
    const services = await servicesWith(tools);
    expect(names(await search(services, { query: 'github\\.\\w+', search_type: 'regex' }))).toEqual(['github.x']);
  });

  it.each(['(', '[', '(a{1000}){1000}', '\\1', '(?<=a)b'])(
    'searches the words of the invalid pattern %s and says so',
    async (bad) => {
      const services = await servicesWith(tools);
      const { output, explanation } = await search(services, { query: `github${bad}`, search_type: 'regex' });
      expect(explanation?.fallback_reason).toMatch(
        /^the pattern is not valid, so its words were searched: (?!.*(?:parsing|\(\?i\)))/,
      );
      expect(explanation?.path[0]?.step).toBe('regex_of_words');
      expect(output.search_type).toBe('regex');
      expect(output.tools.length).toBeGreaterThan(0);
    },
  );

  it('is not frozen by a pattern that explodes elsewhere (R3.13)', async () => {
    const description = `${'a'.repeat(5000)}!`;
    const services = await servicesWith([
      { name: 'a', description },
      { name: 'x', description },
    ]);
    const { output } = await search(services, { query: '(a+)+$', search_type: 'regex', include_always_loaded: true });
    expect(output.tools[0]?.score).toBe(0.95);
    expect(output.tools.map(({ name }) => name)).toEqual(['a']);
    const large = await search(services, { query: 'a{999}'.repeat(11), search_type: 'regex' });
    expect(large.explanation?.fallback_reason).toContain('too large');
  });

  it('finds a tool by exactly its name, or nothing (R3.04)', async () => {
    const services = await servicesWith(tools);
    const { output } = await search(services, { query: 'github.x', search_type: 'exact' });
    expect(output.tools).toEqual([
      { name: 'github.x', description: 'nothing', score: 1, match_type: 'exact', loading_mode: 'deferred' },
    ]);
    // Neither another spelling nor a part of a name, nor what else a tool says.
    for (const query of ['GitHub.x', ' github.x', 'my', 'x', 'github.', 'nothing', 'About github'])
      expect(names(await search(services, { query, search_type: 'exact' })), query).toEqual([]);
  });

  it.each(['', '   ', '\n'])('finds nothing for the blank query %j, without an error (R3.32)', async (query) => {
    const services = await servicesWith(tools);
    for (const search_type of ['fts', 'regex', 'exact']) {
      for (const ranking of rankingSchema.options) {
        const { output } = await search(services, { query, search_type, ranking });
        expect(output).toEqual({ tools: [], query, search_type });
      }
    }
  });
});

describe('without FTS5', () => {
  it('runs fts as regex over the words and reports that (R3.12, R3.28, R3.31)', async () => {
    const services = await servicesWith(github, { fts: 'off' });
    const { output, explanation } = await search(services, { query: 'create an issue' });
    expect(output.search_type).toBe('regex');
    expect(output.tools.find((tool) => tool.name === 'github.create_issue')?.match_type).toBe('regex');
    expect(explanation).toMatchObject({ requested_search_type: 'fts', effective_search_type: 'regex' });
    expect(explanation?.fallback_reason).toContain('no FTS5');
    const typesOf = async (search_type: string, query: string, fts: 'off' | 'detect') => {
      const response = await search(await servicesWith(github, { fts }), { query, search_type });
      return [...new Set(response.output.tools.map(({ match_type }) => match_type))];
    };
    expect(await typesOf('fts', 'create an issue', 'off')).toEqual(['regex']);
    expect(await typesOf('fts', 'create an issue', 'detect')).toEqual(['fts']);
    expect(await typesOf('regex', 'issue', 'detect')).toEqual(['regex']);
    expect(await typesOf('exact', 'photo.find', 'detect')).toEqual(['exact']);
    const yaml = 'tool_search: {enabled: true, default_loading_mode: deferred, fts_fallback_to_regex: false}\n';
    const exact = await search(await servicesWith(github, { fts: 'off', yaml }), { query: 'photo.find' });
    expect(exact.output.tools.map(({ match_type }) => match_type)).toEqual(['exact']);
  });

  it('runs fts as exact when the fallback is off (R3.29)', async () => {
    const yaml = 'tool_search: {enabled: true, default_loading_mode: deferred, fts_fallback_to_regex: false}\n';
    const services = await servicesWith(github, { fts: 'off', yaml });
    for (const ranking of rankingSchema.options) {
      const none = await search(services, { query: 'create an issue', ranking });
      expect(none.output, ranking).toMatchObject({ tools: [], search_type: 'exact' });
      const { output, explanation } = await search(services, { query: 'github.create_issue', ranking });
      expect(output, ranking).toMatchObject({
        tools: [{ name: 'github.create_issue', match_type: 'exact' }],
        search_type: 'exact',
      });
      expect(explanation, ranking).toMatchObject({
        requested_search_type: 'fts',
        effective_search_type: 'exact',
        fallback_reason: expect.stringContaining('no FTS5'),
      });
    }
  });
});

describe('order and limits', () => {
  it('orders by score, namespace, side effects, length, name (R3.23, R3.24, R3.25, R3.26)', async () => {
    const description = 'same words here';
    const tools = [
      { name: 'z.1', description, side_effects: 'of a kind that nobody knows' },
      { name: 'z.0', description },
      { name: 'z.a', description, side_effects: 'stateful' },
      { name: 'z.c', description, side_effects: 'external' },
      { name: 'z.d', description, side_effects: 'write' },
      { name: 'z.e', description, side_effects: 'read' },
      { name: 'zz.by_name_same_words', description },
      { name: 'z.pureb', description, side_effects: 'pure' },
      { name: 'z.purea', description, side_effects: 'pure' },
      { name: 'z.zur', description, side_effects: 'pure' },
      { name: 'a.last', description, side_effects: 'stateful' },
      { name: 'b.second', description, side_effects: 'stateful' },
    ];
    const yaml =
      'tool_search: {enabled: true, default_loading_mode: deferred, preferred_namespaces: [b, a], max_search_results: 20}\n';
    const services = await servicesWith(tools, { yaml });
    const response = await search(services, { query: 'same.words', search_type: 'regex', limit: 20 });
    // Each name would stand elsewhere if the next key of the order decided in place of the one that does.
    expect(names(response)).toEqual([
      'zz.by_name_same_words',
      ...['b.second', 'a.last', 'z.zur', 'z.purea', 'z.pureb', 'z.e', 'z.d', 'z.c', 'z.a', 'z.0', 'z.1'],
    ]);
    expect(response.hits[10]?.order).toMatchObject({ namespace_rank: 2, side_effects_rank: 5, name_length: 3 });
  });

  it('gives the same bytes on repeat', async () => {
    const services = await servicesWith(github);
    const first = JSON.stringify((await search(services, { query: 'issue' })).output);
    for (let i = 0; i < 5; i++) expect(JSON.stringify((await search(services, { query: 'issue' })).output)).toBe(first);
  });

  it('returns at most the smaller of limit and max_search_results, and neither moves a score (R4.06)', async () => {
    const tools = Array.from({ length: 30 }, (_, i) => ({ name: `t${i}`, description: `issue ${'word '.repeat(i)}` }));
    const yaml = 'tool_search: {enabled: true, default_loading_mode: deferred, max_search_results: 12}\n';
    const services = await servicesWith(tools, { yaml });
    for (const search_type of ['fts', 'regex']) {
      const twelve = await search(services, { query: 'issue', search_type, limit: 15 });
      expect(twelve.output.tools).toHaveLength(12);
      expect(twelve.explanation?.limit).toEqual({ requested: 15, config_maximum: 12, effective: 12 });
      const three = await search(services, { query: 'issue', search_type, limit: 3 });
      expect(three.output.tools).toHaveLength(3);
      expect(three.output.tools).toEqual(twelve.output.tools.slice(0, 3));
    }
  });
});

describe('who may see what', () => {
  const yaml = `tool_search: {enabled: true, default_loading_mode: deferred, always_loaded_patterns: ["slack.*"]}
policy: {denied_tools: [github.close_issue]}
personas:
  - {name: guest, hidden_tools: ["github.create*"]}
`;

  it('leaves always-loaded tools out unless asked, and tells only the user (R4.05)', async () => {
    const services = await servicesWith(github, { yaml });
    const without = await search(services, { query: 'message' });
    expect(without.output).toEqual({ tools: [], query: 'message', search_type: 'fts' });
    expect(without.always_loaded_matches).toBe(1);
    const withThem = await search(services, { query: 'message', include_always_loaded: true });
    expect(withThem.output.tools[0]).toMatchObject({ name: 'slack.send_message', loading_mode: 'always' });
    for (const search_type of ['fts', 'regex', 'exact']) {
      for (const ranking of rankingSchema.options) {
        const asked = { query: search_type === 'exact' ? 'slack.send_message' : 'message', search_type, ranking };
        expect(names(await search(services, asked))).toEqual([]);
        expect(names(await search(services, { ...asked, include_always_loaded: false }))).toEqual([]);
        expect(names(await search(services, { ...asked, include_always_loaded: true }))).toEqual([
          'slack.send_message',
        ]);
      }
    }
    expect(toolSearchInputSchema.safeParse({ query: 'x', include_always_loaded: 'yes' }).success).toBe(false);
  });

  it('never finds what policy, persona or request hides, in any type (R5.11)', async () => {
    const services = await servicesWith(github, { yaml });
    const policy = { denied_tools: ['github.list_issues'], allowed_tools: null, require_tags: [] };
    const denied = ['github.close_issue'];
    const callers = [
      { caller: {}, hidden: denied },
      { caller: { persona: 'guest' }, hidden: [...denied, 'github.create_issue', 'github.create_label'] },
      { caller: { policy }, hidden: [...denied, 'github.list_issues'] },
    ];
    const all = github.map(({ name }) => name).filter((name) => name.startsWith('github.'));
    for (const { caller, hidden } of callers) {
      const usable = all.filter((name) => !hidden.includes(name)).toSorted();
      for (const ranking of rankingSchema.options) {
        const found = async (query: string, search_type: string) =>
          names(await search(services, { query, search_type, ranking }, caller)).toSorted();
        expect(await found('issue', 'fts')).toEqual(usable);
        expect(await found('issue', 'regex')).toEqual(usable);
        for (const name of all) expect(await found(name, 'exact')).toEqual(usable.includes(name) ? [name] : []);
      }
    }
  });

  it('answers as if hidden tools did not exist: same bytes as a catalog without them', async () => {
    const hidden = await servicesWith(github, { yaml });
    const visible = github.filter((tool) => !['github.close_issue', 'github.create_issue'].includes(tool.name));
    const absent = await servicesWith(visible, { yaml });
    for (const query of ['issue', 'list issues repository', 'a channel']) {
      const seen = await search(hidden, { query, include_always_loaded: true }, { persona: 'guest' });
      const other = await search(absent, { query, include_always_loaded: true }, { persona: 'guest' });
      expect(JSON.stringify([seen.output, seen.hits, seen.explanation])).toBe(
        JSON.stringify([other.output, other.hits, other.explanation]),
      );
    }
  });

  it('makes the index of a persona once for all who ask, between other work, and stops when the workspace closes', async () => {
    const tools = Array.from({ length: 2000 }, (_, i) => ({ name: `a.tool${i}`, description: `Paints wall ${i}` }));
    const yaml = `${searchOn}personas: [{name: guest, hidden_tools: ["secret*"]}]\n`;
    const services = await servicesWith([...tools, { name: 'secret', description: 'Paints' }], { yaml });
    const ask = () => search(services, { query: 'wall 7', ranking: 'rfc' }, { persona: 'guest' });
    await search(services, { query: 'wall 7', ranking: 'rfc' });
    let turns = 0;
    const count = () => {
      turns++;
      counting = setImmediate(count);
    };
    let counting = setImmediate(count);
    const [first, second] = await Promise.all([ask(), ask()]);
    clearImmediate(counting);
    expect(turns).toBeGreaterThan(5);
    expect(names(first)[0]).toBe('a.tool7');
    expect(names(second)).toEqual(names(first));

    const late = search(services, { query: 'wall' }, { policy: { denied_tools: ['a.tool1'] } });
    const failed = expect(late).rejects.toThrow();
    await services.close();
    await failed;
  });

  it('names the personas there are when one is unknown', async () => {
    const services = await servicesWith(github, { yaml });
    await expect(search(services, { query: 'x' }, { persona: 'gest' })).rejects.toMatchObject({
      code: 'unknown_persona',
      hint: expect.stringContaining('guest'),
    });
  });

  it('gives the model exactly the fields of the contract (R4.07, R4.09)', async () => {
    const services = await servicesWith(github);
    const { output } = await search(services, { query: 'issue' });
    expect(toolSearchOutputSchema.strict().parse(output)).toEqual(output);
    for (const field of Object.keys(output)) {
      expect(toolSearchOutputSchema.safeParse({ ...output, [field]: undefined }).success, field).toBe(false);
    }
    expect(Object.keys(output)).toEqual(['tools', 'query', 'search_type']);
    const fallen = await search(await servicesWith(github, { fts: 'off' }), { query: 'issue' });
    expect(fallen.output.search_type).toBe('regex');
    expect(Object.keys(fallen.output)).toEqual(Object.keys(output));
    for (const tool of output.tools) {
      expect(Object.keys(tool)).toEqual(['name', 'description', 'score', 'match_type', 'loading_mode']);
    }
  });

  it('fails when search is off, in the words of the seeds (R4.10)', async () => {
    const services = await servicesWith(github, { yaml: 'tool_search: {enabled: false}\n' });
    await expect(search(services, { query: 'x' })).rejects.toMatchObject({
      code: 'tool_search_not_configured',
      message: 'tool_search is not configured',
      hint: expect.stringContaining('tool_search.enabled'),
    });
  });
});

describe('tool_get', () => {
  const get = async (input: object, persona?: string) => {
    const yaml = `${searchOn}personas: [{name: guest, hidden_tools: ["secret*"]}]\n`;
    const tools = [
      {
        name: 'echo',
        description: 'Echo',
        tags: ['t'],
        aliases: ['say'],
        side_effects: 'read',
        loading_mode: 'always',
        examples: [{ args: { text: 'x' } }],
        inputSchema: { type: 'object' },
        outputSchema: { type: 'string' },
        extra: { colour: 'red' },
      },
      { name: 'secret', description: 'Hidden' },
    ];
    const services = await servicesWith(tools, { yaml });
    return services.search.toolGet({ input: toolGetInputSchema.parse(input), caller: { persona } });
  };

  it('gives whole records, without schemas or examples when asked (R4.13, R4.15)', async () => {
    expect((await get({ names: ['echo'] })).tools[0]).toEqual({
      name: 'echo',
      description: 'Echo',
      side_effects: 'read',
      loading_mode: 'always',
      tags: ['t'],
      args_schema: { type: 'object' },
      out_schema: { type: 'string' },
      examples: [{ args: { text: 'x' }, tags: [] }],
      extra: { colour: 'red' },
    });
    expect((await get({ names: ['secret', 'echo'] })).tools.map(({ name }) => name)).toEqual(['secret', 'echo']);
    const bare = (await get({ names: ['echo'], include_schemas: false, include_examples: false })).tools[0];
    expect(Object.keys(bare ?? {})).toEqual(['name', 'description', 'side_effects', 'loading_mode', 'tags', 'extra']);
    const keys = async (input: object) => Object.keys((await get({ names: ['echo'], ...input })).tools[0] ?? {});
    const plain = Object.keys(bare ?? {});
    const [args, out] = ['args_schema', 'out_schema'];
    expect((await keys({ include_schemas: false })).toSorted()).toEqual([...plain, 'examples'].toSorted());
    expect((await keys({ include_examples: false })).toSorted()).toEqual([...plain, args, out].toSorted());
  });

  it('answers a denied and an unknown name alike and an alias by its real name (R4.17)', async () => {
    expect(await get({ names: ['secret'] }, 'guest')).toEqual(await get({ names: ['nothing'] }, 'guest'));
    expect((await get({ names: ['secret'] }, 'guest')).tools).toEqual([]);
    const namesOf = async (...names: string[]) => (await get({ names })).tools.map((tool) => tool.name);
    expect(await namesOf('say')).toEqual(['echo']);
    expect(await namesOf('say', 'echo')).toEqual(['echo']);
  });
});
