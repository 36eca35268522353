import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { PegboardError } from '#shared/errors.ts';
import { splitFrontMatter } from '#shared/text/front-matter.ts';
import { readJsonValues } from '#shared/text/json-values.ts';
import { parseJson, positionAt, positionsIn } from '#shared/text/parse-json.ts';
import { readScenario, scenarioOf } from '#shared/text/read-scenario.ts';
import { readYamlFile } from '#shared/text/read-yaml-file.ts';
import { isRecord, jsonProblem } from '#shared/text/values.ts';
import { readYamlValues } from '#shared/text/yaml-values.ts';

const nested = (levels: number) => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};

describe('values that are JSON of a bearable size', () => {
  it.each<[unknown, string | null]>([
    [{ a: [1, 'x', null, true, undefined] }, null],
    [nested(40), null],
    [nested(41), 'values are nested deeper than 40 levels'],
    [Array.from({ length: 50_000 }, () => 0), null],
    [Array.from({ length: 50_001 }, () => 0), 'more than 50000 values in one skill'],
    [[Number.NaN], 'NaN is not a valid JSON number'],
    [[Number.POSITIVE_INFINITY], 'Infinity is not a valid JSON number'],
    ['\ud800', 'half of a surrogate pair'],
    [{ '\ud800': 1 }, 'half of a surrogate pair'],
    [[1n], 'a value that is not JSON'],
    [[Symbol('x')], 'a value that is not JSON'],
    [[() => 1], 'a value that is not JSON'],
  ])('in case %#', (value, expected) => {
    expect(jsonProblem(value)?.message ?? null).toBe(expected);
  });

  it('have codes for what is wrong', () => {
    const codes = [nested(41), [Number.NaN], '\ud800', { '\ud800': 1 }, [1n]].map((value) => jsonProblem(value)?.code);
    expect(codes).toEqual(['too_complex', 'field_type', 'broken_unicode', 'broken_unicode', 'field_type']);
    expect([{}, [], null, 1, 'x'].map(isRecord)).toEqual([true, false, false, false, false]);
  });
});

describe('a text of JSON', () => {
  const failed = (text: string, firstLine?: number) => {
    try {
      return parseJson(text, 'a.json', { firstLine });
    } catch (error) {
      if (!(error instanceof PegboardError)) throw error;
      return [error.message, error.data];
    }
  };

  it('that is broken is told with the place of the first mistake', () => {
    expect(failed('[1]')).toEqual([1]);
    expect(failed('{\n "a" 1}')).toEqual([
      'a.json:2:6: not valid JSON: colon expected',
      { file: 'a.json', line: 2, column: 6 },
    ]);
    expect(failed(' \n')).toEqual(['a.json is empty.', { file: 'a.json', line: 2, column: 1 }]);
    expect(failed('[1,]', 5)).toEqual([
      expect.stringContaining('a.json:5:4: not valid JSON: '),
      { file: 'a.json', line: 5, column: 4 },
    ]);
    expect(failed('[1 /* c */]')).toEqual([expect.stringContaining('comment'), expect.anything()]);
    expect(failed('['.repeat(100_000))).toEqual([expect.stringContaining('a.json:1:'), expect.anything()]);
  });

  it('has places by line and column, from 1', () => {
    const text = 'ab\n\nc';
    const at = positionsIn(text);
    for (const [offset, line, column] of [
      [0, 1, 1],
      [2, 1, 3],
      [3, 2, 1],
      [4, 3, 1],
      [5, 3, 2],
    ] as const) {
      expect(positionAt(text, offset)).toEqual({ line, column });
      expect(at(offset)).toEqual({ line, column });
    }
  });

  it('says where each of its values stands', () => {
    const read = readJsonValues('{\n "a": {"b": [1,\n  2]}}', 10);
    if (!read.ok) throw new Error(read.problem.message);
    expect(read.values.value).toEqual({ a: { b: [1, 2] } });
    const places = [[], ['a'], ['a', 'b'], ['a', 'b', 1], ['a', 'b', 7], ['a', 'x'], ['x']].map((path) =>
      read.values.placeOf(path),
    );
    expect(places.map(({ line, column }) => [line, column])).toEqual([
      ...[
        [10, 1],
        [11, 2],
        [11, 8],
        [12, 3],
      ],
      ...[
        [11, 8],
        [11, 2],
        [10, 1],
      ],
    ]);
    expect(readJsonValues('[1,', 3)).toMatchObject({ ok: false, problem: { code: 'syntax', place: { line: 3 } } });
    expect(readJsonValues('["\\ud800"]', 3)).toEqual({
      ok: false,
      problem: { code: 'broken_unicode', message: 'half of a surrogate pair', place: { line: 3, column: 1 } },
    });
  });
});

