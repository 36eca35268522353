import { describe, expect, it } from 'vitest';
import { areas } from '../../hostile/campaign/areas.ts';
import { floors, isMutated, leastMutated, leastWriters, shortfalls } from '../../hostile/campaign/floors.ts';
import { writers } from '../../hostile/kills/writers.ts';
import { procedures } from '../../hostile/rpc/procedures.ts';

const subjects: Readonly<Record<string, readonly { readonly name: string }[]>> = { kills: writers, procedures };
/** What a campaign that tried each case would tell. */
const whole = areas.map((area) => {
  const names = subjects[area.name] ?? [];
  const each = area.cases / names.length;
  return { area, inputs: area.cases, subjects: new Map(names.map(({ name }) => [name, each])) };
});
// Attacks by path are several to a case.
const told = whole.map((tally) => (tally.area.name === 'loopback' ? { ...tally, inputs: 2673 } : tally));

describe('the least that a hostile campaign tries', () => {
  it('is 10,000 mutated inputs over every reader and 300 kills over every writer, and the campaign has them', () => {
    expect(shortfalls(told)).toEqual([]);
    expect(leastMutated).toBe(10_000);
    expect(floors.kills).toBe(300);
    expect(Object.keys(floors).sort()).toEqual(areas.map(({ name }) => name).sort());
    const mutated = areas.filter(isMutated).reduce((sum, { cases }) => sum + cases, 0);
    expect(mutated).toBeGreaterThanOrEqual(10_000);
    expect(writers.length).toBeGreaterThanOrEqual(leastWriters);
  });

  it('says which area, writer or procedure a smaller campaign has lost', () => {
    const without = (name: string) => told.filter(({ area }) => area.name !== name);
    expect(shortfalls(without('client configurations'))).toEqual([
      'client configurations: 0 were tried; the least is 1700.',
      'Mutated inputs: 9650 were tried; the least is 10000.',
    ]);
    const fewer = told.map((tally) => {
      if (tally.area.name !== 'kills') return tally;
      return { ...tally, inputs: 299, subjects: new Map([...tally.subjects, ['sources edit', 3]]) };
    });
    expect(shortfalls(fewer)).toEqual([
      'kills: 299 were tried; the least is 300.',
      'kills: sources edit was tried 3 times; the least is 10.',
    ]);
  });
});
