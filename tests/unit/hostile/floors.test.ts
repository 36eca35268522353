import { describe, expect, it } from 'vitest';
import { areas } from '../../hostile/campaign/areas.ts';
import { floors, isMutated, leastMutated, leastWriters, shortfalls } from '../../hostile/campaign/floors.ts';
import { sliceSize } from '../../hostile/campaign/slice.ts';
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
    const lost = 'client configurations';
    const left = without(lost).reduce((sum, { area, inputs }) => sum + (isMutated(area) ? inputs : 0), 0);
    expect(shortfalls(without(lost))).toEqual([
      `${lost}: 0 were tried; the least is 1700.`,
      ...(left < leastMutated ? [`Mutated inputs: ${left} were tried; the least is 10000.`] : []),
    ]);
    const few = told.map((tally) => (isMutated(tally.area) ? { ...tally, inputs: 1 } : tally));
    expect(shortfalls(few).at(-1)).toMatch(/^Mutated inputs: \d+ were tried; the least is 10000\.$/);
    const fewer = told.map((tally) => {
      if (tally.area.name !== 'kills') return tally;
      return { ...tally, inputs: 299, subjects: new Map([...tally.subjects, ['sources edit', 3]]) };
    });
    expect(shortfalls(fewer)).toEqual([
      'kills: 299 were tried; the least is 300.',
      'kills: sources edit was tried 3 times; the least is 10.',
    ]);
  });

  it('is in the slice of npm test all of each table, a quarter of each reader, and each writer and procedure', () => {
    const slice = told.map((tally) => {
      const share = sliceSize(tally.area) / tally.area.cases;
      const each = new Map([...tally.subjects].map(([name, count]) => [name, Math.floor(count * share)]));
      return { ...tally, inputs: Math.ceil(tally.inputs * share), subjects: each };
    });
    expect(shortfalls(slice, 'slice')).toEqual([]);
    expect(shortfalls(slice).length).toBeGreaterThan(20);
    const lost = slice.map((tally) => ({ ...tally, inputs: tally.inputs - 1 }));
    const tables = areas.filter(({ isEndless }) => !isEndless).map(({ name }) => name);
    const said = shortfalls(lost, 'slice').join('\n');
    for (const name of tables.filter((one) => one !== 'loopback')) expect(said).toContain(`${name}: `);
    const without = slice.map((tally) =>
      tally.area.name === 'kills' ? { ...tally, subjects: new Map([...tally.subjects, ['sources edit', 2]]) } : tally,
    );
    expect(shortfalls(without, 'slice')).toEqual(['kills: sources edit was tried 2 times; the least is 3.']);
  });
});
