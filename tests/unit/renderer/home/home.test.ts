import { describe, expect, it } from 'vitest';
import type { UseOrigin } from '#shared/domain/use.ts';
import { sourceShares } from '../../../../src-renderer/features/home/home-shares.ts';
import { changesSince } from '../../../../src-renderer/features/home/last-visit.ts';
import { type HomeFacts, nextSteps } from '../../../../src-renderer/features/home/next-steps.ts';
import type { PlacedTool } from '../../../../src-renderer/features/tuner/side-rows.ts';
import { unreadLogs } from '../../../../src-renderer/features/use/log-facts.ts';

const inOrder: HomeFacts = {
  isDemo: false,
  tools: 60,
  alwaysLoaded: 4,
  searchIsOn: true,
  failed: [],
  signIn: [],
  stale: [],
  review: { waiting: 0, withheld: 0, suspicious: 0 },
  errors: 0,
  warnings: 0,
  firstWarning: '',
  fewTools: false,
  searchCosts: -5000,
  overBudget: -100,
  offers: [],
  clients: 1,
  unreadLogs: null,
  golden: 12,
};
const texts = (facts: Partial<HomeFacts>) => nextSteps({ ...inOrder, ...facts }).map(({ text }) => text);

describe('the next steps of Home', () => {
  it('are none where nothing is to do, and none for what is not known yet', () => {
    expect(texts({})).toEqual([]);
    expect(texts({ clients: null, golden: null, overBudget: null })).toEqual([]);
  });

  it('are three at most, what is wrong before what is worth doing', () => {
    const steps = nextSteps({
      ...inOrder,
      isDemo: true,
      clients: 0,
      golden: 0,
      warnings: 3,
      stale: ['slack'],
      failed: ['github', 'shop'],
    });
    expect(steps.map(({ tone }) => tone)).toEqual(['error', 'warning', 'plain']);
    expect(steps[0]).toMatchObject({
      text: '2 sources failed to start or cannot be read.',
      action: { kind: 'show-source', source: 'github' },
    });
    expect(steps[1]?.text).toBe('The tools of slack changed since the last import.');
    expect(steps[2]?.action).toEqual({ kind: 'add-source' });
  });

  it('begin with what waits for a review, before every other error', () => {
    const failed = ['github'];
    expect(nextSteps({ ...inOrder, failed, review: { waiting: 4, withheld: 1, suspicious: 1 } })[0]).toEqual({
      tone: 'error',
      text: '4 changes of tools wait for review. 1 tool is withheld until then. An audit finds 1 text suspicious.',
      button: 'Review 4 tools…',
      action: { kind: 'review' },
    });
    expect(nextSteps({ ...inOrder, review: { waiting: 1, withheld: 0, suspicious: 0 } })).toMatchObject([
      { tone: 'warning', text: '1 change of tools waits for review.', button: 'Review 1 tool…' },
    ]);
  });

  it('name a problem that the checks found, and none that they did not', () => {
    const said = texts({ warnings: 2, firstWarning: 'A tool that the skill names may not be used' });
    expect(said).toEqual(['Checks found 2 warnings, such as "A tool that the skill names may not be used".']);
    expect(texts({ warnings: 1 })).toEqual(['Checks found 1 warning.']);
  });

  it('name the budget, the servers of a project, and a prompt with every tool in it', () => {
    expect(texts({ overBudget: 1 })).toEqual(['The prompt is 1 token over its budget.']);
    expect(texts({ offers: [{ file: '.mcp.json', servers: 1 }] })).toEqual([
      '.mcp.json in this folder lists 1 server that is not in the workspace.',
    ]);
    expect(texts({ alwaysLoaded: 60 })).toEqual(['All 60 tools are always loaded.']);
    expect(texts({ searchIsOn: false })).toEqual(['All 60 tools are always loaded, because tool search is off.']);
    expect(texts({ alwaysLoaded: 5, tools: 5 })).toEqual([]);
  });

  it('offer to turn tool search off where it costs more than it saves', () => {
    const few = { tools: 10, fewTools: true, alwaysLoaded: 0 };
    const [step] = nextSteps({ ...inOrder, ...few, searchCosts: 263 });
    expect(step).toEqual({
      tone: 'warning',
      text: 'Without tool search, every prompt would be 263 tokens shorter.',
      button: 'Turn tool search off',
      action: { kind: 'search-off' },
    });
    for (const searchCosts of [0, -1, null]) expect(texts({ ...few, searchCosts })).toEqual([]);
    expect(texts({ ...few, searchCosts: 263, searchIsOn: false })).toEqual([]);
    expect(texts({ ...few, tools: 0, searchCosts: 841 })).toEqual([]);
    // With many tools, fewer that are always loaded help more.
    expect(nextSteps({ ...inOrder, alwaysLoaded: 59, searchCosts: 1 })).toMatchObject([
      { button: 'Choose always-loaded tools', action: { kind: 'go', screen: 'tuner' } },
    ]);
    expect(texts({ alwaysLoaded: 60, searchCosts: 300 })).toEqual(['All 60 tools are always loaded.']);
  });

  it('name logs that nobody allowed, until one is read', () => {
    const log = (origin: UseOrigin, allowed: boolean, files: number) => ({ origin, allowed, files });
    const own = log('gateway', true, 1);
    const logs = [own, log('jsonl', false, 2), log('codex', false, 0)];
    expect([unreadLogs(null), unreadLogs(logs), unreadLogs([...logs, log('claude-code', true, 3)])]).toEqual([
      null,
      1,
      null,
    ]);
    expect(texts({ unreadLogs: 1 })).toEqual(['1 log on this computer can say which tools your agents use.']);
    expect(texts({ unreadLogs: 0 })).toEqual([]);
  });
});

