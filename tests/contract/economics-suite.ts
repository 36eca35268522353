import { describe, expect, it } from 'vitest';
import { economicsReport } from '#core/economics/economics-service.ts';
import { economicsInputSchema } from '#shared/domain/economics.ts';
import { PegboardError } from '#shared/errors.ts';
import { connectScripted, errorOf, untilAborted } from './suite-helpers.ts';
import type { TransportUnderTest } from './transports.ts';

const measured = {
  inputs: {
    all_tools_tokens: 1,
    first_tokens: 2,
    later_tokens: 3,
    type_tokens: { A: 2, B: 3, C: 4 },
    all_tools_request_tokens: 1,
  },
  sources: { all_tools_tokens: 'measured' },
  tools: 5,
  deferred_tools: 4,
  mean_tool_tokens: 6,
};

/** The economics' part of the contract suite. */
export function describeEconomicsCalls(transport: TransportUnderTest): void {
  describe('the economics', () => {
    it('are measured for whom and how it is asked, with defaults', async () => {
      const asked: unknown[] = [];
      const { client } = await connectScripted(transport, {
        economics: {
          measure: async (input) => {
            asked.push(input);
            return measured;
          },
        },
      });
      expect(await client.economics.measure({ persona: 'support' })).toEqual(measured);
      expect(asked).toEqual([{ profile: 'workspace', persona: 'support', estimator: 'estimate', tools_per_run: 3 }]);
    });

    it('are reported from inputs, of which those left out are references', async () => {
      const { client } = await connectScripted(transport, {
        economics: { report: async (input) => economicsReport(input) },
      });
      const report = await client.economics.report({ steps: 2, savings_rate: null });
      expect(report).toEqual(economicsReport(economicsInputSchema.parse({ steps: 2, savings_rate: null })));
      expect(await client.economics.report()).toEqual(economicsReport(economicsInputSchema.parse({})));
      const wrong = client.economics.report({ mix: { A: 1, B: 1, C: 1 } });
      expect(await errorOf(wrong)).toMatchObject({ code: 'invalid_input', message: expect.stringContaining('mix') });
    });

    it('stop being measured when cancelled, and say what is wrong', async () => {
      const stopped = await connectScripted(transport, {
        economics: {
          measure: async (_input, options) => {
            await untilAborted(options?.signal);
            return measured;
          },
        },
      });
      const stop = new AbortController();
      const call = errorOf(stopped.client.economics.measure({}, { signal: stop.signal }), stop.signal);
      stop.abort();
      expect((await call).code).toBe('cancelled');
      const wrong = await connectScripted(transport, {
        economics: {
          measure: async () => {
            throw new PegboardError('unknown_persona', 'There is no persona "x".');
          },
        },
      });
      expect(await errorOf(wrong.client.economics.measure({ persona: 'x' }))).toMatchObject({
        code: 'unknown_persona',
      });
    });
  });
}
