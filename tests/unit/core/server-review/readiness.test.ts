import { describe, expect, it } from 'vitest';
import { choiceHolds, serverReadiness } from '#shared/domain/server-readiness.ts';
import type { ReviewVariable } from '#shared/domain/server-review.ts';
import { defaultChoices } from '../../../support/default-choices.ts';

const variable = (name: string, more: Partial<ReviewVariable> = {}): ReviewVariable => ({
  name,
  description: null,
  used_by: ['s'],
  secret: true,
  can_omit: true,
  available: [],
  ...more,
});

describe('whether a server can run', () => {
  const variables = [variable('A', { available: ['file', 'environment'] }), variable('B'), variable('C')];

  it('names the variables without a value', () => {
    const values = defaultChoices(variables);
    expect(values).toEqual({ A: { from: 'file', keep: false } });
    const server = { variables: ['A', 'B', 'C'], obstacles: [] };
    expect(serverReadiness(server, { variables, values })).toMatchObject({ can_run: false, missing: ['B', 'C'] });
    expect(serverReadiness({ ...server, variables: ['A'] }, { variables, values }).can_run).toBe(true);
    const all = { ...values, B: { from: 'omit' }, C: { from: 'typed', value: 'x', keep: false } } as const;
    expect(serverReadiness(server, { variables, values: all })).toMatchObject({ can_run: true, missing: [] });
  });

  it('is no with an obstacle, whatever the values are', () => {
    const obstacles = [{ code: 'program_not_found', severity: 'error', message: 'm' }] as const;
    expect(serverReadiness({ variables: [], obstacles }, { variables, values: {} })).toEqual({
      can_run: false,
      missing: [],
      obstacles,
    });
  });

  it.each([
    ['a place that has none', variable('A'), { from: 'environment' }, false],
    ['a place that has one', variable('A', { available: ['kept'] }), { from: 'kept' }, true],
    ['an empty text', variable('A'), { from: 'typed', value: '', keep: true }, false],
    ['leaving out what a command needs', variable('A', { can_omit: false }), { from: 'omit' }, false],
    ['no choice', variable('A', { available: ['file'] }), undefined, false],
  ] as const)('%s', (_what, one, choice, holds) => {
    expect(choiceHolds(one, choice)).toBe(holds);
  });
});
