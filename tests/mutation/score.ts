import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { seededRandom } from '#shared/seeded-random.ts';
import type { Area } from './areas.ts';
import { functionOf } from './entered.ts';
import { isProgram, type Mutant, mutantsOf } from './places.ts';
import { reachingTests } from './reaching-tests.ts';
import { runTests, type TestRun } from './run-tests.ts';

export interface TriedMutant extends Pick<TestRun, 'outcome' | 'by'> {
  readonly mutant: Mutant;
}

export interface TryOptions {
  readonly root: string;
  /** How many processes run at once. */
  readonly atOnce: number;
  /** On the clock of `performance.now()`: no mutant is begun after it. */
  readonly until: number;
  readonly signal?: AbortSignal;
  readonly onTried: (tried: TriedMutant) => void;
}

/** The first `count` mutants of an area in the order that a seed gives. */
export async function drawMutants(
  area: Area,
  { root, seed, count }: { root: string; seed: number; count: number },
): Promise<readonly Mutant[]> {
  const sources = (await paths(root, area.sources)).filter((path) => !area.but?.test(path));
  const texts = new Map(sources.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
  const drawn: Mutant[] = [];
  for (const mutant of inOrderOf(
    [...texts].flatMap(([path, text]) => mutantsOf(path, text)),
    seed,
  )) {
    if (drawn.length === count) break;
    if (isProgram(texts.get(mutant.path) ?? '', mutant)) drawn.push(mutant);
  }
  return drawn;
}

/** All of them in an order that depends on the seed only, so that a longer draw begins with a shorter one. */
export function inOrderOf(mutants: readonly Mutant[], seed: number): readonly Mutant[] {
  const random = seededRandom(seed);
  return mutants
    .map((mutant) => ({ mutant, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ mutant }) => mutant);
}

/**
 * Tries mutants of an area against those tests of the area that run the function around them. Throws where these tests fail on
 * the sources as they are, since then a failure would say nothing.
 */
export async function tryMutants(area: Area, mutants: readonly Mutant[], options: TryOptions): Promise<void> {
  const { root, until, signal } = options;
  const texts = new Map(mutants.map(({ path }) => [path, readFileSync(join(root, path), 'utf8')]));
  const loading = reachingTests(root, await paths(root, area.tests));
  const tests = [...new Set([...texts.keys()].flatMap(loading))].sort();
  if (tests.length === 0) {
    for (const mutant of mutants) options.onTried({ mutant, outcome: 'unseen', by: '' });
    return;
  }
  const plain = await runTests({ root, tests, mutant: null, marked: [...texts.keys()], limit: 600_000, signal });
  if (plain.outcome !== 'survived') throw new Error(`The tests fail without a mutant: ${plain.by}`);
  const waiting = [...mutants];
  const work = async () => {
    for (;;) {
      const mutant = performance.now() < until && !signal?.aborted ? waiting.shift() : undefined;
      if (!mutant) return;
      const place = functionOf(mutant, texts.get(mutant.path) ?? '');
      const timeOf = (test: string) => plain.times.get(test) ?? 0;
      // The quick ones first: most mutants need no other.
      const some = loading(mutant.path)
        .filter((test) => place === null || plain.entered.get(test)?.has(place))
        .toSorted((a, b) => timeOf(a) - timeOf(b));
      // An endless loop is far beyond this, and a busy machine is not.
      const limit = 20_000 + 4 * some.reduce((sum, test) => sum + timeOf(test), 0);
      const { outcome, by } =
        some.length === 0
          ? { outcome: 'unseen' as const, by: '' }
          : await runTests({ root, tests: some, mutant, limit, signal });
      if (outcome === 'broken') throw new Error(`${mutant.path}:${mutant.line} was not loaded: ${by}`);
      options.onTried({ mutant, outcome, by });
    }
  };
  await Promise.all(Array.from({ length: options.atOnce }, work));
}

/** A time-out counts as killed; a mutant that no test runs counts as survived. */
export function scoreRow(area: string, tried: readonly TriedMutant[]): string {
  const number = (...outcomes: readonly TestRun['outcome'][]) =>
    tried.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const percent = tried.length === 0 ? 0 : Math.round((100 * number('killed', 'timeout')) / tried.length);
  return `| ${area} | ${tried.length} | ${number('killed')} | ${number('timeout')} | ${number('survived')} | ${number('unseen')} | ${percent} % |`;
}

async function paths(root: string, patterns: readonly string[]): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const pattern of patterns) for await (const path of glob(pattern, { cwd: root })) found.add(path);
  return [...found].sort();
}
