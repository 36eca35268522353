import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { functionOf, markFunctions } from '../mutation/entered.ts';
import { applyMutant, isProgram, type Mutant, mutantsOf } from '../mutation/places.ts';
import { reachingTests } from '../mutation/reaching-tests.ts';
import { runTests } from '../mutation/run-tests.ts';
import { drawMutants, inOrderOf, scoreRow, type TriedMutant, tryMutants } from '../mutation/score.ts';

const root = resolve(import.meta.dirname, '../fixtures/mutation');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const changes = (mutants: readonly Mutant[]) => mutants.map(({ line, from, to }) => `${line}: ${from} → ${to}`);

describe('the places of mutants', () => {
  it('are conditions, operators, values and methods, and never a type', () => {
    const text = read('kinds.ts');
    expect(changes(mutantsOf('kinds.ts', text).filter((mutant) => isProgram(text, mutant)))).toEqual([
      "6: names.some((name) => name === 'all' && stats.size < 10) → !(names.some((name) => name === 'all' && stats.size < 10))",
      '6: some → every',
      "6: name === 'all' && stats.size < 10 → false",
      "6: name === 'all' && stats.size < 10 → true",
      '6: === → !==',
      "6: 'all' → ''",
      '6: && → ||',
      '6: < → <=',
      '6: 10 → (10 - 1)',
      '6: 10 → (10 + 1)',
      '7: stats.isFile() → !(stats.isFile())',
      "7: stats.isFile() ? 'file' : 'folder' → null",
      "7: 'file' → ''",
      "7: 'folder' → ''",
    ]);
  });

  it('leave out a change after which the text is no program', () => {
    const text = 'const a = (b: number | null) => -b! ** 2;';
    const mutant = { path: 'a.ts', line: 1, start: 0, end: 5, from: 'const', to: 'return' };
    expect(isProgram(text, mutant)).toBe(false);
  });

  it('refuse a text that is not the one they were found in', () => {
    const [first] = mutantsOf('is-large.ts', read('is-large.ts'));
    expect(() => applyMutant('another text', first as Mutant)).toThrow('is not the text');
  });

  it('are drawn by the seed, and a longer draw begins with a shorter one', () => {
    const mutants = mutantsOf('kinds.ts', read('kinds.ts'));
    expect(inOrderOf(mutants, 7)).toEqual(inOrderOf(mutants, 7));
    expect(inOrderOf(mutants, 7)).not.toEqual(inOrderOf(mutants, 8));
    expect(new Set(inOrderOf(mutants, 7))).toEqual(new Set(mutants));
  });
});

describe('a run of mutants', () => {
  const mutant = (from: string, to: string): Mutant => {
    const start = read('is-large.ts').indexOf(from);
    return { path: 'is-large.ts', line: 3, start, end: start + from.length, from, to };
  };
  const run = (test: string, change: Mutant | null, limit = 60_000) =>
    runTests({ root, tests: [test], mutant: change, limit });

  it('starts the nearest tests that load the source, and none that only knows a type of it', () => {
    const testsOf = reachingTests(root, ['other.test.ts', 'strong.test.ts', 'weak.test.ts']);
    expect(testsOf('is-large.ts')).toEqual(['strong.test.ts', 'weak.test.ts']);
    expect(testsOf('kinds.ts')).toEqual([]);
  });

  it('tells a test that notices a change from one that does not, and leaves the source as it is', async () => {
    const before = read('is-large.ts');
    const change = mutant('>', '>=');
    expect(await run('weak.test.ts', change)).toMatchObject({ outcome: 'survived' });
    expect(await run('strong.test.ts', change)).toMatchObject({
      outcome: 'killed',
      by: 'is large over the limit only',
    });
    expect(read('is-large.ts')).toBe(before);
  });

  it('does not count a run that never loaded the change', async () => {
    expect(await run('other.test.ts', mutant('>', '>='))).toMatchObject({ outcome: 'unseen' });
    expect(await run('missing.test.ts', mutant('>', '>='))).toMatchObject({ outcome: 'broken' });
  });

  it('ends an endless loop', async () => {
    const loop = mutant('return value', 'for (;;); return value');
    expect(await run('weak.test.ts', loop, 300)).toMatchObject({ outcome: 'timeout' });
  });

  it('marks functions without changing what they do', async () => {
    const text = 'export const f = (a: number) => ({ b: [a].map((c) => c + 1), d() { return () => a; } });\n';
    const marked = markFunctions('f.ts', text);
    expect(isProgram(marked, { path: 'f.ts', line: 1, start: 0, end: 0, from: '', to: '' })).toBe(true);
    expect(marked.match(/pegboardEntered\?\.add\('f\.ts:\d+'\)/g)).toHaveLength(4);
    const at = (from: string) => ({
      path: 'f.ts',
      line: 1,
      start: text.indexOf(from),
      end: text.indexOf(from) + 1,
      from,
      to: '',
    });
    const places = ['[a]', 'c + 1', 'return', 'a;', 'const f'].map((from) => functionOf(at(from), text));
    expect(places).toEqual([
      `f.ts:${text.indexOf('({ b')}`,
      `f.ts:${text.indexOf('c + 1')}`,
      `f.ts:${text.indexOf('{ return')}`,
      `f.ts:${text.indexOf('a;')}`,
      null,
    ]);
  });

  it('runs a change only in tests that run its function', async () => {
    const { outcome, entered } = await runTests({
      root,
      tests: ['other.test.ts', 'strong.test.ts'],
      mutant: null,
      marked: ['is-large.ts'],
      limit: 60_000,
    });
    expect(outcome).toBe('survived');
    const place = functionOf(mutant('>', '>='), read('is-large.ts')) ?? '';
    expect([...entered].map(([test, functions]) => [test, functions.has(place)])).toEqual([
      ['other.test.ts', false],
      ['strong.test.ts', true],
    ]);
  });

  it('gives an area its score', async () => {
    const area = { sources: ['is-large.ts'], tests: ['*.test.ts'] };
    const drawn = await drawMutants(area, { root, seed: 1, count: 2 });
    expect(drawn).toEqual((await drawMutants(area, { root, seed: 1, count: 3 })).slice(0, 2));
    const tried: TriedMutant[] = [];
    const options = { root, atOnce: 2, onTried: (one: TriedMutant) => tried.push(one) };
    await tryMutants(area, drawn, { ...options, until: 0 });
    expect(tried).toEqual([]);
    await tryMutants(area, drawn, { ...options, until: Number.POSITIVE_INFINITY });
    expect(new Set(tried.map(({ mutant }) => mutant))).toEqual(new Set(drawn));
    expect(scoreRow('limits', tried)).toBe('| limits | 2 | 2 | 0 | 0 | 0 | 100 % |');
  });
});
