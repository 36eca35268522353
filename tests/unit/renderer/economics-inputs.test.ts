import { describe, expect, it } from 'vitest';
import { economicsInputSchema, type MeasuredEconomics } from '#shared/domain/economics.ts';
import { economicsInputsOf } from '../../../src-renderer/features/costs/economics-inputs-of.ts';

const measured: MeasuredEconomics = {
  inputs: {
    all_tools_tokens: 9000,
    first_tokens: 700,
    later_tokens: 1300,
    type_tokens: { A: 700, B: 1100, C: 2200 },
    all_tools_request_tokens: 9000,
  },
  sources: {},
  tools: 77,
  deferred_tools: 70,
  mean_tool_tokens: 200,
};

describe('what is typed of the economics', () => {
  it('leaves everything else measured, or at its default, as on the command line', () => {
    const { inputs, given, errors } = economicsInputsOf(measured, {
      typed: { steps: ' 8 ', 'mix.A': '60' },
      hidden: [],
    });
    expect(errors).toEqual({});
    expect(given).toEqual({ steps: 8, mix: { A: 60, B: 30, C: 10 } });
    expect(inputs).toEqual(
      economicsInputSchema.parse({ ...measured.inputs, savings_rate: null, steps: 8, mix: { A: 60, B: 30, C: 10 } }),
    );
    expect(economicsInputsOf(null, { typed: {}, hidden: [] }).inputs).toEqual(economicsInputSchema.parse({}));
  });

  it('counts the hidden costs that are chosen, with their own tokens or those of the seed', () => {
    const { inputs } = economicsInputsOf(measured, {
      typed: { 'hidden_costs.rules': '250', 'hidden_costs.working_memory': '1', hidden_costs_count: 'each_step' },
      hidden: ['extra_searches', 'rules'],
    });
    expect(inputs).toMatchObject({
      hidden_costs: { extra_searches: 800, rules: 250 },
      hidden_costs_count: 'each_step',
    });
  });

  it('gives no inputs while something is wrong, and says what by field', () => {
    const { inputs, errors } = economicsInputsOf(measured, {
      typed: { steps: '0', price_per_million: '1,5', 'mix.B': '50' },
      hidden: [],
    });
    expect(inputs).toBeNull();
    expect(errors).toMatchObject({
      price_per_million: 'Enter a number.',
      steps: expect.stringContaining('1'),
      mix: 'the three must add up to 100.',
    });
  });

  it('takes the rate that is saved as computed when it is asked to', () => {
    const asked = (text: string) => economicsInputsOf(null, { typed: { savings_rate: text }, hidden: [] }).inputs;
    expect(asked('computed')?.savings_rate).toBeNull();
    expect(asked('0.5')?.savings_rate).toBe(0.5);
  });
});
