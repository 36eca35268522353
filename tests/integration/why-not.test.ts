import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { whyNotRequestSchema } from '#shared/domain/why-not.ts';
import { manyTools } from '../support/many-tools.ts';
import { runCli } from '../support/run-cli.ts';
import { builtWorkers, searchOn, testServices, workspaceFolder } from '../support/workspace.ts';

describe('the thread that answers "why not?"', () => {
  it('says what this thread would say, follows the files, and stops when nobody waits', async () => {
    const root = workspaceFolder(manyTools(2000), searchOn);
    const services = await testServices({ workers: builtWorkers });
    const here = await testServices();
    await services.workspace.open({ path: root });
    await here.workspace.open({ path: root });
    const request = whyNotRequestSchema.parse({
      input: { query: 'put the quarterly invoice where the auditor sees it' },
      tool: 'service3.get_issue_2',
    });
    const unknown = await services.search.whyNot({ ...request, tool: 'service3.get_isue_2', suggest: false });
    expect(unknown.reason.kind).toBe('unknown_name');
    const tool = 'service2.get_issue_2';
    const answer = await services.search.whyNot({ ...request, tool });
    expect(answer.suggestions[0]?.rank.after).toBe(1);
    expect(answer).toEqual(await here.search.whyNot({ ...request, tool }));

    // While edits are tried over there, this thread stays free.
    let turns = 0;
    const counting = setInterval(() => turns++, 5);
    const leaving = new AbortController();
    const call = services.search.whyNot(
      { ...request, tool, input: { ...request.input, query: 'calendar message report archive merge' } },
      { signal: leaving.signal },
    );
    await expect.poll(() => turns, { interval: 1 }).toBeGreaterThan(0);
    leaving.abort();
    await expect(call).rejects.toMatchObject({ code: 'cancelled' });
    clearInterval(counting);

    const first = answer.suggestions[0];
    const change = first?.change ?? { path: ['overlays', tool] };
    await services.config.edit({ changes: [change], base: answer.base ?? '' });
    expect(await services.search.whyNot({ ...request, tool })).toMatchObject({ reason: { kind: 'found', rank: 1 } });
    await expect(services.search.whyNot({ ...request, tool, caller: { persona: 'x' } })).rejects.toMatchObject({
      code: 'unknown_persona',
    });
  });
});

describe('pegboard search --why-not', () => {
  const tools = [
    { name: 'mail.send', description: 'Send a letter to a customer.' },
    { name: 'mail.list', description: 'List the letters of a customer.' },
  ];

  it('answers in json beside the search, and for people with words, tools ahead and YAML to add', async () => {
    const cwd = workspaceFolder(tools, searchOn);
    mkdirSync(join(cwd, 'evals'));
    writeFileSync(join(cwd, 'evals/a.jsonl'), '{"query": "send a letter", "relevant": ["mail.send"]}\nnot json');
    const args = ['search', 'letter for a client', '--why-not', 'mail.list'];
    const json = await runCli(args, { cwd });
    expect(json.code).toBe(0);
    expect(json.result).toMatchObject({
      schema: 'pegboard.search/1',
      query: 'letter for a client',
      tools: [{ name: 'mail.send' }, { name: 'mail.list' }],
      why_not: { audience: 'host', tool: 'mail.list', reason: { kind: 'found', rank: 2 } },
    });
    const human = await runCli([...args, '--format', 'human'], { cwd });
    expect(human.stdout).toContain('mail.list\nIt is found: number 2 of the results.');
    expect(human.stdout).toContain('Before it\n  1. mail.send');
    expect(human.stdout).toContain('function word, not searched');
    expect(human.stdout).toContain('      overlays:\n        mail.list:\n          phrases:\n');
    expect(human.stderr).toContain('Golden queries left out: evals/a.jsonl:2: This line is left out');
  });

  it('says what is wrong with a name, and what was perhaps meant', async () => {
    const cwd = workspaceFolder(tools, searchOn);
    const unknown = await runCli(['search', 'x', '--why-not', 'mail.sned'], { cwd });
    expect([unknown.code, unknown.error]).toEqual([
      2,
      expect.objectContaining({ code: 'tool_not_found', hint: 'Did you mean "mail.send"?' }),
    ]);
    const blank = await runCli(['search', 'x', '--why-not', ' '], { cwd });
    expect([blank.code, blank.error]).toEqual([2, expect.objectContaining({ code: 'usage' })]);
    expect(readFileSync(join(cwd, 'pegboard.yaml'), 'utf8')).not.toContain('overlays');
  });
});
