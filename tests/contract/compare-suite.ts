import { expect, it, vi } from 'vitest';
import type { ConfusableEvent } from '#shared/domain/confusable.ts';
import { searchEngineSchema } from '#shared/domain/engine-facts.ts';
import { connectScripted, errorOf, untilAborted } from './suite-helpers.ts';
import type { TransportUnderTest } from './transports.ts';

/** The comparison of engines, and confusable tools, over every transport. */
export function describeCompareCalls(transport: TransportUnderTest): void {
  it('compares all engines unless some are named, defaults filled in', async () => {
    const column = {
      engine: 'regex',
      hits: [{ name: 'a', score: 3 }],
      matches: 1,
      note: null,
      elapsed_ms: 0.5,
    } as const;
    const answer = { query: 'x', tools: 1, columns: [column], relevant: ['a'] };
    const compare = vi.fn(async () => answer);
    const { client } = await connectScripted(transport, { search: { compare } });
    await expect(client.search.compare({ query: 'x' })).resolves.toEqual(answer);
    const defaults = { engines: searchEngineSchema.options, limit: 10, include_always_loaded: false, caller: {} };
    expect(compare).toHaveBeenCalledWith({ query: 'x', ...defaults }, expect.anything());
  });

  it.each([
    ['no engine', { query: 'x', engines: [] }],
    ['an engine that does not exist', { query: 'x', engines: ['google'] }],
    ['a limit over 20', { query: 'x', limit: 21 }],
    ['a query of a megabyte', { query: 'x'.repeat(1_000_000) }],
  ])('refuses to compare with %s', async (_, input) => {
    const { client, calls } = await connectScripted(transport, {});
    expect((await errorOf(client.search.compare(input as never))).code).toBe('invalid_input');
    expect(calls).toEqual([]);
  });

  it('stops looking for confusable tools when the reader leaves', async () => {
    const finished = Promise.withResolvers<void>();
    const { client } = await connectScripted(transport, {
      search: {
        async *confusable(_, options): AsyncGenerator<ConfusableEvent, void> {
          try {
            yield { type: 'progress', done: 1, total: 2 };
            await untilAborted(options?.signal);
          } finally {
            finished.resolve();
          }
        },
      },
    });
    for await (const event of await client.search.confusable({})) {
      expect(event).toEqual({ type: 'progress', done: 1, total: 2 });
      break;
    }
    await finished.promise;
  });
}
