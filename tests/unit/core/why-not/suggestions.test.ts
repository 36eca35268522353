import { describe, expect, it } from 'vitest';
import type { Services } from '#core/services.ts';
import { applyEdit, editAsYaml } from '#core/why-not/apply-edit.ts';
import { goldenCost } from '#core/why-not/golden-cost.ts';
import { isVerbatim } from '#core/why-not/word-pool.ts';
import { parseWorkspaceFile } from '#core/workspace/workspace-file.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { whyNotRequestSchema } from '#shared/domain/why-not.ts';
import { search, servicesWith } from '../../../support/workspace.ts';

const yaml = 'tool_search: {enabled: true, default_loading_mode: deferred}';
const tools = [
  { name: 'calendar.create_event', description: 'Put an event into the calendar of the team.' },
  { name: 'calendar.list_events', description: 'List the events of the team calendar.' },
  { name: 'people.invite', description: 'Ask people to come to a meeting.' },
  { name: 'meeting_rooms.reserve', description: 'Book a room for a while.', phrases: ['get a room'] },
];

const suggest = async (
  services: Services,
  tool: string,
  input: { query: string; search_type?: string; limit?: number },
  ranking?: string,
) => services.search.whyNot(whyNotRequestSchema.parse({ input, tool, ranking }));

