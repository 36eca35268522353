import { describe, expect, it } from 'vitest';
import type { BoardReport, TextsReport } from '#shared/domain/optimize.ts';
import type { SchemasReport } from '#shared/domain/optimize-schemas.ts';
import type { SkillsReport } from '#shared/domain/optimize-skills.ts';
import { PegboardError } from '#shared/errors.ts';
import { connectScripted, errorOf, untilAborted } from './suite-helpers.ts';
import type { TransportUnderTest } from './transports.ts';

const gain = { mean: 12.5, interval: [4, 20] as [number, number] };
const board = { tools: ['a.b'], tokens: { estimate: 20, o200k: 19 }, worth: 12.5 };
const report: BoardReport = {
  ...{ verdict: 'better', reason: 'It saves tokens.', from: 'usage', persona: null, budget: null },
  ...{ sessions: 40, searches: 50, calls: 60, first: 1, last: 2, level: 0.95, folds: 5 },
  facts: { model: null, cache_read: 0.1, fixed_prompt: 400, search: 300, requests: 4.5 },
  present: { ...board, tools: [], worth: 0 },
  ...{ best: board, exact: true, bound: 12.5, in_sample: gain, held_out: gain, pinned: [] },
  moves: [
    {
      ...{ tool: 'a.b', to: 'always', tokens: board.tokens, calls: 30, sessions: 20, saved: 40, paid: 27.5, gain },
      examples: ['gateway:1'],
    },
  ],
  changes: [{ path: ['tool_search', 'always_loaded_patterns'], value: ['a.b'] }],
  base: 'r1',
  applied: { at: '2026-01-01T00:00:00.000Z', predicted: gain, measured: null, sessions: 3, verdict: 'too_early' },
};

const cost = { queries: 1, hit_at_1: { before: 0, after: 1 }, better: 1, worse: 0, changed: [] };
const texts: TextsReport = {
  ...{ verdict: 'better', reason: 'It lifts tools.', from: 'evals', persona: null, queries: 30, level: 0.95, folds: 5 },
  ...{ in_sample: gain, held_out: gain, edits: [{ tool: 'a.b', field: 'first_sentence', text: 'Prints.' }], cost },
  ...{ changes: [{ path: ['overlays', 'a.b', 'description'], value: 'Prints.' }], base: 'r1' },
};
const schemas: SchemasReport = {
  ...{ verdict: 'shorter', reason: 'One can say the same.', persona: null, form: 'plain', tools: 1, cost: null },
  proposals: [
    { tool: 'a.b', always: true, steps: { titles: 2 }, before: board.tokens, after: board.tokens, checked: 3 },
  ],
  ...{ before: board.tokens, after: board.tokens, base: 'r1' },
  changes: [{ path: ['overlays', 'a.b', 'shorter_schema'], value: 'plain' }],
};
const skills: SkillsReport = {
  ...{ verdict: 'better', reason: 'Cut one.', persona: null, skills: 2, sessions: 24, loads: 30, cost },
  ...{ hosts: { before: [], after: [] }, unlisted: ['s'], spared: [], changes: [], base: 'r1' },
  cuts: [{ skill: 's', pack: 'p', file: 's.skill.yaml', before: 'A. B.', after: 'A.', from: 5, to: 2 }],
  unused: [{ skill: 't', pack: 'p', sessions: 24, at_most: 0.1, characters: 40 }],
  files: [{ pack: 'p', file: 's.skill.yaml', hash: 'h', before: 'A. B.', after: 'A.' }],
};

