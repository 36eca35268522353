import { readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Services } from '#core/services.ts';
import type { EvalRunEvent, EvalRunInput } from '#shared/contract/evaluation.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { searchOn, testServices, workspaceFolder, write } from '../../../support/workspace.ts';

const tools = [
  { name: 'files.read', description: 'Read a text file' },
  { name: 'files.write', description: 'Write a text file' },
  { name: 'mail.send', description: 'Send a message' },
];
const golden = [
  '{"query":"read a file","relevant":["files.read"]}',
  '{"query":"send somebody a message","relevant":["mail.send"]}',
  '{"query":"dispatch","relevant":["mail.send"]}',
  '',
].join('\n');
const file = 'evals/golden.jsonl';

async function opened(options: { watch?: boolean } = {}) {
  const root = workspaceFolder(tools);
  write(root, file, golden);
  const services = await testServices(options);
  await services.workspace.open({ path: root });
  return { root, services, text: () => readFileSync(join(root, file), 'utf8') };
}

/** Runs to the end: how far it said it was, and what came of it. */
async function run(services: Services, input: Partial<EvalRunInput> = {}) {
  const events: EvalRunEvent[] = [];
  for await (const event of services.evaluation.run({ engines: [], ...input })) events.push(event);
  const last = events.at(-1);
  if (last?.type !== 'done') throw new Error('It never ended.');
  return { events, ...last };
}

describe('golden queries of a workspace', () => {
  it('are written under the lock, told to whoever watches, and come back by undo (decision 020)', async () => {
    const { root, services, text } = await opened();
    const stop = new AbortController();
    const watched = services.evaluation.watch({ signal: stop.signal });
    expect((await watched.next()).value?.queries).toHaveLength(3);
    const edit = await services.evaluation.edit({ type: 'add', query: 'write it down', relevant: [['files.write']] });
    expect(edit).toMatchObject({ done: 'added', file, line: 4 });
    expect((await watched.next()).value?.queries.at(-1)).toMatchObject({ query: 'write it down', line: 4 });
    if (!edit.undo) throw new Error('There is nothing to undo.');
    // A line that somebody put in above does no harm.
    const above = '{"query":"above","relevant":["files.read"]}\n';
    write(root, file, above + text());
    expect(await services.evaluation.undo(edit.undo)).toMatchObject({ done: 'removed', undo: { line: 5 } });
    expect(text()).toBe(above + golden);
    await expect(services.evaluation.undo(edit.undo)).rejects.toMatchObject({ code: 'file_changed' });
    stop.abort();
  });

  it('appear when another program writes them', async () => {
    const { root, services } = await opened({ watch: true });
    const stop = new AbortController();
    const watched = services.evaluation.watch({ signal: stop.signal });
    await watched.next();
    for (const name of ['more', 'third']) {
      write(root, `evals/${name}.jsonl`, golden);
      let next = await watched.next();
      while (!next.value?.files.some(({ path }) => path === `evals/${name}.jsonl`)) next = await watched.next();
    }
    stop.abort();
  });

  it('are neither read nor written through a link that leaves the workspace', async () => {
    const { root, services } = await opened();
    const outside = temporaryFolder();
    write(outside, 'golden.jsonl', golden);
    rmSync(join(root, 'evals'), { recursive: true });
    symlinkSync(outside, join(root, 'evals'));
    expect(await services.evaluation.golden()).toMatchObject({ queries: [], findings: [{ code: 'config_invalid' }] });
    const edit = services.evaluation.edit({ type: 'add', query: 'q', relevant: [['a']] });
    await expect(edit).rejects.toMatchObject({ code: 'config_invalid' });
    expect(readFileSync(join(outside, 'golden.jsonl'), 'utf8')).toBe(golden);
  });
});