describe('a suggestion', () => {
  it('lifts the tool to the rank it promises, once applied, under every ranking and by a pattern', async () => {
    for (const [query, type, ranking] of [
      ['schedule a team calendar slot', 'fts', 'pegboard'],
      ['schedule a team calendar slot', 'fts', 'rfc'],
      ['create event room', 'fts', 'rfc-literal'],
      ['team|calendar', 'regex', undefined],
    ] as const) {
      const services = await servicesWith(tools, {
        yaml: `${yaml.slice(0, -1)}${ranking ? `, ranking: ${ranking}` : ''}}`,
      });
      const ask = () => suggest(services, 'meeting_rooms.reserve', { query, search_type: type });
      const answer = await ask();
      // No edit that was tried is left behind.
      expect(await ask()).toEqual(answer);
      const { suggestions, base } = answer;
      expect(suggestions.length, `${type} ${ranking}`).toBeGreaterThan(0);
      for (const { change, edit, rank } of suggestions) {
        const { undo } = await services.config.edit({ changes: [change], base: base ?? '' });
        const { output } = await search(services, { query, search_type: type });
        expect([edit, output.tools.findIndex((tool) => tool.name === 'meeting_rooms.reserve') + 1]).toEqual([
          edit,
          rank.after,
        ]);
        await services.config.undo({ undo: undo ?? '' });
      }
    }
  });

  it('adds at most three words, the fewest that do, never the whole query, and is the same each time', async () => {
    // By its meaning the tool would be found.
    const byWords = `${yaml.slice(0, -1)}, understanding: {meaning: false}}`;
    const services = await servicesWith(tools, { yaml: byWords });
    const ask = () => suggest(services, 'meeting_rooms.reserve', { query: 'order lunch for guests tomorrow' });
    const { suggestions, reason } = await ask();
    expect(reason.kind).toBe('no_common_term');
    const [first] = suggestions;
    expect(first?.rank).toEqual({ before: null, after: 1 });
    expect(first?.words.length).toBeLessThanOrEqual(3);
    expect((await ask()).suggestions).toEqual(suggestions);
    for (const { words } of suggestions) expect(isVerbatim(words, 'order lunch for guests tomorrow')).toBe(false);
    const single = await suggest(services, 'meeting_rooms.reserve', { query: 'calendar' });
    for (const { words } of single.suggestions) expect(words).not.toContain('calendar');
  });

  it('is the whole query where that is one word that no tool has', async () => {
    for (const ranking of ['pegboard', 'rfc']) {
      const services = await servicesWith(tools, { yaml });
      const { suggestions } = await suggest(services, 'meeting_rooms.reserve', { query: 'zoomie' }, ranking);
      expect(suggestions[0], ranking).toMatchObject({ words: ['zoomie'], rank: { before: null, after: 1 } });
    }
  });

  it('tells what the meaning brings to the tools ahead apart from coverage and bonuses', async () => {
    const services = await servicesWith(tools, { yaml });
    const { ahead } = await suggest(services, 'people.invite', { query: 'order lunch for guests tomorrow' });
    const brought = ahead.flatMap(({ gaps }) => gaps.filter(({ by }) => by === 'meaning').map((gap) => gap.ahead));
    expect(Math.max(...brought)).toBeGreaterThan(0);
  });

  it('is none for the first result, and says how near it came where nothing is enough', async () => {
    const services = await servicesWith(tools, { yaml });
    const first = await suggest(services, 'meeting_rooms.reserve', { query: 'book a room' });
    expect(first).toMatchObject({
      reason: { kind: 'found', rank: 1 },
      suggestions: [],
      no_suggestion: 'It is already the first result.',
    });
    const many = Array.from({ length: 9 }, (_, i) => ({
      name: `alpha_beta_gamma_${i}`,
      description: 'alpha beta gamma',
    }));
    const crowded = await servicesWith([...many, { name: 'zeta', description: 'delta' }], { yaml });
    const { no_suggestion, suggestions } = await suggest(crowded, 'zeta', { query: 'alpha beta', limit: 1 });
    expect(suggestions).toEqual([]);
    expect(no_suggestion).toMatch(
      /^No edit of at most 3 words lifts it into the first 1; the best of \d+ that were tried reaches rank \d+\.$/,
    );
  });

  it('stops when nobody waits any more', async () => {
    const services = await servicesWith(tools, { yaml });
    const leaving = new AbortController();
    const request = whyNotRequestSchema.parse({
      input: { query: 'schedule a team calendar slot' },
      tool: 'meeting_rooms.reserve',
    });
    const answer = services.search.whyNot(request, { signal: leaving.signal });
    setImmediate(() => leaving.abort());
    await expect(answer).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('is written out as YAML that says the same', () => {
    const tool = {
      name: 'a.b',
      tags: ['x'],
      phrases: [],
      usage_hint: null,
      description: 'Do: "it"',
    } as unknown as CatalogTool;
    for (const field of ['tags', 'phrases', 'usage_hint', 'description'] as const) {
      const edit = { tool: 'a.b', field, text: 'one two' };
      const { overlays } = parseWorkspaceFile(editAsYaml(tool, edit), 'pegboard.yaml').config;
      expect({ ...tool, ...overlays['a.b'] }).toEqual(applyEdit(tool, edit));
    }
  });
});

describe('words that are the query over again', () => {
  it.each([
    [['invoice'], 'invoice', true],
    [['send', 'invoice'], 'send an invoice', true],
    [['invoice', 'send'], 'send an invoice', true],
    [['invoice'], 'send an invoice', false],
    [['weather'], 'show me the weather', false],
    [['now'], 'now', true],
  ])('%j for "%s": %s', (added, query, expected) => {
    expect(isVerbatim(added, query)).toBe(expected);
  });
});

describe('what an edit costs', () => {
  it('counts the other queries whose right tool moved, those that lost first', () => {
    const golden = ['a', 'b', 'c', 'd', 'asked'].map((query) => ({ query, relevant: [['t']] }));
    const cost = goldenCost(golden, { before: [1, 3, null, 2, 9], after: [2, 1, 10, 2, 1], except: 'asked' });
    expect(cost).toEqual({
      queries: 4,
      hit_at_1: { before: 1, after: 1 },
      better: 2,
      worse: 1,
      changed: [
        { query: 'a', before: 1, after: 2 },
        { query: 'b', before: 3, after: 1 },
        { query: 'c', before: null, after: 10 },
      ],
    });
  });
});
