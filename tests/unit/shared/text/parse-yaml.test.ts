import { describe, expect, it } from 'vitest';
import { parseWorkspaceFile } from '#core/workspace/workspace-file.ts';
import { editYaml } from '#shared/text/edit-yaml.ts';
import { parseYaml, yamlValues } from '#shared/text/parse-yaml.ts';
import { readScenario } from '#shared/text/read-scenario.ts';
import { readYamlValues } from '#shared/text/yaml-values.ts';

const problemsOf = (text: string) => {
  const parsed = parseYaml(text);
  return parsed.ok ? [] : parsed.problems;
};

/** Processor time of a run, microseconds: other work on the machine takes none of it. */
function timeOf(run: () => unknown): number {
  const start = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(start);
  return user + system;
}

const lines = (count: number, line: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => line(i)).join('\n');

/** The text with a number in it, so that nothing is remembered of the run before. */
let run = 0;
const fresh = (text: string) => `# ${++run}\n${text}\n`;

describe('YAML of a stranger is read in linear time', () => {
  it.each<[string, number, (count: number) => unknown]>([
    ['keys of pegboard.yaml', 1000, (n) => parseWorkspaceFile(fresh(lines(n, (i) => `key_${i}: 1`)), 'a')],
    [
      'overlays of pegboard.yaml',
      500,
      (n) => parseWorkspaceFile(fresh(`overlays:\n${lines(n, (i) => `  x.tool_${i}: {usage_hint: "x"}`)}`), 'a'),
    ],
    [
      'results of a scenario',
      500,
      (n) =>
        readScenario(
          fresh(`name: a\nquery: x\nscript: []\nresults:\n${lines(n, (i) => `  x.t_${i}: {value: 1}`)}`),
          'a',
        ),
    ],
    ['mistakes of a scenario', 500, (n) => readScenario(fresh(`${lines(n, (i) => `wrong_${i}: 1`)}`), 'a')],
    [
      'keys of a text that is edited',
      500,
      (n) =>
        editYaml(
          fresh(lines(n, (i) => `key_${i}: ${i}`)),
          Object.fromEntries(Array.from({ length: n }, (_, i) => [`key_${i}`, i === 7 ? 0 : i])),
        ),
    ],
    ['keys of a skill', 1000, (n) => readYamlValues(fresh(lines(n, (i) => `key_${i}: 1`)))],
  ])('%s: sixteen times as many take far less than a square of that', (_what, count, read) => {
    read(200);
    // A square would be 256 times; collecting garbage, and caches that are too small, double what is linear.
    let large = timeOf(() => read(count * 16));
    const small = Math.min(...[1, 2, 3, 4].map(() => timeOf(() => read(count))));
    // The fastest of four runs counts; the first that is fast enough settles it.
    for (let again = 0; again < 3 && large >= small * 48; again++)
      large = Math.min(
        large,
        timeOf(() => read(count * 16)),
      );
    expect(large / small).toBeLessThan(48);
  });

  it('refuses more lines than anybody writes at once', () => {
    expect(problemsOf('\n'.repeat(1_000_000))).toMatchObject([{ kind: 'too_complex', place: { line: 1 } }]);
    expect(problemsOf(`a: 1${'\n'.repeat(100_000)}b: 2\n`)).toEqual([]);
  });
});

describe('YAML of a stranger that cannot be read is refused with its place', () => {
  it.each([
    ['dashes', `a: 1\nb:\n  ${'- '.repeat(3000)}x\n`, 3],
    ['dashes below a value', `a: 1\n${'- '.repeat(3000)}x\n`, 2],
    ['a hundred thousand dashes', `a:\n  ${'- '.repeat(100_000)}x\n`, 2],
    ['brackets', `a: 1\nb: ${'['.repeat(50_000)}`, 2],
    ['braces', `a: 1\nb: ${'{a: '.repeat(3000)}`, 2],
    ['maps in maps', lines(1500, (i) => `${' '.repeat(i)}a:`), undefined],
    ['a level more than are read', `a: ${'['.repeat(101)}${']'.repeat(101)}`, 1],
    ['explicit keys', `${'? '.repeat(3000)}a`, 1],
    ['some explicit keys in each other', `a: 1\n${'? '.repeat(50)}a`, 2],
  ])('%s', (_what, text, line) => {
    const [problem] = problemsOf(text);
    expect(problem?.place.line).toBeGreaterThan(0);
    if (line !== undefined) expect(problem?.place.line).toBe(line);
    for (const read of [() => parseWorkspaceFile(text, 'pegboard.yaml')])
      expect(read).toThrow(expect.objectContaining({ code: 'config_syntax' }));
    expect(readScenario(text, 'a.scenario.yaml').findings[0]).toMatchObject({ code: 'scenario_syntax' });
    expect(readYamlValues(text)).toMatchObject({ ok: false });
    expect(editYaml(text, { a: 2 })).toBeNull();
  });

  it('a key that is there twice, also as a number and a text', () => {
    expect(problemsOf('a: 1\nb: {c: 1, c: 2}\n')).toMatchObject([
      { kind: 'repeated_key', message: 'the key c is given twice', place: { line: 2, column: 11 } },
    ]);
    expect(problemsOf('1: a\n"1": b\n')).toMatchObject([{ kind: 'repeated_key', place: { line: 2, column: 1 } }]);
    expect(problemsOf('a: {c: 1}\nb: {c: 1}\n')).toEqual([]);
  });

  it('a list or a map as a key, and a second document', () => {
    expect(problemsOf('[a]: 1\n')).toMatchObject([{ kind: 'complex_key', place: { line: 1, column: 1 } }]);
    expect(problemsOf('a: 1\n---\nb: 1\n')).toMatchObject([{ kind: 'second_document', place: { line: 2 } }]);
    expect(readYamlValues('a: 1\n---\nb: 1\n')).toMatchObject({ ok: false });
  });

  it('a text that grows by its aliases', () => {
    const bomb = `a0: &a0 [x]\n${lines(30, (i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}]`)}\n`;
    const parsed = parseYaml(bomb);
    expect(parsed.ok && yamlValues(parsed).ok).toBe(false);
  });

  it('says nothing of a repeated key of pegboard.yaml, since it may be a secret', () => {
    expect(() => parseWorkspaceFile('a: 1\nhunter2: 1\nhunter2: 2\n', 'p')).toThrow(/^p:3:1: (?!.*hunter2)/);
  });
});
