import type { SeededRandom } from '../integration/reference/seeded-random.ts';

/** Values that somebody's exporter may write where another one belongs. */
const oddValues: readonly unknown[] = [
  null,
  true,
  false,
  0,
  1,
  -1,
  '',
  ' ',
  'true',
  [],
  {},
  [null],
  { a: 1 },
  1e308,
  '{"type":"object"}',
  'x'.repeat(300),
  '\u0000',
  '\u202e',
];
const oddTexts = [
  'NaN',
  '-Infinity',
  '1e400',
  '12345678901234567890',
  ',',
  '}',
  ']',
  '{',
  '[',
  '"',
  '\\',
  '\ufeff',
  '//',
  '/*',
  '\n',
  '\u0000',
  'data: ',
];

/** A JSON value in which one value somewhere is another one, is gone, is twice there, or has another key. */
export function mutateValue(value: unknown, random: SeededRandom): unknown {
  const copy: unknown = structuredClone(value);
  const holders: object[] = [];
  const open: unknown[] = [copy];
  for (let next = open.pop(); next !== undefined || open.length > 0; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    holders.push(next);
    open.push(...Object.values(next));
  }
  if (holders.length === 0) return random.pick(oddValues);
  const holder = random.pick(holders);
  const keys = Object.keys(holder);
  if (keys.length === 0) return copy;
  const key = random.pick(keys);
  const act = random.below(5);
  if (act <= 1) Reflect.set(holder, key, random.pick(oddValues));
  else if (act === 2) Reflect.deleteProperty(holder, key);
  else if (act === 3) Reflect.set(holder, key, Reflect.get(holder, random.pick(keys)));
  else Reflect.set(holder, `${key}${random.pick(['', 's', '_'])}`, Reflect.get(holder, key));
  return copy;
}

/** A text with one place cut, doubled, or replaced by something that parsers stumble over. */
export function mutateText(text: string, random: SeededRandom): string {
  const at = random.below(text.length + 1);
  const length = random.below(20);
  switch (random.below(4)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return text.slice(0, at) + text.slice(at + length);
    case 2:
      return text.slice(0, at) + text.slice(at, at + length) + text.slice(at);
    default:
      return text.slice(0, at) + random.pick(oddTexts) + text.slice(at + length);
  }
}
