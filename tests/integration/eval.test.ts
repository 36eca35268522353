import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { EvalRow } from '#shared/domain/eval-set.ts';
import { casesOf } from '../support/depth.ts';
import { type CliRun, runCli, runCliProcess } from '../support/run-cli.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { searchOn, workspaceFolder, write } from '../support/workspace.ts';

const tools = [
  { name: 'files.read', description: 'Read a text file' },
  { name: 'files.write', description: 'Write a text file' },
  { name: 'mail.send', description: 'Send a message', loading_mode: 'always' },
];
const queries = [
  { query: 'read a file', relevant: ['files.read'] },
  { query: 'send somebody a message', relevant: ['mail.send'] },
  { query: 'zzzz', relevant: ['files.write'] },
];
const lines = (values: readonly unknown[]) => `${values.map((value) => JSON.stringify(value)).join('\n')}\n`;

/** A folder without a workspace that holds tools and queries. */
function folder(): string {
  const cwd = temporaryFolder();
  write(cwd, 't.jsonl', lines(tools));
  write(cwd, 'q.jsonl', lines(queries));
  return cwd;
}

const rowsOf = ({ result }: CliRun) => result.engines as EvalRow[];

describe('pegboard eval', () => {
  it('measures engines over two files, without a workspace', async () => {
    const run = await runCliProcess(
      ['eval', '--tools', 't.jsonl', '--queries', 'q.jsonl', '--engine', 'pegboard,rfc'],
      {
        cwd: folder(),
      },
    );
    expect([run.code, run.stderr]).toEqual([0, '']);
    expect(run.result).toMatchObject({ schema: 'pegboard.eval/1', tools: 3, queries: 3 });
    expect(rowsOf(run).map((row) => row.engine)).toEqual(['pegboard', 'rfc']);
    const keys = ['engine', 'hit@1', 'hit@5', 'recall@5', 'mrr@10', 'ndcg@10', 'p50_ms', 'p95_ms'];
    for (const row of rowsOf(run)) expect(Object.keys(row)).toEqual(expect.arrayContaining(keys));
    expect(rowsOf(run)[0]?.['hit@1']).toBeCloseTo(2 / 3);
  });

  it('measures the workspace as a persona sees it, by what it ranks by', async () => {
    const yaml = `${searchOn.replace('}', ', ranking: rfc}')}personas: [{name: narrow, hidden_tools: [mail.send]}]\n`;
    const cwd = workspaceFolder(tools, yaml);
    write(cwd, 'q.jsonl', lines(queries));
    const everybody = await runCli(['eval', '--queries', 'q.jsonl'], { cwd });
    expect(rowsOf(everybody)).toMatchObject([{ engine: 'rfc', 'hit@1': expect.closeTo(2 / 3) }]);
    const narrow = await runCli(['eval', '--queries', 'q.jsonl', '--persona', 'narrow'], { cwd });
    expect(rowsOf(narrow)).toMatchObject([{ engine: 'rfc', 'hit@1': expect.closeTo(1 / 3) }]);
    expect(narrow.error).toMatchObject({ schema: 'pegboard.finding/1', code: 'relevant_tool_missing' });
  });

  it('exits with 1 when an engine is under a threshold, and names it', async () => {
    const cwd = folder();
    const args = ['eval', '--tools', 't.jsonl', '--queries', 'q.jsonl', '--fail-under'];
    expect((await runCli([...args, 'hit@5=0.6'], { cwd })).code).toBe(0);
    const run = await runCli([...args, 'hit@5=0.9'], { cwd });
    expect([run.code, run.result.failed]).toEqual([
      1,
      [{ engine: 'pegboard', metric: 'hit@5', value: expect.closeTo(2 / 3), least: 0.9 }],
    ]);
  });

  it('writes JUnit XML, a case a query, and says how sure each mean is', async () => {
    const cwd = folder();
    write(cwd, 'hostile.jsonl', lines([...queries, { query: 'a <b> & "c" \u0007', relevant: ['files.read'] }]));
    const args = ['eval', '--tools', 't.jsonl', '--queries', 'hostile.jsonl', '--junit', 'out/eval.xml', '--intervals'];
    const run = await runCli(args, { cwd });
    const xml = readFileSync(join(cwd, 'out/eval.xml'), 'utf8');
    expect(xml).toContain('<testsuite name="pegboard" tests="4" failures="2">');
    expect(xml).toContain('<testcase name="read a file" classname="pegboard" file="hostile.jsonl" line="1"/>');
    expect(xml).toContain(
      'name="zzzz" classname="pegboard" file="hostile.jsonl" line="3"><failure message="wanted files.write;',
    );
    expect(xml).toContain('a &lt;b&gt; &amp; &quot;c&quot;');
    expect(xml).not.toContain('\u0007');
    expect(rowsOf(run)[0]?.intervals?.['hit@5']).toEqual([expect.any(Number), expect.any(Number)]);
  });

  it('prints a table for people', async () => {
    const args = ['eval', '--tools', 't.jsonl', '--queries', 'q.jsonl', '--engine', 'rfc', '--format', 'human'];
    const { stdout } = await runCli(args, { cwd: folder() });
    expect(stdout).toMatch(/^engine +hit@1 +hit@5 +recall@5 .*\nrfc +0\.667 /);
    expect(stdout).toContain('3 queries over 3 tools.');
  });

  it.each([
    [['--tools', 't.jsonl'], 'usage', /queries/],
    [['--tools', 't.jsonl', '--queries', 'q.jsonl', '--file', 'evals/x.jsonl'], 'usage', /--file/],
    [['--tools', 't.jsonl', '--queries', 'q.jsonl', '--fail-on-worse'], 'usage', /--compare/],
    [['--tools', 't.jsonl', '--queries', 'q.jsonl', '--compare', 'none.json'], 'file_not_found', /none\.json/],
    [
      ['--tools', 't.jsonl', '--queries', 'q.jsonl', '--compare', 't.jsonl'],
      'invalid_input',
      /not an evaluation report.*--format json/,
    ],
    [['--tools', 't.jsonl', '--queries', 'q.jsonl', '--compare', '.'], 'workspace_not_found', /pegboard\.yaml/],
    [['ad', 'x'], 'usage', /"ad".*Did you mean add/],
    [['measure', 'x'], 'usage', /"measure".*list, add, remove/],
    [['add', 'only a query'], 'usage', /pegboard eval add/],
    [['--tools', 't.jsonl', '--queries', 'q.jsonl', '--engine', 'bm52'], 'usage', /pegboard, rfc, rfc-literal/],
    [['--tools', 't.jsonl', '--queries', 'q.jsonl', '--fail-under', 'hit@5'], 'usage', /hit@5=0\.9/],
    [['--tools', 't.jsonl', '--queries', 'q.jsonl', '--fail-under', 'hit@5=2'], 'usage', /from 0 to 1/],
    [['--tools', 't.jsonl', '--queries', 'q.jsonl', '--persona', 'x'], 'usage', /--persona/],
    [['--tools', 'none.jsonl', '--queries', 'q.jsonl'], 'file_not_found', /none\.jsonl/],
    [['--tools', 't.jsonl', '--queries', 't.jsonl'], 'invalid_input', /t\.jsonl: line 1: query/],
    [['--queries', 'q.jsonl'], 'workspace_not_found', /pegboard init/],
  ])('%j is %s', async (args, code, words) => {
    const run = await runCli(['eval', ...args], { cwd: folder() });
    expect([run.code, run.error.code, run.stdout]).toEqual([2, code, '']);
    expect(`${run.error.message} ${run.error.hint}`).toMatch(words);
  });
});

