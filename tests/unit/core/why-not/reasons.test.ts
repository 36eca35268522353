import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Services } from '#core/services.ts';
import type { Ranking } from '#shared/domain/search-request.ts';
import { type WhyNot, whyNotRequestSchema, whyNotSchema } from '#shared/domain/why-not.ts';
import { whyNotText } from '#shared/domain/why-not-text.ts';
import { search, searchOn, servicesWith, type TestTool } from '../../../support/workspace.ts';

interface Question {
  readonly query: string;
  readonly tool: string;
  readonly search_type?: string;
  readonly limit?: number;
  readonly include_always_loaded?: boolean;
  readonly ranking?: Ranking;
  readonly suggest?: boolean;
  readonly caller?: { readonly persona?: string; readonly policy?: object };
}

/** Asks, and makes sure that the answer is what the contract says. */
async function ask(services: Services, { tool, ranking, suggest = false, caller = {}, ...input }: Question) {
  const answer = await services.search.whyNot(whyNotRequestSchema.parse({ input, caller, ranking, tool, suggest }));
  expect(whyNotSchema.parse(answer)).toEqual(answer);
  expect(whyNotText(answer.reason, answer)).not.toBe('');
  return answer;
}

const reasonOf = async (services: Services, question: Question): Promise<WhyNot['reason']> =>
  (await ask(services, question)).reason;

const tools: readonly TestTool[] = [
  { name: 'mail.send', description: 'Send a letter to a customer.', tags: ['post'], aliases: ['mailer'] },
  { name: 'mail.list', description: 'List the letters of a customer.' },
  { name: 'parcel.track', description: 'Show where a parcel is.' },
  { name: 'secret.erase', description: 'Erase a letter.' },
  { name: 'tasks.add', description: 'Add a letter to the tasks.' },
];

const yaml = `
tool_search: {enabled: true, default_loading_mode: deferred}
policy: {denied_tools: [secret.erase]}
personas:
  - {name: clerk, visible_tools: ["mail.*", "parcel.*"], hidden_tools: ["parcel.*"]}
`;

describe('why a tool is none that the caller may use', () => {
  it('names the tools that were perhaps meant, of those that the caller may use only', async () => {
    const services = await servicesWith(tools, { yaml });
    expect(await reasonOf(services, { query: 'letter', tool: 'mail.sned' })).toEqual({
      kind: 'unknown_name',
      did_you_mean: ['mail.send'],
    });
    expect(await reasonOf(services, { query: 'letter', tool: 'track' })).toMatchObject({
      did_you_mean: ['parcel.track'],
    });
    const clerk = { persona: 'clerk' };
    const hidden = await reasonOf(services, { query: 'letter', tool: 'parcel.trac', caller: clerk });
    expect(hidden).toEqual({ kind: 'unknown_name', did_you_mean: [] });
    expect(await reasonOf(services, { query: 'letter', tool: 'secret.erasee' })).toMatchObject({ did_you_mean: [] });
  });

  it('tells policy from persona, and whose policy it is', async () => {
    const services = await servicesWith(tools, { yaml });
    const denied = await ask(services, { query: 'erase a letter', tool: 'secret.erase', suggest: true });
    expect(denied).toMatchObject({
      audience: 'host',
      suggestions: [],
      no_suggestion: expect.stringContaining('overlay'),
    });
    expect(denied.reason).toEqual({
      kind: 'denied_by_policy',
      by: 'workspace',
      rule: 'denied_tools',
      missing_tags: [],
    });
    const policy = { require_tags: ['post', 'vip'] };
    expect(await reasonOf(services, { query: 'x', tool: 'mail.send', caller: { policy } })).toEqual({
      kind: 'denied_by_policy',
      by: 'request',
      rule: 'require_tags',
      missing_tags: ['vip'],
    });
    const allowed = { policy: { allowed_tools: ['mail.list'] } };
    expect(await reasonOf(services, { query: 'x', tool: 'mail.send', caller: allowed })).toMatchObject({
      rule: 'allowed_tools',
    });
    const clerk = { persona: 'clerk' };
    expect(await reasonOf(services, { query: 'x', tool: 'parcel.track', caller: clerk })).toEqual({
      kind: 'hidden_by_persona',
      persona: 'clerk',
      pattern: 'parcel.*',
    });
    expect(await reasonOf(services, { query: 'x', tool: 'tasks.add', caller: clerk })).toMatchObject({ pattern: null });
    await expect(ask(services, { query: 'x', tool: 'mail.send', caller: { persona: 'none' } })).rejects.toMatchObject({
      code: 'unknown_persona',
    });
  });

  it('names the source that is off', async () => {
    const services = await servicesWith(tools, { yaml: searchOn });
    await services.sources.setEnabled({ name: 'test', enabled: false });
    expect(await reasonOf(services, { query: 'x', tool: 'mail.send' })).toEqual({
      kind: 'source_disabled',
      source: 'test',
    });
  });

  it('is an error where tool search is off', async () => {
    const services = await servicesWith(tools, { yaml: 'tool_search: {enabled: false}' });
    await expect(ask(services, { query: 'letter', tool: 'mail.send' })).rejects.toMatchObject({
      code: 'tool_search_not_configured',
    });
  });
});

