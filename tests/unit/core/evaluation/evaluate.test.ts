import { describe, expect, it } from 'vitest';
import { readEvalSet } from '#core/evaluation/read-eval-set.ts';
import { runEvaluation } from '#core/evaluation/run-evaluation.ts';
import type { EvalEngineName } from '#shared/domain/eval-set.ts';
import { isPegboardError } from '#shared/errors.ts';

const tools = [
  { name: 'github.create_issue', description: 'Create an issue in a repository' },
  { name: 'github.list_issues', description: 'List the issues of a repository' },
  { name: 'mail.send', description: 'Send a message to somebody' },
];
const lines = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).join('\n');

function run(queries: readonly unknown[], engines: readonly EvalEngineName[], given: readonly unknown[] = tools) {
  let time = 0;
  const request = {
    queries: { path: 'q.jsonl', text: lines(queries) },
    tools: { path: 't.jsonl', text: lines(given) },
    engines,
    intervals: false,
  };
  const never = () => Promise.reject(new Error('No workspace is needed.'));
  const noWorkspace = { tools: never, golden: never, answers: never };
  return runEvaluation(request, noWorkspace, { stopwatch: () => time++ });
}

async function errorOf(work: () => unknown): Promise<{ code: string; message: string }> {
  try {
    await work();
  } catch (error) {
    if (isPegboardError(error)) return error;
    throw error;
  }
  throw new Error('There was no error.');
}

describe('an evaluation', () => {
  it('gives each engine a row in the order asked, with means over all queries', async () => {
    const queries = [
      { query: 'create an issue', relevant: ['github.create_issue'] },
      { query: 'send mail', relevant: ['mail.send'] },
      { query: 'zzzz', relevant: ['mail.send'] },
    ];
    const { report } = await run(queries, ['rfc', 'pegboard', 'pydantic-ai']);
    expect(report).toMatchObject({ tools: 3, queries: 3 });
    expect(report.engines.map((row) => row.engine)).toEqual(['rfc', 'pegboard', 'pydantic-ai']);
    for (const row of report.engines) expect(row['hit@1']).toBeCloseTo(2 / 3);
    for (const row of report.engines) expect([row.p50_ms, row.p95_ms]).toEqual([1, 1]);
  });

  it('shows what the formula printed in the RFC does: equal scores, shortest name first', async () => {
    const queries = [{ query: 'list issues', relevant: ['github.list_issues'] }];
    const wordy = [{ name: 'a', description: 'issues, in passing: a list' }, ...tools];
    const { report } = await run(queries, ['rfc-literal', 'rfc', 'pegboard'], wordy);
    expect(report.engines.map((row) => row['hit@1'])).toEqual([0, 1, 1]);
  });

  it('emulates token overlap: distinct words of a–z and 0–9 in name and description, ties in catalog order', async () => {
    const given = [
      { name: 'b_get_me', description: 'the user' },
      { name: 'a_comment', description: 'the user' },
    ];
    const first = await run([{ query: 'ME', relevant: ['b_get_me'] }], ['pydantic-ai'], given);
    expect(first.report.engines[0]?.['hit@1']).toBe(1);
    const tie = await run([{ query: 'user the the', relevant: ['a_comment'] }], ['pydantic-ai'], given);
    expect(tie.report.engines[0]?.['hit@1']).toBe(1);
  });

  it('takes names with spaces around them, as some benchmarks have', async () => {
    const given = [{ name: ' Quotes API/get quotes', description: 'Get quotes' }, { name: 'b' }];
    const queries = [{ query: 'quotes', relevant: [' Quotes API/get quotes'] }];
    expect((await run(queries, ['pegboard'], given)).report.engines[0]?.['hit@1']).toBe(1);
  });

  it('lets relevant_groups count where a line has both', async () => {
    const relevant_groups = [['github.create_issue', 'mail.send']];
    const { report } = await run(
      [{ query: 'send', relevant: ['github.create_issue', 'mail.send'], relevant_groups }],
      [],
    );
    expect(report.engines).toMatchObject([{ engine: 'pegboard', 'recall@5': 1 }]);
  });

  it('tells of a right tool that is not there, with its line', async () => {
    const queries = [
      { query: 'a', relevant: ['mail.send'] },
      { query: 'b', relevant: ['mail.gone'] },
    ];
    expect((await run(queries, ['pydantic-ai'])).findings).toMatchObject([
      { code: 'relevant_tool_missing', path: 'q.jsonl', range: { start: { line: 2 } } },
    ]);
  });

  it('names two tools of one name with their lines', async () => {
    const error = await errorOf(() => run([{ query: 'a', relevant: ['x'] }], [], [...tools, { name: 'mail.send' }]));
    expect(error).toMatchObject({ code: 'tool_name_conflict', message: expect.stringContaining('line 3, line 4') });
  });

  it('is cancelled between queries', async () => {
    const request = {
      queries: { path: 'q', text: lines([{ query: 'a', relevant: ['mail.send'] }]) },
      tools: { path: 't', text: lines(tools) },
      engines: ['pydantic-ai'] as const,
      intervals: false,
    };
    const never = () => Promise.reject();
    const work = runEvaluation(
      request,
      { tools: never, golden: never, answers: never },
      { stopwatch: () => 0, signal: AbortSignal.abort() },
    );
    expect(await errorOf(() => work)).toMatchObject({ code: 'cancelled' });
  });
});

describe('a queries.jsonl', () => {
  it('names every bad line by its number', async () => {
    const text = [
      '{"query": "fine", "relevant": ["a"]}',
      '{"query": "no names", "relevant": []}',
      '',
      '{"query": "broken", "relevant": ["a"]',
      '{"query": " ", "relevant": ["a"]}',
      '{"query": "nothing wanted"}',
    ].join('\n');
    const { code, message } = await errorOf(() => readEvalSet(text, 'evals/q.jsonl'));
    expect(code).toBe('invalid_input');
    expect(message).toMatch(
      /^evals\/q\.jsonl: line 2: relevant: .*; line 4: column \d+: not valid JSON.*; line 5: query: /,
    );
    expect(message).toContain('line 6: needs relevant or relevant_groups');
  });

  it('lists ten bad lines and counts the rest', async () => {
    const { message } = await errorOf(() => readEvalSet('{}\n'.repeat(25), 'q.jsonl'));
    expect(message).toContain('line 10: ');
    expect(message).not.toContain('line 11: ');
    expect(message).toContain('and 15 more lines');
  });

  it('must hold something', async () => {
    expect(await errorOf(() => readEvalSet('\n\n', 'q.jsonl'))).toMatchObject({ code: 'invalid_input' });
  });
});