describe('golden queries', () => {
  const workspace = () => {
    const cwd = workspaceFolder(tools);
    write(cwd, 'evals/golden.jsonl', lines(queries));
    return cwd;
  };

  it('are what is measured where no file is named; a broken line is told, and leaves the others', async () => {
    const cwd = workspace();
    write(cwd, 'evals/more.jsonl', '{"query": "write a file", "relevant": ["files.write"]}\n{"query": 7}\n');
    const all = await runCli(['eval', '--by-namespace', '--format', 'human'], { cwd });
    expect([all.code, all.stderr]).toEqual([1, expect.stringMatching(/^error: evals\/more\.jsonl:2:1: .*left out/)]);
    expect(all.stdout).toContain('4 queries over 3 tools.');
    expect(all.stdout).toMatch(/pegboard +files +3 +0\.667/);
    const one = await runCli(['eval', '--file', 'evals/golden.jsonl'], { cwd });
    expect([one.code, one.stderr, one.result.queries]).toEqual([0, '', 3]);
  });

  it('are added with right answers, listed, and removed, and change nothing else', async () => {
    const cwd = workspaceFolder(tools);
    const none = await runCli(['eval'], { cwd });
    expect([none.code, none.error.code, none.error.hint]).toEqual([
      2,
      'file_not_found',
      expect.stringContaining('eval add'),
    ]);
    const text = () => readFileSync(join(cwd, 'evals/golden.jsonl'), 'utf8');
    const add = await runCli(['eval', 'add', 'note it', 'files.write', 'mail.send,files.read'], { cwd });
    expect(add.result).toMatchObject({
      schema: 'pegboard.eval-add/1',
      done: 'added',
      file: 'evals/golden.jsonl',
      line: 1,
    });
    expect(text()).toBe('{"query":"note it","relevant_groups":[["files.write"],["mail.send","files.read"]]}\n');
    const wrong = await runCli(['eval', 'add', 'note it', 'files.wriet'], { cwd });
    expect([wrong.code, wrong.error.code, wrong.error.hint]).toEqual([
      2,
      'tool_not_found',
      expect.stringContaining('files.write'),
    ]);
    expect((await runCli(['eval', 'list', '--format', 'human'], { cwd })).stdout).toBe(
      'evals/golden.jsonl:1  note it  files.write, mail.send or files.read\n',
    );
    await runCli(['eval', 'remove', 'note it', 'files.write'], { cwd });
    expect(text()).toBe('{"query":"note it","relevant_groups":[["mail.send","files.read"]]}\n');
    expect((await runCli(['eval', 'remove', 'note it'], { cwd })).result.done).toBe('removed');
    expect((await runCli(['eval', 'remove', 'note it'], { cwd })).error.message).toContain('not a golden query');
  });

  it('are compared with a kept report and with another workspace, and fail a build that made one worse', async () => {
    const cwd = workspace();
    const before = await runCli(['eval'], { cwd });
    write(cwd, 'evals/before.json', before.stdout);
    const [read, ...others] = tools;
    write(cwd, 'sources/test.jsonl', lines([{ ...read, name: 'zzzz', description: 'Nothing' }, ...others]));
    const args = ['eval', '--compare', 'evals/before.json', '--fail-on-worse'];
    const run = await runCli(args, { cwd });
    expect(run.code).toBe(1);
    expect(run.result.comparison).toMatchObject({
      engines: [{ better: 0, worse: 1, same: 2, changes: [{ query: 'read a file', before: [1], after: [null] }] }],
    });
    const human = await runCli([...args, '--format', 'human'], { cwd });
    expect(human.stdout).toContain('Compared with evals/before.json:\npegboard: better 0, worse 1, same 2');
    expect(human.stdout).toMatch(/worse +1 → – +read a file +files\.read/);
    expect(human.stderr).toContain('pegboard: 1 query got worse.');
    const other = await runCli(['eval', '--compare', workspaceFolder(tools)], { cwd });
    expect([other.code, other.result.comparison]).toMatchObject([0, { engines: [{ worse: 1, same: 2 }] }]);
  });
});