describe('why a search leaves out a tool', () => {
  it('that is on the board, by a rule or for want of one, with the rank it would have', async () => {
    const services = await servicesWith(tools, { yaml });
    expect(await reasonOf(services, { query: 'add letter tasks', tool: 'tasks.add' })).toMatchObject({
      kind: 'always_loaded',
      mode_reason: { rule: 'pattern', pattern: 'tasks.*' },
      rank: 1,
    });
    expect(await reasonOf(services, { query: 'parcel', tool: 'tasks.add' })).toMatchObject({ rank: null });
    expect(
      await reasonOf(services, { query: 'add letter tasks', tool: 'tasks.add', include_always_loaded: true }),
    ).toEqual({ kind: 'found', rank: 1 });
    const undeclared = await servicesWith(tools, { yaml: 'tool_search: {enabled: true}' });
    expect(await reasonOf(undeclared, { query: 'send letter', tool: 'mail.send' })).toMatchObject({
      kind: 'not_deferred',
      mode_reason: { rule: 'workspace_default' },
      rank: 1,
    });
  });

  it('that shares no word with the query; function words are named as such', async () => {
    const services = await servicesWith(tools, { yaml });
    const answer = await ask(services, { query: 'where is the umbrella', tool: 'mail.send' });
    expect(answer.reason).toEqual({ kind: 'no_common_term' });
    expect(answer.words).toEqual([
      { text: 'umbrella', kind: 'content', searched: true, in_tool: false, through: null, tools: 0 },
      expect.objectContaining({ text: 'where', kind: 'function', searched: false, in_tool: false }),
      expect.objectContaining({ text: 'is', kind: 'function', searched: false }),
      expect.objectContaining({ text: 'the', kind: 'function', searched: false }),
    ]);
    expect(answer.tool_words).toEqual(expect.arrayContaining(['send', 'letter', 'customer', 'post']));
    expect(answer.tool_words).not.toContain('to');
    const asked = await ask(services, { query: 'deliveries', tool: 'parcel.track', ranking: 'rfc' });
    expect(asked).toMatchObject({ ranking: 'rfc', reason: { kind: 'no_common_term' }, arithmetic: null });
  });

  it('whose words come in another form, which is told', async () => {
    const services = await servicesWith(tools, { yaml });
    const { words } = await ask(services, { query: 'listing customers', tool: 'mail.list' });
    expect(words.map(({ text, in_tool, through }) => [text, in_tool, through])).toEqual([
      ['listing', true, { word: 'list', kind: 'stem' }],
      ['customers', true, { word: 'customer', kind: 'stem' }],
    ]);
  });

  it('behind others: each with what every word brings it more, adding up to the difference', async () => {
    const services = await servicesWith(tools, { yaml });
    for (const ranking of ['pegboard', 'rfc', 'rfc-literal'] as const) {
      const question = { query: 'send customer letter', tool: 'mail.list', ranking };
      const answer = await ask(services, ranking === 'pegboard' ? question : { ...question, query: 'customer letter' });
      const response = await search(services, { query: answer.query, ranking });
      const rank = response.output.tools.findIndex((tool) => tool.name === 'mail.list') + 1;
      expect(answer.reason).toEqual({ kind: 'found', rank });
      expect(answer.ahead.map((tool) => tool.name)).toEqual(
        response.output.tools.slice(0, rank - 1).map((tool) => tool.name),
      );
      expect(answer.arithmetic).toEqual(response.hits[rank - 1]?.arithmetic);
      for (const { gaps, difference } of answer.ahead) {
        expect(gaps.reduce((sum, gap) => sum + gap.ahead - gap.here, 0)).toBeCloseTo(difference, 9);
      }
    }
  });

  it('cut by the limit of the request or of the workspace, or further back than any limit reaches', async () => {
    const many = Array.from({ length: 40 }, (_, i) => ({ name: `letter_${i}`, description: 'letter '.repeat(i + 1) }));
    const services = await servicesWith(many, {
      yaml: 'tool_search: {enabled: true, default_loading_mode: deferred, max_search_results: 10}',
    });
    const names: string[] = [];
    for (const tool of many) {
      const { reason } = await ask(services, { query: 'letter', tool: tool.name, limit: 20 });
      if (reason.kind === 'cut_by_limit') names.push(`${reason.rank} ${reason.by} ${reason.limit}`);
      if (reason.kind === 'ranked_behind') names.push(`${reason.rank} behind ${reason.limit}`);
    }
    expect(names.sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))).toEqual([
      ...Array.from({ length: 10 }, (_, i) => `${i + 11} configuration 10`),
      ...Array.from({ length: 20 }, (_, i) => `${i + 21} behind 10`),
    ]);
    // Asking for more would not show the eleventh: the workspace gives ten.
    const asked = many.map((tool) => reasonOf(services, { query: 'letter', tool: tool.name, limit: 3 }));
    const eleventh = (await Promise.all(asked)).find((reason) => 'rank' in reason && reason.rank === 11);
    expect(eleventh).toEqual({ kind: 'cut_by_limit', rank: 11, limit: 10, by: 'configuration' });
    const [second] = (await search(services, { query: 'letter', limit: 2 })).output.tools.slice(1);
    expect(await reasonOf(services, { query: 'letter', tool: second?.name ?? '', limit: 1 })).toEqual({
      kind: 'cut_by_limit',
      rank: 2,
      limit: 1,
      by: 'request',
    });
  });

  it('that lacks a word which others have, where a ranking asks for all words first', async () => {
    const services = await servicesWith(tools, { yaml });
    expect(await reasonOf(services, { query: 'send letter', tool: 'mail.list', ranking: 'rfc' })).toEqual({
      kind: 'earlier_step_answered',
      step: 'fts_all_terms',
      candidates: 1,
      missing: ['send'],
    });
  });

  it('by a pattern: not matched, or in a tier that comes after enough others', async () => {
    const services = await servicesWith(tools, { yaml });
    const regex = { search_type: 'regex' } as const;
    expect(await reasonOf(services, { query: '^parcel', tool: 'mail.send', ...regex })).toEqual({
      kind: 'pattern_does_not_match',
      pattern: '^parcel',
    });
    expect(await reasonOf(services, { query: 'mail|letter|parcel', tool: 'mail.send', ...regex })).toMatchObject({
      kind: 'found',
    });
    const tiers = await servicesWith([...tools, { name: 'post.box', description: 'A box for mail.' }], { yaml });
    expect(await reasonOf(tiers, { query: 'mail', tool: 'post.box', limit: 2, ...regex })).toEqual({
      kind: 'lower_tier',
      rank: 3,
      tier: 'description_or_tags',
      ahead: [{ tier: 'name_prefix', tools: 2 }],
    });
    const words = await ask(services, { query: 'mail(', tool: 'parcel.track', ...regex });
    expect(words).toMatchObject({
      reason: { kind: 'pattern_does_not_match' },
      words: [{ text: 'mail', in_tool: false, tools: 2 }],
    });
  });

  it('by an exact name: another one, or the same in other letters', async () => {
    const services = await servicesWith(tools, { yaml });
    const exact = { search_type: 'exact', suggest: true } as const;
    const answer = await ask(services, { query: 'Mail.Send', tool: 'mail.send', ...exact });
    expect(answer).toMatchObject({ reason: { kind: 'other_name', differs_by_case: true }, suggestions: [] });
    expect(answer.no_suggestion).toContain('whole names');
    expect(await reasonOf(services, { query: 'send', tool: 'mail.send', ...exact })).toMatchObject({
      differs_by_case: false,
    });
    expect(await reasonOf(services, { query: 'mail.send', tool: 'mail.send', ...exact })).toEqual({
      kind: 'found',
      rank: 1,
    });
  });

  it('by a blank query; asked by an alias it answers for the tool', async () => {
    const services = await servicesWith(tools, { yaml });
    const answer = await ask(services, { query: ' ', tool: 'mailer', suggest: true });
    expect(answer).toMatchObject({
      tool: 'mail.send',
      reason: { kind: 'blank_query' },
      no_suggestion: 'There is no query yet.',
    });
  });

  it('of a query without end tells the words that are searched, and no others', async () => {
    const services = await servicesWith(tools, { yaml, fts: 'off' });
    const query = Array.from({ length: 3000 }, (_, i) => `w${i}`).join(' ');
    const { words } = await ask(services, { query: `${query} letter`, tool: 'mail.list', ranking: 'rfc' });
    expect(words).toHaveLength(64);
    expect(words.some(({ text }) => text === 'letter')).toBe(false);
  });

  it('where SQLite has no FTS5 the words are searched as a pattern, and that is told', async () => {
    const services = await servicesWith(tools, { yaml, fts: 'off' });
    const answer = await ask(services, { query: 'lost umbrella', tool: 'mail.send', suggest: true });
    expect(answer).toMatchObject({
      search_type: { requested: 'fts', effective: 'regex' },
      reason: { kind: 'pattern_does_not_match' },
    });
    expect(answer.suggestions[0]).toMatchObject({ edit: { field: 'tags' }, rank: { before: null, after: 1 } });
  });
});

