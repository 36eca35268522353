import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { EvalRow } from '#shared/domain/eval-set.ts';
import { type CliRun, runCli } from '../support/run-cli.ts';
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
    const run = await runCli(['eval', '--tools', 't.jsonl', '--queries', 'q.jsonl', '--engine', 'pegboard,rfc'], {
      cwd: folder(),
    });
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

const benchmarks = resolve(import.meta.dirname, '../../../shared/data/benchmarks');
const there = existsSync(benchmarks);

describe(`labelled benchmarks${there ? '' : ' (not run: ../shared/data is not on this computer)'}`, () => {
  it.runIf(there).each([
    ['metatool_single', { 'hit@1': 0.47, 'hit@5': 0.7 }, [0.006, 0.029], [0.132, 0.256]],
    ['bfcl_live', { 'hit@1': 0.66, 'hit@5': 0.88 }, [0.004, 0.019], [0.285, 0.465]],
    ['stabletoolbench', { 'hit@1': 0.74, 'recall@5': 0.74 }, [0.001, 0.005], [0.009, 0.069]],
  ])(
    '%s: our ranker is as good as promised, the others land where they were measured',
    async (set, least, literal, overlap) => {
      const files = [
        '--tools',
        join(benchmarks, set, 'tools.jsonl'),
        '--queries',
        join(benchmarks, set, 'queries.jsonl'),
      ];
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