describe('a text of YAML', () => {
  const problemOf = (text: string) => {
    const read = readYamlValues(text, 4);
    return read.ok ? null : [read.problem.code, read.problem.message, read.problem.place];
  };

  it('is read with the places of its values, and nothing where it is empty', () => {
    const read = readYamlValues('a:\n  - b: 1\n', 4);
    if (!read.ok) throw new Error(read.problem.message);
    expect(read.values.value).toEqual({ a: [{ b: 1 }] });
    expect([read.values.placeOf(['a', 0, 'b']), read.values.placeOf(['x'])]).toEqual([
      { line: 5, column: 5 },
      { line: 4, column: 1 },
    ]);
    expect(readYamlValues('')).toMatchObject({ ok: true, values: { value: null } });
  });

  it('is refused where it is too large, too deep, or of another kind', () => {
    const start = { line: 4, column: 1 };
    expect(problemOf(`a: ${'x'.repeat(512 * 1024 - 3)}`)).toBeNull();
    expect(problemOf(`a: ${'x'.repeat(512 * 1024 - 2)}`)).toEqual([
      'too_complex',
      'more than 524288 characters of YAML',
      start,
    ]);
    expect(problemOf('a: &x [1]\nb: [*x]\n')).toBeNull();
    expect(problemOf(`a: &x [1]\nb: [${Array.from({ length: 60 }, () => '*x').join(', ')}]`)).toEqual([
      ...['too_complex', 'aliases repeat too much', start],
    ]);
    expect(problemOf('a: .nan')).toEqual(['field_type', 'NaN is not a valid JSON number', start]);
    expect(problemOf('a: !!js/function x')?.[0]).toBe('syntax');
    expect(problemOf(`${'['.repeat(101)}${']'.repeat(101)}`)?.slice(0, 2)).toEqual([
      'too_complex',
      'lists or maps are nested too deep',
    ]);
    expect(problemOf('a: 1\na: 2')).toEqual(['syntax', 'the key a is given twice', { line: 5, column: 1 }]);
  });

  it('of a file is read by its schema, each mistake with its place', () => {
    const schema = z.strictObject({ a: z.array(z.number()) });
    const read = (text: string) => {
      const { value, findings } = readYamlFile(schema, text, 'x.yaml', {
        syntax: 'scenario_syntax',
        invalid: 'scenario_invalid',
      });
      return {
        value,
        findings: findings.map(({ code, message, path, range }) => [
          code,
          message,
          path,
          range?.start.line,
          range?.start.column,
        ]),
      };
    };
    expect(read('a: [1]')).toEqual({ value: { a: [1] }, findings: [] });
    const wrong = read('a:\n  - x\n  - y\nb: 1\n');
    expect(wrong.value).toBeNull();
    expect(wrong.findings.map(([code, , path, line, column]) => [code, path, line, column])).toEqual([
      ['scenario_invalid', 'x.yaml', 2, 5],
      ['scenario_invalid', 'x.yaml', 3, 5],
      ['scenario_invalid', 'x.yaml', expect.any(Number), expect.any(Number)],
    ]);
    expect(wrong.findings[0]?.[1]).toMatch(/^a\.0: \S/);
    expect(read('[]').findings[0]?.[1]).not.toMatch(/^:|^\S+: \S+: /);
    expect(read('a: [').findings).toEqual([['scenario_syntax', expect.any(String), 'x.yaml', 1, expect.any(Number)]]);
    const many = read(`a: [${Array.from({ length: 150 }, () => 'x').join(', ')}]`);
    expect(many.findings).toHaveLength(100);
    expect(read('a: *x').findings).toHaveLength(1);
  });

  it('of a scenario is an error with the first mistake and how many more there are', () => {
    const scenarioError = (text: string) => {
      try {
        return scenarioOf(readScenario(text, 'x.scenario.yaml'));
      } catch (error) {
        return error as PegboardError;
      }
    };
    expect(scenarioError('a: [')).toMatchObject({
      code: 'scenario_syntax',
      message: expect.stringMatching(/^x\.scenario\.yaml:1:\d+: /),
    });
    const { findings } = readScenario('wrong: 1\nother: 2\n', 'x.scenario.yaml');
    const error = scenarioError('wrong: 1\nother: 2\n');
    expect(error).toMatchObject({ code: 'scenario_invalid', data: { findings } });
    if (findings.length < 2) throw new Error('Both fields are wrong.');
    expect((error as PegboardError).message).toContain(` (and ${findings.length - 1} more)`);
  });
});

describe('front matter', () => {
  const partsOf = (text: string) => {
    const parts = splitFrontMatter(text);
    if (parts === null) return null;
    if ('problem' in parts) return [parts.problem.code, parts.problem.place];
    return [text.slice(parts.yaml.start, parts.yaml.end), text.slice(parts.body.start, parts.body.end)];
  };

  it('stands between two lines of dashes', () => {
    expect(partsOf('---\na: 1\n---\nbody\n')).toEqual(['a: 1\n', 'body\n']);
    expect(partsOf('---yaml\r\na: 1\r\n--- \r\nbody')).toEqual(['a: 1\r\n', 'body']);
    expect(partsOf('--- YML\n---\nbody')).toEqual(['', 'body']);
    expect(partsOf('---\na: 1\n---')).toEqual(['a: 1\n', '']);
    expect(['a\n---\n', '---\na: 1\n', '----\na\n---\n', '--- a b\n---\n', ' ---\n---\n'].map(partsOf)).toEqual([
      ...[null, null, null, null, null],
    ]);
  });

  it('is refused in another language, and where a line of it only starts with dashes', () => {
    expect(partsOf('---js\nx\n---\n')).toEqual(['front_matter_language', { line: 1, column: 4 }]);
    expect(partsOf('---\na: 1\n---x\n---\n')).toEqual(['syntax', { line: 3, column: 1 }]);
  });
});
