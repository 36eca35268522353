import { describe, expect, it } from 'vitest';
import { PegboardError } from '#shared/errors.ts';
import { connectScripted, errorOf, everythingIn, untilAborted } from './suite-helpers.ts';
import type { TransportUnderTest } from './transports.ts';

const token = 'planted-token-of-the-operator';
const kept = { address: 'https://tools.example.test', token: 'keychain', kept_at: '2026-03-31T15:20:00.000Z' } as const;

/** The part of the contract suite about the gateway server of a team. */
export function describeTeamGatewayCalls(transport: TransportUnderTest): void {
  describe('the gateway of a team', () => {
    it('is kept, shown without its token, and forgotten', async () => {
      const given: unknown[] = [];
      const { client, logger } = await connectScripted(transport, {
        teamGateway: {
          get: async () => ({ ...kept, secret: token }),
          keep: async (input) => {
            given.push(input);
            return kept;
          },
          forget: async () => ({ forgotten: true }),
        },
      });
      expect(await client.teamGateway.keep({ address: kept.address, token })).toEqual(kept);
      expect(given).toEqual([{ address: kept.address, token }]);
      expect(await client.teamGateway.get()).toEqual(kept);
      expect(await client.teamGateway.forget()).toEqual({ forgotten: true });
      expect(logger.lines.join()).not.toContain(token);
    });

    it('is not kept where the input is wrong, and neither the error nor the log has the token', async () => {
      const { client, calls, logger } = await connectScripted(transport, { teamGateway: {} });
      const wrong = { address: 7, token: `${token}${'x'.repeat(20_000)}` } as unknown as {
        address: string;
        token: string;
      };
      const error = await errorOf(client.teamGateway.keep(wrong));
      expect(error.code).toBe('invalid_input');
      expect(everythingIn(error) + logger.lines.join()).not.toContain(token);
      expect(calls).toEqual([]);
    });

    it('says why its state cannot be read, and stops asking when nobody waits', async () => {
      let isFirst = true;
      const { client } = await connectScripted(transport, {
        teamGateway: {
          state: async (call) => {
            if (isFirst) {
              isFirst = false;
              throw new PegboardError('authentication_required', 'It does not know the token.', {
                data: { trouble: 'token' },
              });
            }
            return untilAborted(call?.signal);
          },
        },
      });
      expect(await errorOf(client.teamGateway.state())).toMatchObject({
        code: 'authentication_required',
        data: { trouble: 'token' },
      });
      const stop = new AbortController();
      const call = errorOf(client.teamGateway.state(undefined, { signal: stop.signal }), stop.signal);
      stop.abort();
      expect((await call).code).toBe('cancelled');
    });
  });
}
