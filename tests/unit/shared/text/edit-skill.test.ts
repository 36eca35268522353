import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SkillFormat } from '#shared/domain/skill.ts';
import { isPegboardError } from '#shared/errors.ts';
import type { FieldChange } from '#shared/text/edit-json.ts';
import { editSkill } from '#shared/text/edit-skill.ts';
import { readRawSkills } from '#shared/text/skill-values.ts';
import { readText } from '../../../support/skills.ts';

const edit = (text: string, format: SkillFormat, field: string, value: FieldChange['value'], index = 0) =>
  editSkill({ text, format, index, change: { field, value } });

const yaml = `# Why this skill is here.
name: pack.p.a   # its name
x_number: 0012
title: 'Old'  # said by Ann
trigger: |  # keep short
  First line.
  Second line.
steps:
  # The order matters.
  - "One."   # first

  - Two.
  - Three.
tags: [a, b]  # sorted
`;

describe('a field of a YAML skill', () => {
  it.each([
    ['title', 'New', yaml.replace("'Old'", "'New'")],
    ['trigger', 'One line.', yaml.replace('|  # keep short\n  First line.\n  Second line.', 'One line.  # keep short')],
    [
      'trigger',
      'Two\nlines: "x"',
      yaml.replace('|  # keep short\n  First line.\n  Second line.', '|-  # keep short\n  Two\n  lines: "x"'),
    ],
    ['title', null, yaml.replace("title: 'Old'  # said by Ann\n", '')],
    ['description', 'What: it is', yaml.replace('# said by Ann\n', '# said by Ann\ndescription: "What: it is"\n')],
    ['steps', ['One.', 'Second.', 'Three.'], yaml.replace('- Two.', '- Second.')],
    ['steps', ['One.', 'Three.'], yaml.replace('  - Two.\n', '')],
    ['steps', ['One.', 'Two.', 'Two and a half.', 'Three.'], yaml.replace('- Two.\n', '- Two.\n  - Two and a half.\n')],
    ['steps', ['Zero.', 'One.', 'Two.', 'Three.'], yaml.replace('  - "One."', '  - Zero.\n  - "One."')],
    ['tags', ['a', 'x, y', 'b'], yaml.replace('[a, b]', '[a, "x, y", b]')],
    ['tags', [], yaml.replace('tags: [a, b]  # sorted\n', '')],
    ['failure_modes', ['F.'], yaml.replace('- Three.\n', '- Three.\nfailure_modes:\n  - F.\n')],
  ] as const)('%s to %j changes nothing else', (field, value, expected) => {
    expect(edit(yaml, 'yaml', field, value)).toBe(expected);
    const windows = edit(`\ufeff${yaml.replaceAll('\n', '\r\n')}`, 'yaml', field, value);
    expect(windows).toBe(`\ufeff${expected.replaceAll('\n', '\r\n')}`);
  });

  it('is set in one of several skills, in a flow map, behind an empty key and in an empty file', () => {
    const two = '- name: a\n  steps: [S.]\n- name: b # b\n  steps: [S.]\n';
    expect(edit(two, 'yaml', 'trigger', 'T.', 1)).toBe(
      two.replace('- name: b # b\n', '- name: b # b\n  trigger: T.\n'),
    );
    expect(edit(two, 'yaml', 'name', null, 1)).toBe(
      two.replace('name: b # b', 'null').replace('null', 'name: null # b'),
    );
    expect(edit('{name: a, x: 1}\n', 'yaml', 'steps', ['A, b', 'c'])).toBe('{name: a, steps: ["A, b", c], x: 1}\n');
    expect(edit('title:  # none\nname: a\n', 'yaml', 'title', 'T')).toBe('title: T  # none\nname: a\n');
    expect(edit('', 'yaml', 'steps', ['S.'])).toBe('steps:\n  - S.\n');
    expect(edit('name: a', 'yaml', 'title', 'T')).toBe('name: a\ntitle: T');
  });

  it('is refused where only its author can change it, and the reason says where', () => {
    const shared = 'title: &t T\ntrigger: *t\nsteps: [S.]\n';
    expect(() => edit(shared, 'yaml', 'title', 'New')).toThrow(/YAML of title in line 1/);
    expect(edit(shared, 'yaml', 'trigger', 'New')).toBe('title: &t T\ntrigger: New\nsteps: [S.]\n');
    expect(() => edit('name: [', 'yaml', 'title', 'New')).toThrow(/line 1/);
    expect(() => edit('---\nname: a\ndescription: D.\n---\n', 'skill-md', 'title', 'New')).toThrow(/SKILL\.md/);
  });
});