describe('a run over golden queries', () => {
  it('tells how far it is, what came instead, and how sure it is, by namespace too', async () => {
    const { services } = await opened();
    const { events, report } = await run(services, { engines: ['pegboard', 'rfc'] });
    expect(events[0]).toEqual({ type: 'progress', engine: 'pegboard', done: 0, total: 6 });
    expect(report.results[2]).toMatchObject({ query: 'dispatch', file, line: 3 });
    expect(report.results[0]?.engines.pegboard).toEqual({ ranks: [1], instead: [] });
    const [pegboard] = report.engines;
    expect(pegboard?.namespaces.map(({ namespace, queries }) => [namespace, queries])).toEqual([
      ['files', 1],
      ['mail', 2],
    ]);
    expect(pegboard?.namespaces[0]?.intervals?.['hit@1']).toEqual([1, 1]);
  });

  it('is compared with the first one, until another is kept, by persona', async () => {
    const { root, services } = await opened();
    const first = await run(services, { engines: ['rfc'] });
    expect(first.comparison).toBeNull();
    // The right tool gets the word that the query asks for.
    write(root, 'sources/test.jsonl', JSON.stringify({ ...tools[2], description: 'Dispatch a message' }));
    await services.workspace.open({ path: root });
    const second = await run(services, { engines: ['rfc'] });
    expect(second.comparison).toMatchObject({
      with: 'the baseline',
      engines: [{ better: 1, worse: 1, changes: [{ query: 'read a file' }, { query: 'dispatch', after: [1] }] }],
    });
    expect((await run(services, { engines: ['pegboard'] })).comparison).toBeNull();
    await services.evaluation.keepBaseline({ report: second.report });
    expect((await run(services, { engines: ['rfc'] })).comparison).toMatchObject({
      engines: [{ better: 0, worse: 0 }],
    });
  });

  it('is compared with another workspace, and with a report that was kept', async () => {
    const { root, services } = await opened();
    const [, ...less] = tools;
    const other = workspaceFolder(less, searchOn);
    const { report, comparison } = await run(services, { compare: other });
    expect(comparison?.engines).toMatchObject([{ better: 1, worse: 0, changes: [{ before: [null], after: [1] }] }]);
    const kept = write(root, 'before.json', JSON.stringify({ schema: 'pegboard.eval/1', ...report }));
    expect((await run(services, { compare: kept })).comparison).toMatchObject({ with: kept, engines: [{ worse: 0 }] });
    await expect(run(services, { compare: write(root, 'odd.json', '{"tools": 3}') })).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('queries'),
    });
    await expect(run(services, { compare: 'odd.json' })).rejects.toMatchObject({ code: 'usage' });
  });

  it('is kept with what it found, and two of them are compared with what changed in the workspace between', async () => {
    const { root, services } = await opened();
    const { run: first } = await run(services, { engines: ['rfc'] });
    if (!first) throw new Error('It is not kept.');
    expect(first).toMatchObject({ persona: null, queries: 3, tools: 3, changes: null });
    write(root, 'sources/test.jsonl', JSON.stringify({ ...tools[2], description: 'Dispatch a message' }));
    const yaml = join(root, 'pegboard.yaml');
    write(root, 'pegboard.yaml', `${readFileSync(yaml, 'utf8')}# tried\n`);
    await services.workspace.open({ path: root });
    const { run: second, report } = await run(services, { engines: ['rfc', 'pegboard'] });
    if (!second) throw new Error('It is not kept.');
    // The first two tools are gone, the third has other words.
    expect(second.changes).toEqual({ lines: 1, tools: 3 });
    expect(await services.evaluation.runs()).toEqual([second, first]);
    expect(await services.evaluation.report({ id: second.id })).toEqual({ run: second, report });

    const difference = await services.evaluation.compareRuns({ before: first.id, after: second.id });
    expect(difference.comparison.engines).toMatchObject([{ engine: 'rfc', better: 1, worse: 1 }]);
    expect(difference.workspace).toEqual({
      lines: [{ kind: 'added', text: '# tried' }],
      tools: { added: [], removed: ['files.read', 'files.write'], changed: ['mail.send'] },
    });

    // Another workspace has none of them.
    await services.workspace.open({ path: workspaceFolder(tools) });
    expect(await services.evaluation.runs()).toEqual([]);
    expect(await services.evaluation.report({ id: second.id })).toBeNull();
    await expect(services.evaluation.compareRuns({ before: first.id, after: second.id })).rejects.toMatchObject({
      code: 'unknown_run',
    });
  });

  it('says how to make the first golden query when there is none', async () => {
    const { root, services } = await opened();
    rmSync(join(root, 'evals'), { recursive: true });
    await expect(run(services)).rejects.toMatchObject({
      code: 'file_not_found',
      hint: expect.stringContaining('eval add'),
    });
    await services.evaluation.edit({ type: 'add', query: 'q', relevant: [['files.read']] });
    expect(readFileSync(join(root, file), 'utf8')).toBe('{"query":"q","relevant":["files.read"]}\n');
  });
});
