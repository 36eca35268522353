import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { editYaml } from '#shared/text/edit-yaml.ts';
import type { JsonValue } from '#shared/text/write-value.ts';
import { casesOf } from '../../../support/depth.ts';

type JsonMap = { [key: string]: JsonValue };

/** The text after a change of its values. */
function edited(text: string, change: (value: JsonMap) => void): string | null {
  const value = (parse(text) ?? {}) as JsonMap;
  change(value);
  return editYaml(text, value);
}

const workspace = `# Orders.   Keep this.
tool_search:
  enabled: yes please # odd
  max_search_results: 0x0a

  always_loaded_patterns:
    - tasks.*   # ours
    # about the next
    - "shop.get_*"
    - finish
overlays:
  shop.get_order: {loading_mode: always, tags: [a, b]} # short
  shop.refund:
    description: |
      Two lines
      of text.
    tags:
    - money
sources: []
`;

describe('editing YAML', () => {
  it('that says it already changes nothing', () => {
    expect(edited(workspace, () => {})).toBe(workspace);
  });

  it.each<[string, (value: JsonMap) => void, [string, string]]>([
    ['a number', (value) => Object.assign(value.tool_search as JsonMap, { max_search_results: 12 }), ['0x0a', '12']],
    [
      'a new key of a map',
      (value) => Object.assign(value.tool_search as JsonMap, { ranking: 'rfc' }),
      ['    - finish\n', '    - finish\n  ranking: rfc\n'],
    ],
    [
      'an item at the end',
      (value) => ((value.tool_search as JsonMap).always_loaded_patterns as string[]).push('mail.*'),
      ['    - finish\n', '    - finish\n    - mail.*\n'],
    ],
    [
      'an item in the middle',
      (value) => ((value.tool_search as JsonMap).always_loaded_patterns as string[]).splice(1, 0, 'mail.*'),
      ['    - tasks.*   # ours\n', '    - tasks.*   # ours\n    - mail.*\n'],
    ],
    [
      'an item that goes',
      (value) => ((value.tool_search as JsonMap).always_loaded_patterns as string[]).splice(0, 1),
      ['    - tasks.*   # ours\n', ''],
    ],
    [
      'an item that is another',
      (value) => ((value.tool_search as JsonMap).always_loaded_patterns as string[]).splice(1, 1, 'shop.*'),
      ['"shop.get_*"', '"shop.*"'],
    ],
    [
      'a value in braces',
      (value) => Object.assign((value.overlays as JsonMap)['shop.get_order'] as JsonMap, { loading_mode: 'deferred' }),
      ['loading_mode: always', 'loading_mode: deferred'],
    ],
    [
      'a key in braces',
      (value) => Object.assign((value.overlays as JsonMap)['shop.get_order'] as JsonMap, { usage_hint: 'x: y' }),
      ['tags: [a, b]}', 'tags: [a, b], usage_hint: "x: y"}'],
    ],
    [
      'an item in brackets',
      (value) => (((value.overlays as JsonMap)['shop.get_order'] as JsonMap).tags as string[]).push('c'),
      ['[a, b]', '[a, b, c]'],
    ],
    [
      'the only item of a list without indent',
      (value) => Object.assign((value.overlays as JsonMap)['shop.refund'] as JsonMap, { tags: ['cash'] }),
      ['    - money', '    - cash'],
    ],
    [
      'an item in brackets that goes',
      (value) => (((value.overlays as JsonMap)['shop.get_order'] as JsonMap).tags as string[]).splice(0, 1),
      ['[a, b]', '[b]'],
    ],
    [
      'a key in braces that goes',
      (value) => delete ((value.overlays as JsonMap)['shop.get_order'] as JsonMap).loading_mode,
      ['{loading_mode: always, tags', '{tags'],
    ],
    [
      'a text of several lines',
      (value) => Object.assign((value.overlays as JsonMap)['shop.refund'] as JsonMap, { description: 'One.\nTwo.\n' }),
      ['      Two lines\n      of text.\n', '      One.\n      Two.\n'],
    ],
    [
      'a list of nothing',
      (value) => Object.assign(value, { sources: [{ name: 'a', path: 'b' }] }),
      ['sources: []', 'sources:\n  - name: a\n    path: b'],
    ],
    [
      'a whole key',
      (value) => delete (value.overlays as JsonMap)['shop.get_order'],
      ['  shop.get_order: {loading_mode: always, tags: [a, b]} # short\n', ''],
    ],
    [
      'a new section',
      (value) => Object.assign(value, { personas: [{ name: 'p' }] }),
      ['sources: []\n', 'sources: []\npersonas:\n  - name: p\n'],
    ],
  ])('%s: only its own place changes', (_what, change, [from, to]) => {
    expect(edited(workspace, change)).toBe(workspace.replace(from, () => to));
    const crlf = workspace.replaceAll('\n', '\r\n');
    expect(edited(crlf, change)).toBe(crlf.replace(from.replaceAll('\n', '\r\n'), () => to.replaceAll('\n', '\r\n')));
  });

  const steps = 'script: [{call: a, args: {n: 0x0a, "m": 1}}, {answer: 0o7},  {call: b} ]\n';

  it.each<[string, (value: JsonMap[]) => void, [string, string]]>([
    ['is changed', (all) => Object.assign(all[0]?.args as JsonMap, { m: 2 }), ['"m": 1', '"m": 2']],
    ['goes', (all) => all.splice(1, 1), ['{answer: 0o7},  ', '']],
    ['at the end goes', (all) => all.splice(2, 1), [',  {call: b}', '']],
    ['comes between', (all) => all.splice(1, 0, { answer: 'x' }), ['1}}', '1}}, {answer: x}']],
    ['comes first', (all) => all.unshift({ answer: 'x' }), ['[', '[{answer: x}, ']],
    ['is another', (all) => all.splice(1, 1, { reply: 'x' }), ['{answer: 0o7}', '{reply: x}']],
  ])('an item in brackets that %s changes no other item', (_what, change, [from, to]) => {
    expect(edited(steps, ({ script }) => change(script as JsonMap[]))).toBe(steps.replace(from, () => to));
  });

  it('a map that becomes the first item of a list keeps its lines', () => {
    const add = (value: JsonMap) => Object.assign(value, { a: [value.a as JsonMap, { v: 2 }] });
    expect(edited('a: {v: 0x1} # one\n', add)).toBe('a: [{v: 0x1}, {v: 2}] # one\n');
    const block = 'a:\n  v: 0x1 # one\n\n  # about t\n  t: |\n    x\n     y\nb: 1\n';
    const wrapped = 'a:\n  - v: 0x1 # one\n\n    # about t\n    t: |\n      x\n       y\n  - v: 2\nb: 1\n';
    expect(edited(block, add)).toBe(wrapped);
    expect(edited(block.replaceAll('\n', '\r\n'), add)).toBe(wrapped.replaceAll('\n', '\r\n'));
  });

  it('says that what stands behind an alias cannot be edited', () => {
    const text = 'a: &x {b: 1}\nc: *x\n';
    expect(editYaml(text, { a: { b: 2 }, c: { b: 1 } })).toBeNull();
  });

  it('starts a file that is empty or has comments only', () => {
    expect(editYaml('', { a: [1] })).toBe('a:\n  - 1\n');
    expect(editYaml('# notes\n', { a: [1] })).toBe('# notes\na:\n  - 1\n');
    expect(editYaml('# notes', { a: 1 })).toBe('# notes\na: 1\n');
  });

  const word = fc.constantFrom(
    'a',
    'b',
    'name',
    'x y',
    '1',
    'yes',
    '- z',
    '# no',
    'k: v',
    '',
    ' q',
    'ü{}',
    '"',
    "it's",
  );
  const leaf = fc.oneof(
    word,
    fc.integer({ min: -9, max: 99 }),
    fc.boolean(),
    fc.constant(null),
    fc.constantFrom('two\nlines', 'end\n'),
  );
  const { value: anyValue } = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(word, tie('value'), { maxKeys: 4 }),
    ),
  }));
  const anyMap = fc.dictionary(word, anyValue, { maxKeys: 5 });
  /** The value as YAML, some collections in braces, with comments between its lines and at their ends. */
  const written = fc.tuple(anyMap, fc.integer({ min: 0, max: 3 }), fc.boolean()).map(([value, flowFrom, crlf]) => {
    const flow = flowFrom === 0 ? JSON.stringify(value) : stringify(value, { lineWidth: 0, indentSeq: flowFrom > 1 });
    const hasBlockText = /[|>][+-]?$/m.test(flow);
    const text = hasBlockText ? flow : flow.replace(/\n(?=.)/g, (line) => ` # at an end${line}# between\n`);
    return crlf ? text.replaceAll('\n', '\r\n') : text;
  });

  it('gives any value to any text', () => {
    fc.assert(
      fc.property(written, anyMap, (text, value) => {
        const result = editYaml(text, value);
        expect(result).not.toBeNull();
        expect(parse(result ?? '') ?? {}).toEqual(value);
      }),
      { numRuns: casesOf(300) },
    );
  });

  it('changes no byte of the other keys when one is set', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(anyValue, fc.boolean()), { minLength: 1, maxLength: 5 }),
        fc.nat(4),
        anyValue,
        (sections, at, value) => {
          // Each section stands alone, between two comments that are its borders.
          const parts = sections.map(([inner, flow], i) =>
            flow ? `k${i}: ${JSON.stringify(inner)}\n` : stringify({ [`k${i}`]: inner }, { lineWidth: 0 }),
          );
          const text = parts.map((part, i) => `# <${i}\n${part}`).join('');
          const target = at % parts.length;
          const result = edited(text, (all) => Object.assign(all, { [`k${target}`]: value })) ?? '';
          const before = parts.map((part, i) => `# <${i}\n${i === target ? '' : part}`);
          expect(result.startsWith(before.slice(0, target + 1).join(''))).toBe(true);
          expect(result.endsWith(before.slice(target + 1).join(''))).toBe(true);
          expect(parse(result)).toEqual({ ...(parse(text) as JsonMap), [`k${target}`]: value });
        },
      ),
      { numRuns: casesOf(300) },
    );
  });
});