const benchmarks = resolve(import.meta.dirname, '../../../shared/data/benchmarks');
const there = existsSync(benchmarks);

/** Queries that a run tries in any case: fewer say too little of a set. */
const leastQueries = 4000;

/** Of the queries of a set as many as the run tries, spread over all of it. */
function queriesOf(set: string): string {
  const all = readFileSync(join(benchmarks, set, 'queries.jsonl'), 'utf8')
    .trimEnd()
    .split('\n');
  const count = all.length > leastQueries ? casesOf(all.length) : all.length;
  const tried = all.filter(
    (_, i) => Math.floor((i * count) / all.length) !== Math.floor(((i - 1) * count) / all.length),
  );
  return write(temporaryFolder(), 'queries.jsonl', `${tried.join('\n')}\n`);
}

describe(`labelled benchmarks${there ? '' : ' (not run: ../shared/data is not on this computer)'}`, () => {
  it.runIf(there).each([
    ['metatool_single', { 'hit@1': 0.47, 'hit@5': 0.7 }, [0.006, 0.029], [0.132, 0.256]],
    ['bfcl_live', { 'hit@1': 0.66, 'hit@5': 0.88 }, [0.004, 0.019], [0.285, 0.465]],
    ['stabletoolbench', { 'hit@1': 0.74, 'recall@5': 0.74 }, [0.001, 0.005], [0.009, 0.069]],
  ])(
    '%s: our ranker is as good as promised, the others land where they were measured',
    async (set, least, literal, overlap) => {
      const files = ['--tools', join(benchmarks, set, 'tools.jsonl'), '--queries', queriesOf(set)];
      const run = await runCli(['eval', ...files, '--engine', 'pegboard,rfc-literal,pydantic-ai'], {
        cwd: temporaryFolder(),
      });
      expect(run.code, run.stderr).toBe(0);
      const [pegboard, rfcLiteral, tokenOverlap] = rowsOf(run);
      for (const [metric, value] of Object.entries(least)) {
        expect(pegboard?.[metric as keyof typeof least], metric).toBeGreaterThanOrEqual(value);
      }
      for (const [row, [first, five]] of [
        [rfcLiteral, literal],
        [tokenOverlap, overlap],
      ] as const) {
        expect(Math.abs((row?.['hit@1'] ?? 1) - (first ?? 0)), row?.engine).toBeLessThanOrEqual(0.02);
        expect(Math.abs((row?.['hit@5'] ?? 1) - (five ?? 0)), row?.engine).toBeLessThanOrEqual(0.02);
      }
    },
  );
});