describe('what the golden queries say', () => {
  it('an edit is shown with what it does to the other golden queries; a broken file is told', async () => {
    const services = await servicesWith(tools, { yaml });
    const { path = '' } = (await services.workspace.current()) ?? {};
    mkdirSync(join(path, 'evals'));
    const golden = [
      { query: 'find my parcel again', relevant: ['mail.send'] },
      { query: 'parcel', relevant: ['parcel.track'] },
    ];
    writeFileSync(join(path, 'evals/a.jsonl'), golden.map((line) => JSON.stringify(line)).join('\n'));
    writeFileSync(join(path, 'evals/b.jsonl'), '{"query": 3}');
    const answer = await ask(services, { query: 'find my parcel again', tool: 'mail.send', suggest: true });
    expect(answer.golden).toEqual({ queries: 2, problems: [expect.stringContaining('evals/b.jsonl')] });
    // The query itself is none of the others.
    for (const { cost } of answer.suggestions) expect(cost).toMatchObject({ queries: 1, hit_at_1: { before: 1 } });
    const worse = answer.suggestions.filter(({ cost }) => (cost?.worse ?? 0) > 0);
    for (const { cost } of worse) expect(cost?.changed).toEqual([{ query: 'parcel', before: 1, after: 2 }]);
  });
});
