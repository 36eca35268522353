import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { areas } from './areas.ts';
import type { Mutant } from './places.ts';
import { drawMutants, scoreRow, type TriedMutant, tryMutants } from './score.ts';

/**
 * `npm run test:mutation -- --area policy --count 40 --seed 1`: changes the sources of an area in small ways, one at a time, and
 * says which changes no test of the area notices. With `--results FILE`, outcomes are kept there, and mutants that the file has are not
 * tried again but for those that survived with `--again`; `--minutes 4` begins none after that time.
 */

const { values } = parseArgs({
  options: {
    area: { type: 'string', multiple: true, default: Object.keys(areas) },
    count: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    results: { type: 'string' },
    again: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '600' },
    'at-once': { type: 'string', default: String(availableParallelism()) },
  },
});
const root = resolve(import.meta.dirname, '../..');
const until = performance.now() + Number(values.minutes) * 60_000;
const print = (line: string) => process.stdout.write(`${line}\n`);
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 100);
const keyOf = ({ path, start, end, from, to }: Mutant) => JSON.stringify([path, start, end, from, to]);
const isKilled = ({ outcome }: TriedMutant) => outcome === 'killed' || outcome === 'timeout';

const { results } = values;
const known = new Map<string, TriedMutant>();
if (results !== undefined && existsSync(results))
  for (const one of JSON.parse(readFileSync(results, 'utf8')) as TriedMutant[]) known.set(keyOf(one.mutant), one);

function keep(tried: TriedMutant): void {
  const { outcome, mutant, by } = tried;
  known.set(keyOf(mutant), tried);
  if (results !== undefined) writeFileSync(results, `${JSON.stringify([...known.values()], null, 1)}\n`);
  const change = `${oneLine(mutant.from)} → ${oneLine(mutant.to)}`;
  print(`${outcome.padEnd(8)} ${mutant.path}:${mutant.line}  ${change}${by ? `  (${oneLine(by)})` : ''}`);
}

const interrupted = new AbortController();
// The processes of the mutants end with this one, and their folders are removed.
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.once(name, () => {
    interrupted.abort(new Error('Interrupted.'));
    process.exitCode = 130;
  });

const rows: string[] = [];
for (const name of values.area) {
  const area = areas[name];
  if (!area) throw new Error(`There is no area ${name}. The areas are ${Object.keys(areas).join(', ')}.`);
  print(`\n${name}`);
  const drawn = await drawMutants(area, { root, seed: Number(values.seed), count: Number(values.count) });
  const waiting = drawn.filter((mutant) => {
    const before = known.get(keyOf(mutant));
    return before === undefined || (values.again && !isKilled(before));
  });
  const options = { root, until, atOnce: Number(values['at-once']), signal: interrupted.signal, onTried: keep };
  if (waiting.length > 0 && performance.now() < until && !interrupted.signal.aborted)
    await tryMutants(area, waiting, options).catch((error) => {
      if (!interrupted.signal.aborted) throw error;
    });
  rows.push(
    scoreRow(
      name,
      drawn.flatMap((mutant) => known.get(keyOf(mutant)) ?? []),
    ),
  );
}
if (interrupted.signal.aborted) print('\nInterrupted.');
print('\n| Area | Mutants | Killed | Timed out | Survived | Not run | Score |');
print('|---|---|---|---|---|---|---|');
for (const row of rows) print(row);
