import { describe, expect, it } from 'vitest';
import type { EvalRunEvent } from '#shared/contract/evaluation.ts';
import { PegboardError } from '#shared/errors.ts';
import { connectScripted, errorOf, untilAborted } from './suite-helpers.ts';
import type { TransportUnderTest } from './transports.ts';

const means = { 'hit@1': 0.5, 'hit@5': 1, 'recall@5': 1, 'mrr@10': 0.75, 'ndcg@10': 0.8 };
const report = {
  tools: 2,
  queries: 1,
  engines: [
    {
      engine: 'rfc' as const,
      ...means,
      p50_ms: 1,
      p95_ms: 2,
      index_ms: 3,
      intervals: Object.fromEntries(Object.keys(means).map((metric) => [metric, [0, 1] as const])) as never,
      namespaces: [{ namespace: 'files', queries: 1, ...means }],
    },
  ],
  results: [
    {
      query: 'q',
      relevant: [['a', 'b'], ['c']],
      file: 'evals/golden.jsonl',
      line: 1,
      engines: { rfc: { ranks: [2, null], instead: ['x'] } },
    },
  ],
};
const progress: EvalRunEvent = { type: 'progress', engine: 'rfc', done: 0, total: 1 };
const done: EvalRunEvent = { type: 'done', report, comparison: null, findings: [], run: null };

/** Golden queries and evaluations: what every transport carries alike. */
export function describeEvaluationCalls(transport: TransportUnderTest): void {
  describe('an evaluation', () => {
    it('tells how far it is, then everything, and a report comes back whole', async () => {
      const kept: unknown[] = [];
      const { client } = await connectScripted(transport, {
        evaluation: {
          run: async function* () {
            yield progress;
            yield done;
          },
          keepBaseline: async (input) => {
            kept.push(input);
            return { kept: true };
          },
        },
      });
      const told: EvalRunEvent[] = [];
      for await (const event of await client.evaluation.run({})) told.push(event);
      expect(told).toEqual([progress, done]);
      await client.evaluation.keepBaseline({ report });
      expect(kept).toEqual([{ report }]);
    });

    it('stops when it is cancelled', async () => {
      const { client } = await connectScripted(transport, {
        evaluation: {
          // biome-ignore lint/correctness/useYield: it waits until it is aborted
          run: async function* (_input, options) {
            await untilAborted(options?.signal);
          },
        },
      });
      const stop = new AbortController();
      const stream = await client.evaluation.run({}, { signal: stop.signal });
      const next = errorOf(stream.next(), stop.signal);
      stop.abort();
      expect((await next).code).toBe('cancelled');
    });
  });

  describe('golden queries', () => {
    const set = {
      files: [{ path: 'evals/golden.jsonl', queries: 1 }],
      queries: [{ file: 'evals/golden.jsonl', line: 1, query: 'q', relevant: [['a']] }],
      findings: [],
    };

    it('are told whenever they change, and a change says how it is taken back', async () => {
      const undo = { file: 'evals/golden.jsonl', line: 1, from: '{}\n', to: '' };
      const { client } = await connectScripted(transport, {
        evaluation: {
          watch: async function* () {
            yield null;
            yield set;
          },
          edit: async () => ({ done: 'added', file: 'evals/golden.jsonl', line: 1, undo }),
          undo: async () => {
            throw new PegboardError('file_changed', 'Another line.');
          },
        },
      });
      const told: unknown[] = [];
      for await (const one of await client.evaluation.watch()) told.push(one);
      expect(told).toEqual([null, set]);
      const edit = await client.evaluation.edit({ type: 'add', query: 'q', relevant: [['a']] });
      expect(edit.undo).toEqual(undo);
      expect((await errorOf(client.evaluation.undo(undo))).code).toBe('file_changed');
    });

    it.each([
      ['a file outside of evals', { file: 'evals/../pegboard.yaml' }, 'file'],
      ['a file that is no jsonl', { file: 'evals/golden.yaml' }, 'file'],
      ['a blank query', { query: ' ' }, 'query'],
      ['no right answer', { relevant: [] }, 'relevant'],
    ])('refuse %s before anything is read', async (_, part, path) => {
      const { client, calls } = await connectScripted(transport, {});
      const change = { type: 'add' as const, query: 'q', relevant: [['a']], ...part };
      const error = await errorOf(client.evaluation.edit(change));
      expect([error.code, error.data]).toMatchObject(['invalid_input', { issues: [{ path }] }]);
      expect(calls).toEqual([]);
    });
  });
}
