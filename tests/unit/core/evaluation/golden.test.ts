import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planChange } from '#core/evaluation/golden/plan-change.ts';
import { goldenSet } from '#core/evaluation/golden/read-golden.ts';
import { swapLine } from '#core/evaluation/golden/swap-line.ts';
import type { GoldenChange } from '#shared/domain/golden-query.ts';

const file = 'evals/golden.jsonl';
const kept = '{ "query": "close a bug",\t"relevant": ["github.update_issue"], "note": "0012" }';
const other = '{"query":"pay back","relevant_groups":[["orders.refund","orders.cancel"]]}';
const text = `${kept}\n\nnot json\n${other}\n`;

/** The text after a change, and the description of the change. */
function changed(change: GoldenChange, before = text, path = file) {
  const { done, swap } = planChange([{ path, text: before }], change);
  const after = swap.from === swap.to ? before : swapLine(before, swap).text;
  return { done, after, swap };
}

describe('a change of golden queries keeps every other byte', () => {
  it.each<[string, GoldenChange, string, string]>([
    [
      'a new query goes to the end',
      { type: 'add', query: 'new', relevant: [['a.b']] },
      'added',
      `${text}{"query":"new","relevant":["a.b"]}\n`,
    ],
    [
      'a known query gets another right answer, in its own line',
      { type: 'add', query: ' close a bug ', relevant: [['github.update_issue'], ['x']] },
      'changed',
      text.replace('"github.update_issue"]', '"github.update_issue","x"]'),
    ],
    [
      'an answer that is there already',
      { type: 'add', query: 'pay back', relevant: [['orders.cancel']] },
      'unchanged',
      text,
    ],
    [
      'another query keeps the other keys and the spaces',
      { type: 'set', file, line: 1, was: 'close a bug', query: 'close it', relevant: [['github.update_issue']] },
      'changed',
      text.replace('"close a bug"', '"close it"'),
    ],
    [
      'equally right answers become groups',
      { type: 'set', file, line: 1, was: 'close a bug', query: 'close a bug', relevant: [['a', 'b']] },
      'changed',
      text.replace(kept, '{ "query": "close a bug", "note": "0012","relevant_groups": [["a","b"]] }'),
    ],
    [
      'a query goes with its line',
      { type: 'remove', file, line: 1, was: 'close a bug' },
      'removed',
      `\nnot json\n${other}\n`,
    ],
    [
      'one of two answers is taken out',
      { type: 'unmark', query: 'pay back', tool: 'orders.cancel' },
      'changed',
      text.replace('[["orders.refund","orders.cancel"]]', '[["orders.refund"]]'),
    ],
    [
      'the last answer takes the query with it',
      { type: 'unmark', query: 'close a bug', tool: 'github.update_issue' },
      'removed',
      `\nnot json\n${other}\n`,
    ],
  ])('%s', (_, change, done, after) => {
    const result = changed(change);
    expect([result.done, result.after]).toEqual([done, after]);
  });

  it('finds a query by what it asks when lines were put in above, and refuses when it is gone', () => {
    const change = { type: 'remove', file, line: 1, was: 'pay back' } as const;
    expect(changed(change).after).toBe(`${kept}\n\nnot json\n`);
    expect(() => changed({ ...change, was: 'gone' })).toThrow(/another query now/);
    expect(() => changed({ type: 'unmark', query: 'pay back', tool: 'x' })).toThrow(/no longer an expected result/);
  });

  it('goes to the first file there is, to a named one, and else makes evals/golden.jsonl', () => {
    const add = { type: 'add', query: 'q', relevant: [['a']] } as const;
    expect(planChange([], add).swap).toMatchObject({ file, line: 1, from: '' });
    expect(changed(add, text, 'evals/mine.jsonl').swap.file).toBe('evals/mine.jsonl');
    expect(changed({ ...add, file: 'evals/new.jsonl' }).swap.file).toBe('evals/new.jsonl');
  });

  it('ends its line as the others end theirs', () => {
    const add = { type: 'add', query: 'q', relevant: [['a']] } as const;
    const line = '{"query":"q","relevant":["a"]}';
    expect(changed(add, '').after).toBe(`${line}\n`);
    expect(changed(add, kept).after).toBe(`${kept}\n${line}`);
    expect(changed(add, `${kept}\r\n`).after).toBe(`${kept}\r\n${line}\r\n`);
    const remove = { type: 'remove', file, line: 2, was: 'pay back' } as const;
    expect(changed(remove, `${kept}\r\n${other}\r\n`).after).toBe(`${kept}\r\n`);
  });

  const anyLine = fc.constantFrom(kept, other, '', 'broken', '{"query":"x","relevant":["a","b"]}');
  const anyFile = fc
    .tuple(fc.array(anyLine, { maxLength: 6 }), fc.constantFrom('\n', '\r\n'), fc.boolean())
    .map(([lines, eol, isEnded]) => lines.join(eol) + (isEnded && lines.length > 0 ? eol : ''));
  const anyChange = fc.constantFrom<GoldenChange>(
    { type: 'add', query: 'new', relevant: [['a', 'b'], ['c']] },
    { type: 'add', query: 'x', relevant: [['c']] },
    { type: 'unmark', query: 'x', tool: 'a' },
    { type: 'unmark', query: 'close a bug', tool: 'github.update_issue' },
    { type: 'set', file, line: 1, was: 'pay back', query: 'give back', relevant: [['z']] },
    { type: 'remove', file, line: 1, was: 'pay back' },
  );

  it('is undone by the swapped lines, byte for byte', () => {
    let tried = 0;
    fc.assert(
      fc.property(anyFile, anyChange, (before, change) => {
        let done: ReturnType<typeof changed>;
        try {
          done = changed(change, before);
        } catch {
          return;
        }
        tried++;
        const { swap } = done;
        if (swap.from === swap.to) return;
        const { line } = swapLine(before, swap);
        expect(swapLine(done.after, { ...swap, line, from: swap.to, to: swap.from }).text).toBe(before);
      }),
    );
    expect(tried).toBeGreaterThan(30);
  });
});

describe('the golden set of a workspace', () => {
  it('leaves a bad line out, with its place, and keeps the others', () => {
    const { files, queries, findings } = goldenSet([{ path: file, text }], new Set(['orders.refund', 'orders.cancel']));
    expect(files).toEqual([{ path: file, queries: 2 }]);
    expect(queries.map(({ line, query }) => [line, query])).toEqual([
      [1, 'close a bug'],
      [4, 'pay back'],
    ]);
    expect(findings).toMatchObject([
      { code: 'eval_line_invalid', severity: 'error', path: file, range: { start: { line: 3 } } },
      { code: 'relevant_tool_missing', severity: 'warning', range: { start: { line: 1 } } },
    ]);
  });

  it('tells of a query that is there twice', () => {
    const { findings } = goldenSet(
      [{ path: file, text: `${other}\n${other}` }],
      new Set(['orders.refund', 'orders.cancel']),
    );
    expect(findings).toMatchObject([{ code: 'query_repeated', range: { start: { line: 2 } } }]);
  });

  it('folds many findings of a kind, so that no other is buried', () => {
    const { findings } = goldenSet([{ path: file, text: `${other}\n`.repeat(200) }], new Set(['orders.refund']));
    expect(findings.map(({ code }) => code).filter((code) => code === 'query_repeated')).toHaveLength(21);
    expect(findings[20]).toEqual({
      code: 'query_repeated',
      severity: 'warning',
      message: '179 more lines like these.',
      path: file,
    });
  });
});
