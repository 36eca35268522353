import { describe, expect, it } from 'vitest';
import type { Services } from '#core/services.ts';
import { type BoardReport, optimizeBoardInputSchema } from '#shared/domain/optimize.ts';
import { manyTools } from '../../../support/many-tools.ts';
import { servicesWith, testServices, workspaceFolder, write } from '../../../support/workspace.ts';

const tools = manyTools(40);
const name = (i: number) => tools[i]?.name ?? '';

/** Golden queries: every third asks for the first tool, every third for the second; each other tool is asked for once. */
const golden = Array.from({ length: 60 }, (_, i) => ({
  query: `please handle case ${i} now`,
  relevant: [name(i % 3 < 2 ? i % 3 : 2 + Math.floor(i / 3))],
}));

async function boardOf(services: Services, input: object = {}): Promise<BoardReport> {
  for await (const event of services.optimize.board(optimizeBoardInputSchema.parse({ from: 'evals', ...input }))) {
    if (event.type === 'done') return event.report;
  }
  throw new Error('The stream ended without a report.');
}

function folder(yaml?: string): string {
  const root = workspaceFolder(tools, yaml);
  write(root, 'evals/golden.jsonl', golden.map((line) => JSON.stringify(line)).join('\n'));
  return root;
}

async function opened(yaml?: string): Promise<Services> {
  const services = await testServices();
  await services.workspace.open({ path: folder(yaml) });
  return services;
}

const on = 'tool_search: {enabled: true, default_loading_mode: deferred';

describe('the board that golden queries propose', () => {
  it('has the tools that they ask for, and its change makes it', async () => {
    const services = await opened();
    const report = await boardOf(services);
    expect(report).toMatchObject({ verdict: 'better', sessions: 60, exact: true, from: 'evals', applied: null });
    expect(report.best.tools).toEqual([name(0), name(1)].sort());
    expect(report.held_out.interval[0]).toBeGreaterThan(0);
    expect(report.moves.map(({ tool, to, sessions }) => [tool, to, sessions])).toEqual([
      [expect.any(String), 'always', 20],
      [expect.any(String), 'always', 20],
    ]);
    await services.config.edit({ changes: [...report.changes], base: report.base });
    const board = (await services.catalog.list()).flatMap((tool) => (tool.mode === 'always' ? [tool.name] : []));
    expect(board.sort()).toEqual([...report.best.tools]);
    expect(await boardOf(services)).toMatchObject({ verdict: 'keep', changes: [], moves: [] });
  });

  it('keeps the budget, what is to be kept, and what lists of the source say', async () => {
    const services = await opened(`${on}, always_loaded_patterns: ["${name(7)}", "${name(0)}"]}`);
    const kept = await boardOf(services, { keep: [name(7)] });
    expect(kept.pinned).toEqual([name(7)]);
    expect(kept.best.tools).toContain(name(7));
    expect(kept.moves.map(({ tool, to }) => [tool, to])).toEqual([[name(1), 'always']]);
    const { estimate = 0, o200k = 0 } = kept.moves[0]?.tokens ?? {};
    const small = await boardOf(services, { budget: Math.max(estimate, o200k) + 10 });
    expect(small.verdict).toBe('over_budget');
    expect(small.best.tools.length).toBe(1);
    expect(await boardOf(services, { keep: [name(7)], budget: 3 })).toMatchObject({ verdict: 'no_room', changes: [] });
  });

  it('never moves a tool that the policy denies or a persona may not use', async () => {
    const services = await opened(
      `${on}}\npolicy: {denied_tools: ["${name(0)}"]}\npersonas: [{name: clerk, hidden_tools: ["${name(1)}"]}]`,
    );
    expect((await boardOf(services)).best.tools).toEqual([name(1)]);
    const clerk = await boardOf(services, { persona: 'clerk' });
    expect(JSON.stringify(clerk.moves)).not.toContain(name(1));
    expect(clerk.best.tools).toEqual([]);
    await expect(boardOf(services, { persona: 'nobody' })).rejects.toMatchObject({ code: 'unknown_persona' });
  });

  it('says why it proposes nothing: too few queries, search that is off, an unknown model', async () => {
    const few = await servicesWith(tools);
    expect(await boardOf(few)).toMatchObject({ verdict: 'too_little_use', changes: [] });
    const off = await opened('tool_search: {enabled: false}');
    await expect(boardOf(off)).resolves.toMatchObject({ verdict: 'search_off', changes: [] });
    await expect(boardOf(few, { model: 'no-such-model' })).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('remembers what was applied, and says when it is too early or undone', async () => {
    const services = await opened();
    const report = await boardOf(services);
    const moves = report.moves.map(({ tool, to }) => ({ tool, to }));
    await services.optimize.applied({ moves, predicted: report.held_out });
    expect((await boardOf(services)).applied).toMatchObject({ verdict: 'undone', predicted: report.held_out });
    await services.config.edit({ changes: [...report.changes] });
    expect((await boardOf(services)).applied).toMatchObject({ verdict: 'too_early', sessions: 0 });
  });

  it('stops when it is cancelled', async () => {
    const services = await opened();
    const stop = new AbortController();
    const events = services.optimize.board(optimizeBoardInputSchema.parse({ from: 'evals' }), { signal: stop.signal });
    stop.abort();
    await expect(events.next()).rejects.toMatchObject({ code: 'cancelled' });
  });
});
