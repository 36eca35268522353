import type { Random } from '../random.ts';

/** Aliases that stand for ten of the one before: ten lines, ten thousand million entries. */
function aliasBomb(): string {
  const rows = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]'];
  for (let n = 1; n < 10; n++)
    rows.push(
      `a${n}: &a${n} [${Array(10)
        .fill(`*a${n - 1}`)
        .join(', ')}]`,
    );
  return rows.join('\n');
}

const lines = (count: number, line: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => line(n)).join('\n');

/** What YAML can write and a reader may stumble over, as lines of their own. */
const oddLines: readonly ((random: Random) => string)[] = [
  aliasBomb,
  () => 'self: &self {me: *self}',
  () => 'loop: &loop [*loop]',
  () => '? ? ? ? ? deep\n: x',
  () => `${'? '.repeat(3000)}x`,
  () => `list: ${'- '.repeat(3000)}x`,
  () => '- '.repeat(3000),
  (random) => `nested:\n${lines(random.pick([60, 900]), (n) => `${' '.repeat(n + 1)}k:`)}`,
  () => `flow: ${'['.repeat(9000)}`,
  () => `flow: ${'{a: '.repeat(4000)}`,
  (random) => lines(random.pick([200, 3000]), (n) => `key_${n}: ${n}`),
  (random) => `map:\n${lines(random.pick([200, 3000]), (n) => `  key_${n}: {a: 1}`)}`,
  () => 'code: !!js/function "function () { globalThis.polluted = true }"',
  () => 'code: !!js/undefined ""',
  () => 'python: !!python/object/apply:os.system ["id"]',
  () => 'bytes: !!binary "////"',
  () => 'set: !!set {a, b}',
  () => 'time: 2001-12-14t21:59:43.10-05:00',
  () => '<<: {enabled: true}',
  () => '<<: [1, 2]',
  () => '__proto__: {polluted: true}',
  () => 'constructor: {prototype: {polluted: true}}',
  () => '? [a, b]\n: 1',
  () => '? {a: 1}\n: 1',
  () => 'null: 1\n~: 2',
  () => '0x10: 1\n16: 2\n0o20: 3',
  () => 'yes: 1\ntrue: 2',
  () => '%YAML 1.1',
  () => '---',
  () => '...',
  () => '--- {a: 1}\n--- {b: 2}',
  () => '\tname: tabbed',
  () => `text: |\n${lines(2000, () => '  x')}`,
  () => 'text: >2147483647\n x',
  () => '"\\u0000": 1',
  () => '"\\ud800": "\\udfff"',
  () => `${'k'.repeat(2000)}: 1`,
  () => `"${'k'.repeat(100_000)}": 1`,
  () => '&anchor : *anchor',
  () => '*nowhere : 1',
  () => '! : 1',
  () => '@at: `tick`',
  () => '# comment only\n#\n',
  () => `#${' comment'.repeat(5000)}`,
  () => '\n'.repeat(3000),
];

/** A YAML text with odd lines among its own. */
export function mutateYamlText(text: string, random: Random): string {
  const rows = text.split('\n');
  const odd = random.pick(oddLines)(random);
  const place = random.below(rows.length + 1);
  const indent = ' '.repeat(random.pick([0, 0, 0, 2, 4]));
  rows.splice(
    place,
    random.chance(0.3) ? 1 : 0,
    odd
      .split('\n')
      .map((row) => indent + row)
      .join('\n'),
  );
  return rows.join('\n');
}
