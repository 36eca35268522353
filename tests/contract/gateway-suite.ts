import { describe, expect, it } from 'vitest';
import type { UsageEvent, UsageTrafficInput } from '#shared/domain/usage-view.ts';
import { connectScripted, errorOf, untilAborted } from './suite-helpers.ts';
import type { TransportUnderTest } from './transports.ts';

const event = (oldest: number): UsageEvent => ({ log: 'l1', problem: null, oldest, sessions: [], entries: [] });

/** The gateway's part of the contract suite: what every transport carries alike. */
export function describeGatewayCalls(transport: TransportUnderTest): void {
  describe('the gateway', () => {
    it('gives pages of its traffic, fifty entries where nothing is asked', async () => {
      const inputs: UsageTrafficInput[] = [];
      const page = { log: 'l1', problem: null, entries: [], next: 7 };
      const { client } = await connectScripted(transport, {
        gateway: {
          traffic: async (input) => {
            inputs.push(input);
            return page;
          },
        },
      });
      await expect(client.gateway.traffic({})).resolves.toEqual(page);
      await expect(client.gateway.traffic({ before: 7, limit: 200 })).resolves.toEqual(page);
      expect(inputs).toEqual([{ limit: 50 }, { before: 7, limit: 200 }]);
    });

    it('refuses a page in two directions, one that is too large, and a time that is none', async () => {
      const { client, calls } = await connectScripted(transport, { gateway: {} });
      for (const wrong of [{ before: 1, after: 1 }, { limit: 201 }, { since: 'yesterday' }]) {
        expect(await errorOf(client.gateway.traffic(wrong))).toMatchObject({ code: 'invalid_input' });
      }
      expect(calls).toEqual([]);
    });

    it('streams what comes, and stops watching when its reader leaves', async () => {
      let stopped = false;
      const { client } = await connectScripted(transport, {
        gateway: {
          async *watch({ limit }, call) {
            try {
              for (let n = limit; n < limit + 3; n++) yield event(n);
              await untilAborted(call?.signal);
            } finally {
              stopped = true;
            }
          },
        },
      });
      const seen: UsageEvent[] = [];
      for await (const next of await client.gateway.watch({ limit: 3 })) {
        seen.push(next);
        if (seen.length === 3) break;
      }
      expect(seen).toEqual([event(3), event(4), event(5)]);
      await expect.poll(() => stopped).toBe(true);
    });
  });
}