describe('what the sources take of the prompt', () => {
  const tool = (source: string, size: number, mode: PlacedTool['mode']): PlacedTool =>
    ({ tool: { name: `${source}.${size}`, source, prompt_size: size }, mode }) as PlacedTool;
  const toolsOf = (placed: readonly PlacedTool[]) => placed.map((one) => one.tool);
  const sizeOf = (tools: readonly PlacedTool['tool'][]) => tools.reduce((sum, one) => sum + one.prompt_size, 0);

  it('is summed by source, the largest first, and those beyond the eighth together', () => {
    const placed = Array.from({ length: 10 }, (_, i) =>
      tool(`s${i}`, 10 * (i + 1), i % 2 === 0 ? 'always' : 'deferred'),
    );
    const shares = sourceShares(placed, toolsOf(placed), sizeOf);
    expect(shares).toHaveLength(8);
    expect(shares?.[0]).toEqual({ source: 's9', title: 's9', slot: 0, tools: 1, loaded: 0, now: 0, all: 100 });
    expect(shares?.[7]).toEqual({
      source: null,
      title: '3 other sources',
      slot: 7,
      tools: 3,
      loaded: 2,
      now: 40,
      all: 60,
    });
  });

  it('is unknown while the tools are counted', () => {
    const placed = [tool('a', 1, 'always')];
    expect(sourceShares(placed, toolsOf(placed), () => null)).toBeNull();
    expect(sourceShares([], [], () => null)).toEqual([]);
  });

  it('has the same colours for every persona, and never one colour twice', () => {
    const placed = Array.from({ length: 12 }, (_, i) => tool(`s${i}`, 120 - i, 'always'));
    const all = toolsOf(placed);
    const slots = (seen: readonly PlacedTool[]) =>
      Object.fromEntries((sourceShares(seen, all, sizeOf) ?? []).map(({ title, slot }) => [title, slot]));
    expect(slots(placed)).toMatchObject({ s0: 0, s3: 3, s6: 6, '5 other sources': 7 });
    // s3 keeps its colour; the others, which had none of their own, take what is free.
    expect(slots(placed.slice(3))).toMatchObject({ s3: 3, s6: 6, s7: 0, s9: 2, '2 other sources': 7 });
    expect(slots(placed.slice(8))).toEqual({ s8: 0, s9: 1, s10: 2, s11: 3 });
    expect(new Set(Object.values(slots(placed.slice(4)))).size).toBe(8);
  });
});

describe('what changed since the last visit', () => {
  const before = { at: '2026-11-01T00:00:00.000Z', tools: 5, alwaysLoaded: 2, prompt: 1000, sources: { a: 3, b: 2 } };

  it('is nothing where nothing did', () => {
    expect(changesSince(before, before)).toEqual([]);
  });

  it('names each source that came, went or has other tools, and the prompt', () => {
    expect(
      changesSince(before, { ...before, alwaysLoaded: 1, prompt: 1200, sources: { a: 4, constructor: 1 } }),
    ).toEqual([
      'The prompt went from 1,000 to 1,200 tokens',
      'a went from 3 to 4 tools',
      'constructor is new, with 1 tool',
      'b was removed',
      'Always loaded: 2 tools before, 1 now',
    ]);
  });
});
