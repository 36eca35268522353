import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import { eraseScenario, triageScenario } from '#core/workspace/demo/shipped-scenarios.ts';
import type { ScenarioChange } from '#shared/domain/scenario-edit.ts';
import { changeScenario } from '#shared/text/change-scenario.ts';
import { casesOf } from '../../../support/depth.ts';

const change = (text: string, ...changes: ScenarioChange[]) => changeScenario(text, changes, 'x.scenario.yaml');
const crlf = (text: string) => text.replaceAll('\n', '\r\n');

const scenario = `# About it.
name: it   # kept
query: What?   # asked
script:
  # first, a search
  - {call: tool_search, args: {query: "a", limit: 0x3}} # found
  # then the call
  - call: shop.get # odd
    args:
      id: 0o17

  - answer: |
      Two
      lines.
config: {skills: {enabled: false}} # config
results: # what tools say
  shop.get: {value: {n: 0x1}} # one
  shop.find:
    - {when: {q: a}, value: 0x2}
    - error: No. # row
expect: {called: [shop.get, "shop.find"], reason: answer}
`;

describe('a change of a scenario', () => {
  it.each<[string, ScenarioChange, [string, string]]>([
    ['what the user says', { act: 'set', path: ['query'], value: 'Who?' }, ['query: What?', 'query: Who?']],
    ['an argument', { act: 'set', path: ['script', 0, 'args', 'query'], value: 'b' }, ['"a"', '"b"']],
    [
      'all arguments',
      { act: 'set', path: ['script', 1, 'args'], value: { id: 15, b: 1 } },
      ['0o17\n', '0o17\n      b: 1\n'],
    ],
    [
      'a tool',
      { act: 'set', path: ['script', 1, 'call'], value: 'shop.find' },
      ['call: shop.get #', 'call: shop.find #'],
    ],
    [
      'a condition',
      { act: 'set', path: ['script', 0, 'when', 'contains'], value: 'x' },
      ['limit: 0x3}}', 'limit: 0x3}, when: {contains: x}}'],
    ],
    ['an answer', { act: 'set', path: ['script', 2, 'answer'], value: 'One\n' }, ['Two\n      lines.', 'One']],
    ['a result', { act: 'set', path: ['results', 'shop.get', 'value'], value: [1] }, ['{n: 0x1}', '[1]']],
    ['a row', { act: 'set', path: ['results', 'shop.find', 0, 'value'], value: null }, ['0x2', 'null']],
    [
      'a row that goes',
      { act: 'remove', path: ['results', 'shop.find', 0] },
      ['    - {when: {q: a}, value: 0x2}\n', ''],
    ],
    [
      'a row more',
      { act: 'insert', path: ['results', 'shop.find', 2], value: { value: 1 } },
      ['# row\n', '# row\n    - value: 1\n'],
    ],
    [
      'a second row',
      { act: 'insert', path: ['results', 'shop.get', 1], value: { value: 1 } },
      ['{value: {n: 0x1}}', '[{value: {n: 0x1}}, {value: 1}]'],
    ],
    [
      'a tool with results',
      { act: 'set', path: ['results', 'x.y'], value: { value: {} } },
      ['# row\n', '# row\n  x.y:\n    value: {}\n'],
    ],
    [
      'the name of a tool with results',
      { act: 'rename', path: ['results', 'shop.get'], to: 'shop.*' },
      ['  shop.get:', '  "shop.*":'],
    ],
    [
      'a step that goes',
      { act: 'remove', path: ['script', 0] },
      ['  - {call: tool_search, args: {query: "a", limit: 0x3}} # found\n', ''],
    ],
    [
      'a step more',
      { act: 'insert', path: ['script', 3], value: { answer: 'x' } },
      ['lines.\n', 'lines.\n  - answer: x\n'],
    ],
    [
      'an expected tool',
      { act: 'insert', path: ['expect', 'called', 2], value: 'x' },
      ['"shop.find"]', '"shop.find", x]'],
    ],
    [
      'an expectation that goes',
      { act: 'remove', path: ['expect', 'called'] },
      ['{called: [shop.get, "shop.find"], ', '{'],
    ],
    [
      'a limit',
      { act: 'set', path: ['expect', 'max_tokens'], value: { o200k: 5 } },
      ['answer}', 'answer, max_tokens: {o200k: 5}}'],
    ],
  ])('touches only %s', (_what, asked, [from, to]) => {
    expect(change(scenario, asked)).toBe(scenario.replace(from, () => to));
    expect(change(crlf(scenario), asked)).toBe(crlf(scenario).replace(crlf(from), () => crlf(to)));
  });

  it('moves a step with its comments', () => {
    const lines = [
      '  # first, a search\n  - {call: tool_search, args: {query: "a", limit: 0x3}} # found\n',
      '  # then the call\n  - call: shop.get # odd\n    args:\n      id: 0o17\n',
      '\n  - answer: |\n      Two\n      lines.\n',
    ] as const;
    const [a, b, c] = lines;
    const [head, tail] = scenario.split(lines.join('')) as [string, string];
    const move = (from: number, to: number, text = scenario) =>
      change(text, { act: 'move', path: ['script', from], to });
    expect(move(0, 1)).toBe(head + b + a + c + tail);
    expect(move(2, 0)).toBe(head + c + a + b + tail);
    expect(move(0, 2, crlf(scenario))).toBe(crlf(head + b + c + a + tail));
    expect(move(0, 1, 'query: q\nscript:\n- answer: 0x1 # one\n- answer: 2')).toBe(
      'query: q\nscript:\n- answer: 2\n- answer: 0x1 # one',
    );
    expect(move(0, 1, 'query: q\nscript: [{answer: 0x1},  {answer: 2} ]\n')).toBe(
      'query: q\nscript: [{answer: 2},  {answer: 0x1} ]\n',
    );
  });

  it('makes turns of one, with every comment, and then adds one', () => {
    const inTurns = change(scenario, { act: 'turns' });
    expect(inTurns).toContain(`name: it   # kept
turns:
  - query: What?   # asked
    script:
      # first, a search
      - {call: tool_search, args: {query: "a", limit: 0x3}} # found
`);
    const { query, script, ...others } = parse(scenario) as Record<string, unknown>;
    expect(parse(inTurns)).toEqual({ ...others, turns: [{ query, script }] });
    for (const comment of scenario.match(/#.*/g) ?? []) expect(inTurns).toContain(comment);
    const second = { query: 'And?', script: [] };
    expect(parse(change(inTurns, { act: 'insert', path: ['turns', 1], value: second })).turns).toHaveLength(2);
    const apart = 'script: [{answer: 1}] # s\nname: x\nquery: q # q';
    expect(change(apart, { act: 'turns' })).toBe('turns:\n  - script: [{answer: 1}] # s\n    query: q # q\nname: x\n');
    expect(change('{query: q, script: []}\n', { act: 'turns' })).toBe('{turns: [{query: q, script: []}]}\n');
  });

  it('of a text that holds no fields is refused, and says what a scenario is', () => {
    for (const text of ['tool_search', '- a', '3'])
      expect(() => change(text, { act: 'set', path: ['name'], value: 'x' })).toThrow('a map of fields');
  });

  it('that fits nothing, or that only the text can say, is refused and names its place', () => {
    const refused = (text: string, asked: ScenarioChange) => {
      try {
        return change(text, asked);
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(refused(scenario, { act: 'set', path: ['script', 9, 'call'], value: 'x' })).toContain('script.9.call');
    expect(refused(scenario, { act: 'remove', path: ['turns', 0, 'query'] })).toContain('turns.0.query');
    expect(refused(scenario, { act: 'set', path: ['query', 'a'], value: 1 })).toContain('query.a');
    expect(refused(scenario, { act: 'move', path: ['script', 0], to: 3 })).toContain('script.0');
    const alias = 'query: &q a\nscript: []\nname: *q\n';
    expect(refused(alias, { act: 'set', path: ['query'], value: 'b' })).toContain('query');
  });

  // Where each value of the shipped scenarios stands in its text.
  const texts = [triageScenario, eraseScenario, scenario, crlf(scenario)];
  const leaves = (value: unknown, path: (string | number)[] = []): (string | number)[][] =>
    Array.isArray(value)
      ? value.flatMap((item, i) => leaves(item, [...path, i]))
      : typeof value === 'object' && value !== null
        ? Object.entries(value).flatMap(([key, item]) => leaves(item, [...path, key]))
        : [path];
  const set = (value: unknown, [key, ...rest]: readonly (string | number)[], leaf: unknown): unknown => {
    if (key === undefined) return leaf;
    const holder = value as Record<string | number, unknown>;
    const inner = set(holder[key], rest, leaf);
    return Array.isArray(value) ? value.with(Number(key), inner) : { ...holder, [key]: inner };
  };

  it('of any value changes that value alone, and keeps every comment and every other line', () => {
    const word = fc.constantFrom('a', 'x y', 'k: v', '# no', '', "it's", '"', 'two\nlines', '- z', 'yes', '12');
    const leaf = fc.oneof(word, fc.integer(), fc.boolean(), fc.constant(null));
    fc.assert(
      fc.property(fc.constantFrom(...texts), fc.nat(), leaf, (text, at, value) => {
        const all = leaves(parse(text));
        const path = all[at % all.length] ?? [];
        const changed = change(text, { act: 'set', path, value });
        expect(parse(changed)).toEqual(set(parse(text), path, value));
        for (const comment of text.match(/(?<=\s|^)# .*$/gm) ?? []) expect(changed).toContain(comment.trimEnd());
        const before = text.split('\n');
        const after = changed.split('\n');
        const start = before.findIndex((line, i) => line !== after[i]);
        const end = before.toReversed().findIndex((line, i) => line !== after.toReversed()[i]);
        if (start < 0) return;
        // Lines of one value: never more than a text of several lines has.
        expect(before.length - start - end).toBeLessThanOrEqual(4);
      }),
      { numRuns: casesOf(300) },
    );
  });

  it('of the order of steps loses no line and no character', () => {
    fc.assert(
      fc.property(fc.constantFrom(...texts), fc.nat(), fc.nat(), (text, a, b) => {
        const values = parse(text) as { script?: unknown[]; turns?: { script: unknown[] }[] };
        const script = values.script ?? values.turns?.[0]?.script ?? [];
        const [from, to] = [a % script.length, b % script.length];
        const path = values.script ? ['script', from] : ['turns', 0, 'script', from];
        const changed = change(text, { act: 'move', path, to });
        const moved = script.toSpliced(from, 1).toSpliced(to, 0, script[from]);
        const read = parse(changed) as typeof values;
        expect(read.script ?? read.turns?.[0]?.script).toEqual(moved);
        expect(changed.split('\n').toSorted()).toEqual(text.split('\n').toSorted());
      }),
    );
  });

  it('refuses a value that nests without end, and a field that is no field of a file', () => {
    const value = JSON.parse('['.repeat(1000) + ']'.repeat(1000));
    expect(() => change(scenario, { act: 'set', path: ['script'], value })).toThrow(/cannot be changed/);
    expect(() => change(scenario, { act: 'set', path: ['results', '__proto__'], value: 1 })).toThrow(
      /cannot be changed/,
    );
  });
});
