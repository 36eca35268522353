import { expect, it } from 'vitest';
import type { Services } from '#core/services.ts';
import { confusableRequestSchema } from '#shared/domain/confusable.ts';
import { type CompareResponse, compareRequestSchema } from '#shared/domain/engine-comparison.ts';
import { manyTools } from '../support/many-tools.ts';
import { runCli, runCliProcess } from '../support/run-cli.ts';
import { builtWorkers, servicesWith, workspaceFolder, write } from '../support/workspace.ts';

const tools = manyTools(400);

async function compare(
  services: Services,
  query: string,
): Promise<Omit<CompareResponse, 'columns'> & { columns: unknown }> {
  const response = await services.search.compare(compareRequestSchema.parse({ query }));
  return { ...response, columns: response.columns.map(({ elapsed_ms: _time, ...column }) => column) };
}

async function reportOf(services: Services) {
  for await (const event of services.search.confusable(confusableRequestSchema.parse({}))) {
    if (event.type === 'done') return event.report;
  }
  throw new Error('There was no report.');
}

it('engines answer in a thread of their own as they do in this one', async () => {
  const [there, here] = [await servicesWith(tools, { workers: builtWorkers }), await servicesWith(tools)];
  for (const query of ['list invoice', 'delete calendar event', 'invoice(', '天気']) {
    expect(await compare(there, query)).toEqual(await compare(here, query));
  }
  expect(await reportOf(there)).toEqual(await reportOf(here));
});

it('a cancelled call ends as cancelled, and the thread answers the next one', async () => {
  const services = await servicesWith(tools, { workers: builtWorkers });
  const events = services.search.confusable(confusableRequestSchema.parse({}));
  await events.next();
  await events.return();
  const cancelled = services.search.compare(compareRequestSchema.parse({ query: 'list' }), {
    signal: AbortSignal.abort(),
  });
  await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' });
  expect(await compare(services, 'list invoice')).toMatchObject({ tools: 400 });
});

it('closing the services ends what the thread was doing', async () => {
  const services = await servicesWith(tools, { workers: builtWorkers });
  const events = services.search.confusable(confusableRequestSchema.parse({}));
  await events.next();
  const rest = (async () => {
    for await (const _ of events);
  })();
  await Promise.all([expect(rest).rejects.toMatchObject({ code: 'cancelled' }), services.close()]);
});

it('the command line puts engines side by side and lists confusable tools', async () => {
  const root = workspaceFolder([
    { name: 'github.create_issue', description: 'Create an issue' },
    { name: 'gitlab.create_issue', description: 'Create an issue\u001b[31m' },
  ]);
  write(root, 'evals/golden.jsonl', '{"query":"create an issue","relevant":["gitlab.create_issue"]}\n');
  const text = await runCli(['search', 'create an issue', '--compare', '--format', 'human'], { cwd: root });
  expect(text.stdout).toContain('Spring AI (emulated)');
  expect(text.stdout).toContain('✓ gitlab.create_issue');
  expect(text.stdout).toContain('emulates mcp-find of the Docker MCP gateway');
  const json = await runCliProcess(['search', 'create an issue', '--compare', 'regex,seed-bm25', '--format', 'json'], {
    cwd: root,
  });
  expect(JSON.parse(json.stdout)).toMatchObject({
    schema: 'pegboard.compare/1',
    engines: [
      { engine: 'regex', emulates: expect.any(String) },
      { engine: 'seed-bm25', emulates: null },
    ],
    relevant: ['gitlab.create_issue'],
  });

  const pairs = await runCliProcess(['confusable', '--format', 'json'], { cwd: root });
  expect(pairs.code).toBe(1);
  expect(JSON.parse(pairs.stdout)).toMatchObject({
    schema: 'pegboard.confusable/1',
    golden_queries: 1,
    pairs: [{ tools: ['github.create_issue', 'gitlab.create_issue'] }],
  });
  const listed = await runCli(['confusable', '--format', 'human'], { cwd: root });
  expect(listed.stdout).toContain('only gitlab.create_issue: gitlab');
  expect(listed.stdout).not.toContain('\u001b[31m');

  for (const [args, message] of [
    [['search', 'x', '--compare', 'google'], 'there is no engine \\"google\\"'],
    [['search', 'x', '--compare', '--explain'], 'cannot go with --explain'],
    [['search', 'x', '--compare', '--type', 'regex'], 'cannot go with --type'],
    [['search', 'x', '--compare', '--limit', '0'], '--limit'],
    [['confusable', '--limit', '0'], 'from 1'],
  ] as const) {
    const wrong = await runCli([...args, '--format', 'json'], { cwd: root });
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining(message)]);
  }
});
