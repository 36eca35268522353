import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ArgumentPath,
  pointerOf,
  valueAt,
  withValueAt,
} from '../../../src-renderer/features/try-it/argument-path.ts';
import { parseArguments, readArguments } from '../../../src-renderer/features/try-it/read-arguments.ts';
import { readJson, readNumber } from '../../../src-renderer/features/try-it/read-field.ts';
import { newTrial, readable, remembered, withArgument } from '../../../src-renderer/features/try-it/try-it-store.ts';
import { sameJson } from '../../../src-renderer/ui/json-value.ts';

const someKey = fc.constantFrom('a', 'b/c', '~', '__proto__', 'constructor', '');
const somePath: fc.Arbitrary<ArgumentPath> = fc.array(someKey, { minLength: 1, maxLength: 4 });

describe('a value somewhere in the arguments', () => {
  it('is what was put there, whatever the path; the arguments before stay as they were', () => {
    fc.assert(
      fc.property(fc.dictionary(someKey, fc.jsonValue()), somePath, fc.jsonValue(), (args, path, value) => {
        const before = JSON.stringify(args);
        const changed = withValueAt(args, path, value);
        expect(JSON.stringify(args)).toBe(before);
        expect(valueAt(changed, path)).toEqual(value);
        expect(valueAt(withValueAt(changed, path, undefined), path)).toBeUndefined();
      }),
    );
  });

  it('leaves its list when it is taken out', () => {
    expect(withValueAt({ list: ['x', 'y', 'z'] }, ['list', 1], undefined)).toEqual({ list: ['x', 'z'] });
    expect(withValueAt({ list: ['x'] }, ['list', 1], 'y')).toEqual({ list: ['x', 'y'] });
  });

  it('reads nothing that an object inherits', () => {
    expect(valueAt({}, ['constructor'])).toBeUndefined();
    expect(valueAt({}, ['__proto__', 'toString'])).toBeUndefined();
  });

  it('is named by a JSON pointer', () => {
    expect(pointerOf(['a/b', 0, '~c'])).toBe('/a~1b/0/~0c');
    expect(pointerOf([])).toBe('');
  });
});

describe('a trial', () => {
  const trial = {
    ...newTrial({ list: [1, 2], name: 'x' }, 'form'),
    drafts: { '/list/1': '1.', '/name': 'y' },
    issues: [
      { path: 'list.0', pointer: '/list/0', message: 'm' },
      { path: 'name', pointer: '/name', message: 'm' },
    ],
  };

  it('forgets what was wrong with an argument once that changes', () => {
    const changed = withArgument(trial, ['name'], 'z');
    expect(changed.drafts).toEqual({ '/list/1': '1.' });
    expect(changed.issues).toMatchObject([{ pointer: '/list/0' }]);
  });

  it('knows nothing of the places in a list any more once an element is gone', () => {
    const changed = withArgument(trial, ['list', 0], undefined);
    expect(changed.args).toEqual({ list: [2], name: 'x' });
    expect(changed.drafts).toEqual({ '/name': 'y' });
    expect(changed.issues).toMatchObject([{ pointer: '/name' }]);
  });

  it('is no call while a field is half written', () => {
    expect(readArguments(trial)).toEqual({ args: null, problem: '2 fields cannot be read yet.' });
    expect(readArguments({ ...trial, drafts: {} }).args).toEqual({ list: [1, 2], name: 'x' });
  });

  it('remembers arguments once, the last first, ten of them', () => {
    let history = remembered([], { a: 1, b: 2 });
    for (let n = 0; n < 12; n++) history = remembered(history, { n });
    history = remembered(history, { n: 7 });
    expect(history).toHaveLength(10);
    expect(history[0]).toEqual({ n: 7 });
    expect(remembered(history, {})).toBe(history);
    expect(remembered([{ a: 1, b: 2 }], { b: 2, a: 1 })).toHaveLength(1);
  });
});

describe('arguments as JSON', () => {
  it('come back as they were', () => {
    fc.assert(
      fc.property(fc.dictionary(someKey, fc.jsonValue()), (args) => {
        const sent = JSON.parse(JSON.stringify(args));
        expect(parseArguments(readable(sent)).args).toEqual(sent);
      }),
    );
  });

  it('have to be an object, and to keep their digits', () => {
    expect(parseArguments(' ')).toEqual({ args: {}, problem: null });
    expect(parseArguments('[1]').problem).toMatch(/object/);
    expect(parseArguments('{"a": ').problem).toMatch(/not valid JSON/);
    expect(parseArguments('{"id": 12345678901234567890}').problem).toMatch(/^12345678901234567890 has more digits/);
    expect(parseArguments('{"id": "12345678901234567890", "b": 1e30}').problem).toBeNull();
  });

  it('are the same whatever the order of their keys', () => {
    expect(sameJson({ a: [1, { b: null }], c: 2 }, { c: 2, a: [1, { b: null }] })).toBe(true);
    expect(sameJson({ a: 1 }, { a: 1, b: undefined })).toBe(false);
    expect(sameJson([1], { 0: 1 })).toBe(false);
    expect(sameJson({ toString: 1 }, {})).toBe(false);
  });
});

describe('a field that is written', () => {
  it.each([
    ['12', 12],
    ['-0.5', -0.5],
    ['1e3', 1000],
    [' 7 ', 7],
  ])('reads %j as a number', (text, value) => {
    expect(readNumber(text, true)).toEqual({ value, problem: null });
  });

  it.each(['1.', '-', '0x10', '1,5', 'NaN', '1e999', '9007199254740993'])('does not read %j as a number', (text) => {
    expect(readNumber(text, true).problem).toEqual(expect.any(String));
  });

  it('reads an empty text as nothing where nothing need be sent', () => {
    expect(readNumber('', true)).toEqual({ value: undefined, problem: null });
    expect(readNumber('', false).problem).toEqual(expect.any(String));
    expect(readJson('', true)).toEqual({ value: undefined, problem: null });
    expect(readJson('', false).problem).toEqual(expect.any(String));
  });
});
