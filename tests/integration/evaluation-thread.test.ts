import { describe, expect, it } from 'vitest';
import type { EvalRunEvent } from '#shared/contract/evaluation.ts';
import { manyTools } from '../support/many-tools.ts';
import { builtWorkers, testServices, workspaceFolder, write } from '../support/workspace.ts';

async function opened({ workers }: { workers: URL | undefined } = { workers: builtWorkers }) {
  const tools = manyTools(2000);
  const root = workspaceFolder(tools);
  const lines = tools.slice(0, 400).map(({ name }, i) => JSON.stringify({ query: `item ${i}`, relevant: [name] }));
  write(root, 'evals/golden.jsonl', lines.join('\n'));
  const services = await testServices({ workers });
  await services.workspace.open({ path: root });
  return services;
}

describe('an evaluation in a thread of its own', () => {
  it('finds what it finds in this one, and tells how far it is', async () => {
    const services = await opened();
    const input = { engines: ['pydantic-ai' as const, 'rfc' as const] };
    const events: EvalRunEvent[] = [];
    for await (const event of services.evaluation.run(input)) events.push(event);
    const last = events.at(-1);
    if (last?.type !== 'done') throw new Error('It never ended.');
    expect(events.some((event) => event.type === 'progress' && event.engine === 'rfc' && event.total === 800)).toBe(
      true,
    );
    const here = await (await opened({ workers: undefined })).evaluation.evaluate({
      queries: null,
      tools: null,
      engines: input.engines,
      intervals: true,
    });
    expect(last.report.results).toEqual(here.report.results);
    expect(last.report.engines.map((row) => row.intervals)).toEqual(here.report.engines.map((row) => row.intervals));
  });

  it('ends when its reader leaves, and another one starts', async () => {
    const services = await opened();
    const stop = new AbortController();
    const run = services.evaluation.run({ engines: ['pegboard'] }, { signal: stop.signal });
    await run.next();
    stop.abort();
    await expect(run.next()).rejects.toMatchObject({ code: 'cancelled' });
    const again = services.evaluation.run({ engines: ['pydantic-ai'] });
    let last: EvalRunEvent | undefined;
    for await (const event of again) last = event;
    expect(last?.type).toBe('done');
  });

  it('is told that there are no golden queries, as any other error', async () => {
    const services = await testServices({ workers: builtWorkers });
    await services.workspace.open({ path: workspaceFolder([{ name: 'a' }]) });
    await expect(services.evaluation.run({ engines: [] }).next()).rejects.toMatchObject({ code: 'file_not_found' });
  });
});