/** The proposals' part of the contract suite. */
export function describeOptimizeCalls(transport: TransportUnderTest): void {
  describe('proposals', () => {
    it('stream how far they are and what they propose, with defaults, and stop when cancelled', async () => {
      const asked: unknown[] = [];
      const { client } = await connectScripted(transport, {
        optimize: {
          board: async function* (input, options) {
            asked.push(input);
            if (input.persona === 'nobody') throw new PegboardError('unknown_persona', 'There is no persona "nobody".');
            yield { type: 'progress', done: 1, total: 6 };
            if (input.budget === 1) await untilAborted(options?.signal);
            yield { type: 'done', report };
          },
        },
      });
      const events = [];
      for await (const event of await client.optimize.board({})) events.push(event);
      expect(events).toEqual([
        { type: 'progress', done: 1, total: 6 },
        { type: 'done', report },
      ]);
      expect(asked).toEqual([{ from: 'usage', keep: [] }]);
      const stop = new AbortController();
      const stream = await client.optimize.board({ budget: 1 }, { signal: stop.signal });
      expect((await stream.next()).done).toBe(false);
      const next = errorOf(stream.next(), stop.signal);
      stop.abort();
      expect((await next).code).toBe('cancelled');
      const unknown = await client.optimize.board({ persona: 'nobody' });
      expect((await errorOf(unknown.next())).code).toBe('unknown_persona');
      const wrong = client.optimize.board({ budget: -1 });
      expect((await errorOf(wrong.then((given) => given.next()))).code).toBe('invalid_input');
    });

    it('for texts stream how far they are, and stop when cancelled', async () => {
      const asked: unknown[] = [];
      const { client } = await connectScripted(transport, {
        optimize: {
          texts: async function* (input, options) {
            asked.push(input);
            yield { type: 'progress', done: 0, total: 6 };
            if (input.persona === 'slow') await untilAborted(options?.signal);
            yield { type: 'done', report: texts };
          },
        },
      });
      const events = [];
      for await (const event of await client.optimize.texts({ from: 'evals' })) events.push(event);
      expect(events).toEqual([
        { type: 'progress', done: 0, total: 6 },
        { type: 'done', report: texts },
      ]);
      const stop = new AbortController();
      const stream = await client.optimize.texts({ persona: 'slow' }, { signal: stop.signal });
      expect((await stream.next()).done).toBe(false);
      const next = errorOf(stream.next(), stop.signal);
      stop.abort();
      expect((await next).code).toBe('cancelled');
      expect(asked).toEqual([{ from: 'evals' }, { from: 'usage', persona: 'slow' }]);
      const wrong = client.optimize.texts({ from: 'guesses' as 'evals' });
      expect((await errorOf(wrong.then((given) => given.next()))).code).toBe('invalid_input');
    });

    it('for schemas and skills come back whole, with defaults', async () => {
      const asked: unknown[] = [];
      const { client } = await connectScripted(transport, {
        optimize: {
          schemas: async (input) => {
            asked.push(input);
            return schemas;
          },
          skills: async (input) => {
            asked.push(input);
            if (input.persona !== undefined) throw new PegboardError('unknown_persona', 'There is no such persona.');
            return skills;
          },
        },
      });
      expect(await client.optimize.schemas({ only: ['a.b'] })).toEqual(schemas);
      expect(await client.optimize.skills({ context_window: 200_000 })).toEqual(skills);
      expect(asked).toEqual([{ only: ['a.b'], references: false }, { context_window: 200_000 }]);
      expect(await errorOf(client.optimize.skills({ persona: 'x' }))).toMatchObject({ code: 'unknown_persona' });
      expect(await errorOf(client.optimize.skills({ context_window: 1 }))).toMatchObject({ code: 'invalid_input' });
      const unknown = { reference: true } as object;
      expect(await errorOf(client.optimize.schemas(unknown))).toMatchObject({ code: 'invalid_input' });
    });

    it('are kept with their prediction when they are applied', async () => {
      const kept: unknown[] = [];
      const { client } = await connectScripted(transport, {
        optimize: {
          applied: async (input) => {
            kept.push(input);
            return { kept: true };
          },
        },
      });
      const made = { moves: [{ tool: 'a.b', to: 'always' as const }], predicted: gain };
      expect(await client.optimize.applied(made)).toEqual({ kept: true });
      expect(kept).toEqual([made]);
      expect(await errorOf(client.optimize.applied({ ...made, moves: [] }))).toMatchObject({ code: 'invalid_input' });
    });
  });
}
