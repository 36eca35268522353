import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { triageScenario } from '#core/workspace/demo/shipped-scenarios.ts';
import type { ScenarioChange } from '#shared/domain/scenario-edit.ts';
import { argumentProblems } from '../../../src-renderer/features/simulator/argument-problems.ts';
import { changesFor, placesOf, stepsOf } from '../../../src-renderer/features/simulator/scenario-steps-view.ts';

describe('the steps of a scenario', () => {
  it('are its turns, results and expectations, each with its place; the rest is in the source only', () => {
    const read = stepsOf(triageScenario);
    if ('problem' in read) throw new Error(read.problem);
    const { turns, hasTurns, results, expect: expected, others } = read.view;
    expect([hasTurns, turns.length, turns[0]?.path, turns[0]?.script.length]).toEqual([false, 1, [], 6]);
    expect(results.map(({ tool, rows }) => [tool, rows.map(({ path }) => path)])).toEqual([
      [
        'github.search_issues',
        [
          ['results', 'github.search_issues', 0],
          ['results', 'github.search_issues', 1],
        ],
      ],
      ['github.add_issue_comment', [['results', 'github.add_issue_comment']]],
    ]);
    expect(expected.reason).toBe('answer');
    expect(others).toEqual(['name', 'description', 'config']);
    expect(stepsOf('turns:\n  - {query: a}\n  - 7\n')).toMatchObject({
      view: {
        hasTurns: true,
        turns: [
          { path: ['turns', 0], fields: { query: 'a' } },
          { fields: {}, script: [] },
        ],
      },
    });
  });

  it('are none of a text that cannot be read, and the place is told', () => {
    expect(stepsOf('query: q\nscript: [')).toEqual({ problem: expect.stringMatching(/^Line \d+: /) });
    expect(stepsOf('- a\n')).toEqual({ problem: 'The text must be a map of fields.' });
  });
});

describe('a change that was meant for another text', () => {
  const before = 'query: q\nscript: [{answer: 1}, {answer: 2}, {answer: 3}]\n';
  const set: ScenarioChange = { act: 'set', path: ['script', 2, 'answer'], value: 9 };
  const meant = (after: string) => changesFor([set], before, after)?.map((one) => ('path' in one ? one.path : null));

  it('goes to the item that it was meant for', () => {
    expect(meant(before)).toEqual([['script', 2, 'answer']]);
    expect(meant('query: q\nscript: [{answer: 1}, {answer: 3}]\n')).toEqual([['script', 1, 'answer']]);
    expect(meant('query: q\nscript: [{answer: 0}, {answer: 1}, {answer: 2}, {answer: 3}]\n')).toEqual([
      ['script', 3, 'answer'],
    ]);
    expect(meant('query: q\nscript: [{answer: 1}, {answer: 2}, {answer: 4}]\n')).toEqual([['script', 2, 'answer']]);
  });

  it('goes nowhere when the item is gone', () => {
    expect(meant('query: q\nscript: [{answer: 1}, {answer: 2}]\n')).toBeUndefined();
    expect(meant('query: [')).toBeUndefined();
  });

  it('finds every item that is still there', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(), { maxLength: 8 }), fc.nat(8), (items, gone) => {
        const after = items.toSpliced(gone, 1);
        expect(placesOf(after, items)).toEqual(after.map((item) => items.indexOf(item)));
        expect(placesOf(items, after)).toEqual(
          items.map((item) => (after.includes(item) ? after.indexOf(item) : null)),
        );
      }),
    );
  });
});

describe('arguments of a call', () => {
  const schema = {
    type: 'object',
    required: ['title'],
    additionalProperties: false,
    properties: {
      title: { type: 'string' },
      count: { type: 'integer' },
      state: { anyOf: [{ enum: ['open', 'closed'] }, { type: 'null' }] },
    },
  };
  it('are held against the schema of the tool', () => {
    expect(argumentProblems(schema, { title: 'a', count: 2, state: null })).toEqual([]);
    expect(argumentProblems(schema, { count: 1.5, state: 'x', other: 1 })).toEqual([
      'title is missing.',
      'count must have the type integer.',
      'state must be one of "open", "closed".',
      'This tool has no argument other.',
    ]);
    expect(argumentProblems(schema, [])).toEqual(['The arguments must be an object: {…}.']);
    expect(argumentProblems({}, { any: 1 })).toEqual([]);
  });
});
