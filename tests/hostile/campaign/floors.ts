import type { Depth } from '../../support/depth.ts';
import { writers } from '../kills/writers.ts';
import { procedures } from '../rpc/procedures.ts';
import type { Area } from './area.ts';
import type { AreaTally } from './campaign.ts';
import { drawnInSlice, sliceOfArea, sliceSize } from './slice.ts';

/** The least that each area must try in every campaign. A smaller one has lost cases. */
export const floors: Readonly<Record<string, number>> = {
  'stdio servers': 78,
  loopback: 2500,
  'HTTP servers': 25,
  kills: 300,
  procedures: 3200,
  'odd files': 325,
  'skill folders': 136,
  'large files': 10,
  schemas: 250,
  'tool lists': 400,
  'stored sources': 400,
  'API documents': 300,
  'pegboard.yaml': 550,
  'pegboard.lock': 250,
  overlays: 700,
  guidance: 50,
  skills: 650,
  packs: 150,
  'golden queries': 600,
  'kept reports': 300,
  scenarios: 500,
  'golden traces': 100,
  histories: 200,
  'client configurations': 1700,
  'server descriptions': 200,
  plugins: 600,
  'user files': 250,
  'logs of use': 400,
  audits: 60,
};

/** Inputs that were mutated: files of readers and inputs of procedures. */
export const leastMutated = 10_000;
/** How many writers there are at least, how often each is killed, and how often each procedure is called. */
export const leastWriters = 28;
const leastKillsEach = 10;
const leastCallsEach = 10;
/** The same of a slice. */
const [sliceKillsEach, sliceCallsEach] = [3, 2];

/** What a campaign of this depth did not try as often as it must, a line each; empty when nothing is missing. */
export function shortfalls(
  tallies: readonly Pick<AreaTally, 'area' | 'inputs' | 'subjects'>[],
  depth: Depth = 'deep',
): string[] {
  const isDeep = depth === 'deep';
  const of = (name: string) => tallies.find(({ area }) => area.name === name);
  const each = (area: string, names: readonly string[], least: number) =>
    names.flatMap((name) => {
      const count = of(area)?.subjects.get(name) ?? 0;
      return count < least ? [`${area}: ${name} was tried ${count} times; the least is ${least}.`] : [];
    });
  const mutated = tallies.filter(({ area }) => isMutated(area)).reduce((sum, { inputs }) => sum + inputs, 0);
  const fewestMutated = isDeep ? leastMutated : leastMutated * sliceOfArea;
  return [
    ...Object.entries(floors).flatMap(([name, whole]) => {
      const inputs = of(name)?.inputs ?? 0;
      const least = isDeep ? whole : sliceFloor(name, whole, of(name)?.area);
      return inputs < least ? [`${name}: ${inputs} were tried; the least is ${least}.`] : [];
    }),
    ...(mutated < fewestMutated ? [`Mutated inputs: ${mutated} were tried; the least is ${fewestMutated}.`] : []),
    ...(writers.length < leastWriters ? [`There are ${writers.length} writers; the least is ${leastWriters}.`] : []),
    ...each(
      'kills',
      writers.map(({ name }) => name),
      isDeep ? leastKillsEach : sliceKillsEach,
    ),
    ...each(
      'procedures',
      procedures.map(({ name }) => name),
      isDeep ? leastCallsEach : sliceCallsEach,
    ),
  ];
}

/** The least that a slice tries of an area: all of a table, three kills of each writer, a quarter of all else. */
function sliceFloor(name: string, whole: number, area: Area | undefined): number {
  if (name === 'kills') return leastWriters * sliceKillsEach;
  const isWhole = area !== undefined && sliceSize(area) === area.cases;
  return isWhole ? whole : drawnInSlice(whole);
}

/** Whether an area makes its inputs by changing good ones. */
export function isMutated({ unit, isEndless }: AreaTally['area']): boolean {
  return isEndless && (unit === 'inputs' || unit === 'calls');
}