describe('a field of a Markdown skill', () => {
  const md = '---\n# c\ntrigger: T.\nsteps: [S.]\n---\n\n  Body  with\n\n---\n\nrules  \n\n';
  it('leaves the body as it is, and the body leaves the fields', () => {
    expect(edit(md, 'md', 'title', 'X')).toBe(md.replace('trigger', 'title: X\ntrigger'));
    expect(edit(md, 'md', 'body', 'New\n\nbody')).toBe(
      '---\n# c\ntrigger: T.\nsteps: [S.]\n---\n\n  New\n\nbody  \n\n',
    );
    const bare = '---\r\ntrigger: T.\r\n---\r\n';
    expect(edit(bare, 'md', 'body', 'A\nB')).toBe(`${bare}\r\nA\r\nB\r\n`);
    expect(edit('---\ntrigger: T.\n---', 'md', 'body', 'A')).toBe('---\ntrigger: T.\n---\n\nA\n');
  });
});

describe('a field of a JSON skill', () => {
  const json =
    '[\n  {\n    "name": "a",\n    "x": 1.50,\n    "steps": [\n      "S.",\n      "T."\n    ]\n  },\n  {"name":"b","steps":["S."]}\n]\n';
  it('leaves numbers, order and white space as they are', () => {
    expect(edit(json, 'json', 'title', 'T')).toBe(json.replace('"a",\n', '"a",\n    "title": "T",\n'));
    expect(edit(json, 'json', 'steps', ['S.', 'U.', 'V.'])).toBe(json.replace('"T."\n', '"U.",\n      "V."\n'));
    expect(edit(json, 'json', 'steps', ['T.'])).toBe(json.replace('"S.",\n      ', ''));
    expect(edit(json, 'json', 'name', null, 1)).toBe(json.replace('"name":"b",', ''));
    expect(edit('{}', 'json', 'tags', ['x'])).toBe('{"tags": ["x"]}');
  });

  it('keeps every other line of a JSONL, broken ones and blank ones too', () => {
    const lines = '{"name":"a", "steps":["S."]}\r\n\r\n{broken\r\n{"steps":["S."],"name":"b"}\r\n';
    expect(edit(lines, 'jsonl', 'name', 'c', 1)).toBe(lines.replace('"b"', '"c"'));
  });
});

/** What a form may hold: every kind of text that a format is tempted to read as something else. */
const nasty = fc.oneof(
  fc.constantFrom(
    '---',
    '- a',
    '# no comment',
    'a: b',
    'a #b',
    'yes',
    '~',
    '12',
    '0x1F',
    "it's",
    '"q"',
    '&a',
    '*a',
    '!t',
    '? k',
    '{a',
    '[b',
    ']',
    '|',
    '>',
    '%',
    '@',
    '`',
    'a,b',
    'tab\there',
    'ünï 👩‍👧',
    '\u2028',
    '\u0085',
    '\u0007',
    '\\n',
    "'",
    '- ',
    ': ',
    'null',
    '...',
  ),
  fc.lorem({ maxCount: 6 }),
  fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => text.replaceAll('\0', '')),
);
const oneText = fc.oneof(
  nasty,
  fc.array(nasty, { minLength: 2, maxLength: 4 }).map((lines) => lines.join('\n')),
);
const texts = ['title', 'description', 'trigger', 'body'] as const;
const lists = ['tags', 'steps', 'preconditions', 'failure_modes'] as const;
const formEdit = fc.oneof(
  fc.record({
    kind: fc.constant('form' as const),
    field: fc.constantFrom(...texts),
    value: fc.oneof(oneText, fc.constant(null)),
    pick: fc.nat(2),
  }),
  fc.record({
    kind: fc.constant('form' as const),
    field: fc.constantFrom(...lists),
    value: fc.array(oneText, { maxLength: 4 }),
    pick: fc.nat(2),
  }),
);
const sourceEdit = fc.record({
  kind: fc.constant('source' as const),
  at: fc.nat(50),
  what: fc.constantFrom('comment', 'unknown', 'blank'),
});

const starts: Record<'yaml' | 'list' | 'md' | 'json' | 'jsonl', string> = {
  yaml,
  list: `# head\n- name: a # a\n  trigger: T.\n  steps:\n  - S.\n  # between\n- title: second\n  x_raw: 0x1F # raw\n  trigger: >-\n    U\n    V\n  steps: ["S.", 'T.']\n`,
  md: `---\n${yaml}---\n\nBody *text*.\n\n\n- as it is  \n`,
  json: '{\n  "name": "a",\n  "x_raw": 1.50,\n  "trigger": "T.",\n  "steps": [\n    "S.",\n    "T."\n  ]\n}\n',
  jsonl:
    '{"name":"a","x_raw":1.50,"trigger":"T.","steps":["S."]}\n\n{"trigger": "U.", "steps": ["S."], "x_raw": 1e3}\n',
};

