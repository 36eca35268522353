import { describe, expect, it } from 'vitest';
import type { HostBudgets } from '#shared/domain/host-budgets.ts';
import type { Payload } from '#shared/domain/payload.ts';
import { PegboardError } from '#shared/errors.ts';
import { connectScripted, errorOf } from './suite-helpers.ts';
import type { TransportUnderTest } from './transports.ts';

const tokens = { estimate: 1, o200k: 2 };
const payload: Payload = {
  provider: 'anthropic',
  native: true,
  method: 'POST',
  url: 'https://api.anthropic.com/v1/messages',
  headers: { 'anthropic-version': '2023-06-01' },
  body: { model: 'm', tools: [{ name: 'a__b', defer_loading: true }] },
  names: { a__b: 'a.b' },
  discovered: ['a.b'],
  findings: [{ code: 'payload_name_collision', severity: 'warning', message: 'm', path: 'a.b' }],
  parts: [{ name: 'deferred_tools', items: 1, tokens, context_tokens: tokens }],
  tokens,
  context_tokens: tokens,
};
const budgets: HostBudgets = {
  context_window: null,
  skills: [
    {
      host: 'h',
      rule: 'r',
      source: 's',
      unit: 'characters',
      budget: 8000,
      wanted: 1,
      used: 1,
      skills: 1,
      whole: 0,
      shortened: [{ name: 'a', from: 2, to: 1 }],
      name_only: [],
      omitted: [],
    },
  ],
  tools: [{ host: 'h', cap: 40, rule: 'r', source: 's', tools: 41, effect: 'cut', cut: ['z'] }],
  search: { tokens, share: null, verdict: 'unknown', rule: 'r', source: 's' },
};

/** The providers' part of the contract suite: what every transport carries alike. */
export function describeProvidersCalls(transport: TransportUnderTest): void {
  describe('the providers', () => {
    it('give the request that one would get, and what hosts would cut', async () => {
      const asked: unknown[] = [];
      const { client } = await connectScripted(transport, {
        providers: {
          payload: async (request) => {
            asked.push(request);
            return payload;
          },
          hostBudgets: async (request) => {
            asked.push(request);
            return budgets;
          },
        },
      });
      expect(await client.providers.payload({ provider: 'anthropic', search: 'regex' })).toEqual(payload);
      expect(await client.providers.hostBudgets({})).toEqual(budgets);
      expect(await client.providers.hostBudgets({ context_window: null })).toEqual(budgets);
      expect(asked).toEqual([
        { provider: 'anthropic', profile: 'workspace', search: 'regex', cache: true },
        { context_window: 200_000 },
        { context_window: null },
      ]);
    });

    it('refuse a provider that there is not, and say what is wrong with a history', async () => {
      const { client, calls } = await connectScripted(transport, {
        providers: {
          payload: async () => {
            throw new PegboardError('history_invalid', 'm.json holds no messages.', { hint: 'Give a list.' });
          },
        },
      });
      const unknown = client.providers.payload({ provider: 'nobody' as 'anthropic' });
      expect((await errorOf(unknown)).code).toBe('invalid_input');
      expect(calls).toEqual([]);
      expect(await errorOf(client.providers.payload({ provider: 'openai-chat' }))).toMatchObject({
        code: 'history_invalid',
        hint: 'Give a list.',
      });
    });
  });
}
