import { describe, expect, it } from 'vitest';
import type { LeakReport } from '#shared/domain/leak-report.ts';
import { PegboardError } from '#shared/errors.ts';
import { connectScripted, errorOf, untilAborted } from './suite-helpers.ts';
import type { TransportUnderTest } from './transports.ts';

const report: LeakReport = {
  profile: 'workspace',
  persona: 'clerk',
  hidden: [{ name: 'a.b', kind: 'tool', rule: 'r' }],
  looked_for: 1,
  ordinary: [],
  places: [],
  found: 0,
};

/** The leak check's part of the contract suite: what every transport carries alike. */
export function describeLeakCalls(transport: TransportUnderTest): void {
  describe('leak check', () => {
    it('streams how far it is and what it found, stops when it is cancelled, and refuses what is no name', async () => {
      const { client, calls } = await connectScripted(transport, {
        leaks: {
          check: async function* ({ persona }, options) {
            if (persona === 'nobody') throw new PegboardError('unknown_persona', 'There is no persona "nobody".');
            yield { type: 'progress', done: 1, total: 2 };
            if (persona === undefined) await untilAborted(options?.signal);
            yield { type: 'done', report };
          },
        },
      });
      const events = [];
      for await (const event of await client.leaks.check({ persona: 'clerk' })) events.push(event);
      expect(events).toEqual([
        { type: 'progress', done: 1, total: 2 },
        { type: 'done', report },
      ]);
      const stop = new AbortController();
      const stream = await client.leaks.check({}, { signal: stop.signal });
      expect((await stream.next()).done).toBe(false);
      const next = errorOf(stream.next(), stop.signal);
      stop.abort();
      expect((await next).code).toBe('cancelled');
      const unknown = await client.leaks.check({ persona: 'nobody' });
      expect((await errorOf(unknown.next())).code).toBe('unknown_persona');
      const before = calls.length;
      const tooLong = client.leaks.check({ persona: 'x'.repeat(2001) });
      expect((await errorOf(tooLong.then((given) => given.next()))).code).toBe('invalid_input');
      expect(calls.length).toBe(before);
    });
  });
}
