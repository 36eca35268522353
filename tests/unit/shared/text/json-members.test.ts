import { describe, expect, it } from 'vitest';
import { removeMember, setMember } from '#shared/text/json-members.ts';

describe('a member that is set', () => {
  const set = (text: string, path: string, value: unknown = 1) =>
    setMember(text, path.split('.'), value as number).text;

  it('replaces the value that is there and no other byte', () => {
    expect(set('{"a": 2, // c\n "b": 3}', 'a')).toBe('{"a": 1, // c\n "b": 3}');
    expect(set('{\n  "a": {\n    "b": 2\n  }\n}', 'a.b', { c: [1, 'x'] })).toBe(
      '{\n  "a": {\n    "b": {\n      "c": [1, "x"]\n    }\n  }\n}',
    );
    expect(set('{"a": {"b": 2}}', 'a.b', { c: {} })).toBe('{"a": {"b": {"c":{}}}}');
  });

  it('comes behind the others, in their style', () => {
    expect(set('{"a": 2}', 'b')).toBe('{"a": 2, "b": 1}');
    expect(set('{"a": 2,}', 'b')).toBe('{"a": 2, "b": 1,}');
    expect(set('{\n\t"a": 2\n}\n', 'b')).toBe('{\n\t"a": 2,\n\t"b": 1\n}\n');
    expect(set('{\r\n  "a": 2, // c\r\n}', 'b')).toBe('{\r\n  "a": 2, // c\r\n  "b": 1,\r\n}');
    expect(set('{\n  "a": 2 /* c */\n}', 'b')).toBe('{\n  "a": 2, /* c */\n  "b": 1\n}');
    expect(set('{\n  "a": 2 }', 'b')).toBe('{\n  "a": 2,\n  "b": 1 }');
  });

  it('makes the objects on its way', () => {
    expect(set('{}', 'a.b.c')).toBe('{\n  "a": {\n    "b": {\n      "c": 1\n    }\n  }\n}');
    expect(set('{"x": 1}', 'a.b')).toBe('{"x": 1, "a": {"b":1}}');
    expect(set('{\n    "a": {}\n}', 'a.b')).toBe('{\n    "a": {\n        "b": 1\n    }\n}');
    expect(set('{"a": {}}', 'a.b')).toBe('{"a": {"b": 1}}');
    expect(set('{\n  // c\n}', 'a')).toBe('{\n  // c\n  "a": 1\n}');
    expect(set('{ /* c */ }', 'a')).toBe('{ /* c */\n  "a": 1\n}');
    expect(set('{\n}', 'a')).toBe('{\n  "a": 1\n}');
    expect(set('{\n  "x": 1\n}', 'a', [{ b: 1 }, {}])).toBe(
      '{\n  "x": 1,\n  "a": [\n    {\n      "b": 1\n    },\n    {}\n  ]\n}',
    );
    expect(set('{\n  "x": 1\n}', 'a', null)).toBe('{\n  "x": 1,\n  "a": null\n}');
  });

  it('is refused where the text is no object, is broken, or has a key twice', () => {
    const problem = (text: string, path = 'a.b') => {
      const { problem: why, offset } = setMember(text, path.split('.'), 1) as { problem: string; offset: number };
      return [why, offset];
    };
    expect(problem('{"a" 1}')).toEqual(['colon expected', 5]);
    expect(problem(' [1]')).toEqual(['an object is expected', 1]);
    expect(problem('{"a": {}, "a": {}}')).toEqual(['the key "a" is given twice', 10]);
    expect(problem('{"a": [1]}')).toEqual(['"a" must contain an object', 6]);
    expect(problem(`{"a": ${'['.repeat(200_000)}`)).toEqual(['nested too deep', 0]);
  });
});

describe('a member that is removed', () => {
  const remove = (text: string, path: string) => removeMember(text, path.split('.')).text;

  it('goes with its comma, and with its lines where nothing else is on them', () => {
    expect(remove('{"a": 1, "b": 2, "c": 3}', 'a')).toBe('{"b": 2, "c": 3}');
    expect(remove('{"a": 1, "b": 2, "c": 3}', 'b')).toBe('{"a": 1, "c": 3}');
    expect(remove('{"a": 1, "b": 2, "c": 3}', 'c')).toBe('{"a": 1, "b": 2}');
    expect(remove('{"a": 1}', 'a')).toBe('{}');
    expect(remove('{\n  "a": 1,\n  "b": 2\n}', 'a')).toBe('{\n  "b": 2\n}');
    expect(remove('{\n  "a": 1,\n  "b": 2\n}', 'b')).toBe('{\n  "a": 1\n}');
    expect(remove('{\n  "a": 1,\n  "b": 2,\n}', 'b')).toBe('{\n  "a": 1,\n}');
    expect(remove('{\n  "a": {"b": 1, "c": 2},\n  "d": 3\n}', 'a.c')).toBe('{\n  "a": {"b": 1},\n  "d": 3\n}');
  });

  it('leaves comments', () => {
    expect(remove('{\n  // of a\n  "a": 1, // one\n  "b": 2\n}', 'a')).toBe('{\n  // of a\n  // one\n  "b": 2\n}');
    expect(remove('{\n  "a": 1, // one\n  "b": 2 // two\n}', 'b')).toBe('{\n  "a": 1 // one\n // two\n}');
    expect(remove('{\n  "a": 1 /* one */,\n  "b": 2\n}', 'a')).toBe('{\n  /* one */\n  "b": 2\n}');
  });

  it('changes nothing where there is none', () => {
    expect(remove('{"a": 1}', 'b')).toBe('{"a": 1}');
    expect(remove('{"a": {}}', 'a.b')).toBe('{"a": {}}');
    expect(removeMember('{', ['a'])).toMatchObject({ problem: expect.stringContaining('expected') });
  });
});