/** The lines that are not of a field: from its key to the last line that is deeper, or the line of its JSON member. */
function otherLines(text: string, kind: keyof typeof starts, field: string, index: number): string[] {
  const lines = text.split(/\r?\n/);
  if (kind === 'jsonl') {
    const own = lines.map((line, i) => (line.trim() === '' ? -1 : i)).filter((i) => i >= 0)[index] ?? -1;
    return lines.filter((_, i) => i !== own);
  }
  const close = kind === 'md' ? lines.indexOf('---', 1) : lines.length;
  if (kind === 'md' && field === 'body') return lines.slice(0, close + 1);
  const isTop = (line: string) =>
    kind === 'json'
      ? /^(?: {2}"|})/.test(line)
      : kind === 'list'
        ? /^(?:- | {2})[a-z]/.test(line)
        : /^[a-z-]/.test(line);
  const starts = lines.flatMap((line, i) => (kind === 'list' && line.startsWith('- ') ? [i] : []));
  const [from, to] = kind === 'list' ? [starts[index] ?? 0, starts[index + 1] ?? lines.length] : [0, close];
  const key = lines.findIndex(
    (line, i) =>
      i >= from &&
      i < to &&
      isTop(line) &&
      line.replace(/^[-\s"]*/, '').startsWith(`${field}${kind === 'json' ? '"' : ':'}`),
  );
  let end = key + 1;
  // The lines of the value; comments and blank lines behind it are nobody's, and stay.
  if (key >= 0) {
    while (end < to && !isTop(lines[end] ?? '')) end++;
    while (
      end > key + 1 &&
      /^\s*(?:# (?:typed|between|The order).*)?$/.test(lines[end - 1] ?? '') &&
      !/^\s{4,}/.test(lines[end - 1] ?? '')
    )
      end--;
  }
  const isList = kind === 'list' || lists.some((name) => name === field);
  const others = key < 0 ? lines : [...lines.slice(0, key), ...lines.slice(end)];
  // A comma moves with its neighbour, and the dash of an item with its first key.
  return (
    others
      .map((line) => (kind === 'json' ? line.replace(/,$/, '') : kind === 'list' ? line.replace(/^- /, '  ') : line))
      // Blank lines and comments between the entries of a list stand behind it when the last ones go.
      .filter((line) => !isList || !/^\s*(?:#(?! typed).*)?$/.test(line))
  );
}

function typed(text: string, kind: keyof typeof starts, { at, what }: { at: number; what: string }, n: number): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = text.split(eol);
  if (kind === 'jsonl') return what === 'blank' ? `${eol}${text}` : text.replace('{', `{"x_${n}": 1.0,`);
  if (kind === 'json') return text.replace('{', what === 'blank' ? `{${eol}` : `{${eol}  "x_${n}": 1.0,`);
  const isKey = (line: string) => (kind === 'list' ? /^ {2}[a-z]\w*:/.test(line) : /^[a-z]\w*:/.test(line));
  const close = kind === 'md' ? lines.indexOf('---', 1) : lines.length;
  const keys = lines.flatMap((line, i) => (i < close && isKey(line) ? [i] : []));
  const place = keys[at % Math.max(1, keys.length)];
  if (place === undefined) return text;
  const indent = kind === 'list' ? '  ' : '';
  const line =
    what === 'comment' ? `${indent}# typed ${n}` : what === 'unknown' ? `${indent}x_${n}: 0x1F # raw ${n}` : '';
  return lines.toSpliced(place, 0, line).join(eol);
}

it('300 edits through form and source in turn never change a byte that is not of the field', () => {
  let edits = 0;
  let refused = 0;
  fc.assert(
    fc.property(
      fc.constantFrom('yaml' as const, 'list' as const, 'md' as const, 'json' as const, 'jsonl' as const),
      fc.boolean(),
      fc.array(fc.oneof({ weight: 2, arbitrary: formEdit }, { weight: 1, arbitrary: sourceEdit }), {
        minLength: 10,
        maxLength: 10,
      }),
      (kind, isWindows, steps) => {
        const format = kind === 'list' ? 'yaml' : kind;
        let text = isWindows ? starts[kind].replaceAll('\n', '\r\n') : starts[kind];
        for (const [n, step] of steps.entries()) {
          edits++;
          if (step.kind === 'source') {
            text = typed(text, kind, step, n);
            continue;
          }
          const { field, value } = step;
          const before = readRawSkills(text, format);
          expect(before.problems).toEqual([]);
          const index = step.pick % before.entries.length;
          let after: string;
          try {
            after = edit(text, format, field, value, index);
          } catch (error) {
            if (!isPegboardError(error)) throw error;
            refused++;
            continue;
          }
          expect(otherLines(after, kind, field, index)).toEqual(otherLines(text, kind, field, index));
          expect(/(?<!\r)\n/.test(after)).toBe(!isWindows && after.includes('\n'));
          const comments = (of: string) => [...of.matchAll(/# typed \d+/g)].map(([comment]) => comment);
          if (value !== null && value.length > 0) expect(comments(after)).toEqual(comments(text));
          text = after;
        }
        const { findings } = readText(text, format);
        expect(findings.filter(({ code }) => code === 'syntax')).toEqual([]);
      },
    ),
    { numRuns: 45 },
  );
  expect(edits).toBeGreaterThanOrEqual(300);
  expect(refused / edits).toBeLessThan(0.02);
});
