import { describe, expect, it } from 'vitest';
import { parseYaml } from '#shared/text/parse-yaml.ts';

function firstProblem(text: string) {
  const parsed = parseYaml(text);
  if (parsed.ok) throw new Error('The text was read.');
  const { message, place } = parsed.problems[0];
  return { message, at: `${place.line}:${place.column}` };
}

describe('a mistake in YAML', () => {
  it('names a bracket that is never closed where it opens, not where the parser stumbles', () => {
    expect(firstProblem('name: a\nsteps: [one, two\nnext: 1\n')).toEqual({
      message: 'the bracket that opens here is not closed with ] before the next entry',
      at: '2:8',
    });
    expect(firstProblem('# a [\nx: {a: "]}", b: [1]\ny: 2\n')).toMatchObject({ at: '2:4' });
  });

  it('says where the bracket belongs', () => {
    const hintOf = (text: string) => {
      const parsed = parseYaml(text);
      return parsed.ok ? null : parsed.problems[0].hint;
    };
    expect(hintOf('a: [1\nb: 2\n')).toBe('Add ] where the list ends.');
    expect(hintOf('a: {b: 1\nc: 2\n')).toBe('Add } where the map ends.');
  });

  it('names a quote that is never closed where it opens', () => {
    expect(firstProblem('a: it\'s\nb: "x\nc: 2\n')).toEqual({
      message: 'the quote that opens here is not closed',
      at: '2:4',
    });
  });

  it.each([
    ['a: b: c\n', 'this line has a second ": "'],
    ['a:\n\t- b\n', 'this line is indented with a tab'],
    ['a:\n  b: 1\n c: 2\n', 'the indentation of this line differs from its neighbours'],
    ['a: @x\n', 'a text cannot start with this character'],
    ['key\nother: 1\n', 'this line is not a key with a value'],
    ['a: [1,,2]\n', 'this does not belong here'],
  ])('is told in plain words: %j', (text, message) => {
    expect(firstProblem(text).message).toBe(message);
  });

  it('quotes nothing of the text', () => {
    expect(JSON.stringify(firstProblem('- a\nsecret: hunter2\n'))).not.toContain('hunter2');
  });
});
