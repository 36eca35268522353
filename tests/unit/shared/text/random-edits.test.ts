import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { editYaml } from '#shared/text/edit-yaml.ts';
import type { JsonValue } from '#shared/text/write-value.ts';
import { casesOf } from '../../../support/depth.ts';

type Values = Record<string, JsonValue>;

/** What may stand behind a key: every way to write a value, with comments and odd spaces. */
const written = fc.constantFrom(
  ' plain text # c',
  " 'it''s'   # c",
  ' "a\\tb" # c',
  ' |  # c\n  a\n\n   b',
  ' >-\n  folded\n  more',
  '\n  # inside\n  - a # one\n  - "b"\n\n  # between\n  - {c: 0x1F, d: [x ,  y]} # two',
  '\n- a # one\n- - b\n  - c # deep',
  " [a,  'b', {c: 0x1F} ]   # c",
  ' {a: 1 , b: "x", } # c',
  '\n  a: 0x1F # one\n  # between\n  b:\n  - x\n  - y # last',
  ' [ # open\n    a,\n    b,\n  ]',
  ' &shared [1,  2] # c',
  ' &text word # c',
  ' 0x1F # raw',
  ' # nothing',
);

const leaf = fc.oneof(
  fc.constantFrom('a', 'b', 'x y', '- z', '# no', 'k: v', 'a #b', '', ' q', '"', "it's", ']', 'a, b', '*a', '&a', '~'),
  fc.constantFrom('two\nlines', 'end\n', '\n', ' lead\nand: more', 'tab\t', '\u2028', 'ü 👩‍👧', 'yes', '012'),
  fc.integer({ min: -9, max: 99 }),
  fc.boolean(),
  fc.constant(null),
);
const { value: anyValue } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c d'), tie('value'), { maxKeys: 3 }),
  ),
}));

/** A change of one value: another one, an item more, less or changed in a list, a field more or less in a map, or none any more. */
const anyEdit = fc.record({
  act: fc.constantFrom('set' as const, 'add' as const, 'drop' as const, 'replace' as const, 'delete' as const),
  at: fc.nat(9),
  value: anyValue,
});

function changed(old: JsonValue, { act, at, value }: { act: string; at: number; value: JsonValue }): JsonValue {
  if (Array.isArray(old)) {
    const index = old.length === 0 ? 0 : at % old.length;
    if (act === 'add') return old.toSpliced(index, 0, value);
    if (act === 'drop') return old.toSpliced(index, 1);
    if (act === 'replace' && old.length > 0) return old.with(index, value);
  } else if (typeof old === 'object' && old !== null) {
    const keys = Object.keys(old);
    const key = keys[at % Math.max(1, keys.length)];
    if (act === 'add') return { ...old, [`new ${at}`]: value };
    if (act === 'drop') return Object.fromEntries(Object.entries(old).filter(([name]) => name !== key));
    if (act === 'replace' && key !== undefined) return { ...old, [key]: value };
  }
  return value;
}

it('a random edit of a random document says what was asked, and changes no byte outside of its field', () => {
  let refused = 0;
  let edits = 0;
  fc.assert(
    fc.property(
      fc.array(written, { minLength: 1, maxLength: 5 }),
      fc.constantFrom('\n', '\r\n'),
      fc.nat(4),
      fc.array(anyEdit, { minLength: 1, maxLength: 3 }),
      (bodies, eol, target, steps) => {
        // One section of a name has an anchor, and the last field uses it.
        const isShared = bodies.findIndex((body) => body.startsWith(' &'));
        const sections = bodies.map((body, i) => {
          const own = i === isShared ? body : body.replace(/&\w+ /, '');
          return `# <${i}\nk${i}:${own}\n`.replaceAll('\n', eol);
        });
        const anchor = /&(\w+)/.exec(bodies[isShared] ?? '')?.[1];
        const tail = `# the end${eol}last: ${anchor === undefined ? '~' : `*${anchor}`} # kept`;
        const at = target % sections.length;
        const before = `${sections.slice(0, at).join('')}# <${at}${eol}`;
        const after = sections.slice(at + 1).join('') + tail;
        let text = sections.join('') + tail;
        for (const step of steps) {
          edits++;
          const values = parse(text) as Values;
          const { [`k${at}`]: old = null, ...others } = values;
          const wanted = step.act === 'delete' ? others : { ...values, [`k${at}`]: changed(old, step) };
          const result = editYaml(text, wanted);
          if (result === null) {
            refused++;
            // Only what an alias repeats cannot be edited where it stands.
            expect(at).toBe(isShared);
            return;
          }
          expect(parse(result)).toEqual(wanted);
          expect(result.startsWith(before)).toBe(true);
          expect(result.endsWith(after)).toBe(true);
          if (eol === '\r\n') expect(result).not.toMatch(/(?<!\r)\n/);
          text = result;
          if (step.act === 'delete') return;
        }
      },
    ),
    { numRuns: casesOf(1500) },
  );
  expect(refused / edits).toBeLessThan(0.3);
});
