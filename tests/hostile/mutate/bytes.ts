import type { Random } from '../random.ts';
import { longText, oddTexts } from './values.ts';

type Change = (bytes: Buffer, random: Random) => Buffer;

const cut = (bytes: Buffer, random: Random) => bytes.subarray(0, random.below(bytes.length + 1));

function splice(bytes: Buffer, random: Random, middle: Buffer | string): Buffer {
  const place = random.below(bytes.length + 1);
  return Buffer.concat([bytes.subarray(0, place), Buffer.from(middle), bytes.subarray(place)]);
}

/** Lines in another order, twice, or gone. */
function shuffleLines(bytes: Buffer, random: Random): Buffer {
  const lines = bytes.toString('utf8').split('\n');
  const line = random.below(lines.length);
  const text = lines[line] ?? '';
  random.pick([
    () => lines.splice(line, 1),
    () => lines.splice(line, 0, text),
    () => lines.splice(random.below(lines.length), 0, text),
    () => lines.splice(line, 1, `${' '.repeat(random.below(9))}${text.trim()}`),
    () => lines.splice(line, 1, `\t${text}`),
    () =>
      lines.splice(
        line,
        0,
        '\n'.repeat(
          random.weighted([
            [9, 50],
            [1, 20_000],
          ]),
        ),
      ),
  ])();
  return Buffer.from(lines.join('\n'));
}

/** Changes that keep every word of the text in its place: how a file is stored, and how far it was written. */
const storage: readonly (readonly [number, Change])[] = [
  [4, cut],
  [1, (bytes) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes])],
  [1, (bytes) => Buffer.from(`\ufeff${bytes.toString('utf8')}`, 'utf16le')],
  [1, (bytes) => Buffer.from(bytes.toString('utf8'), 'utf16le').swap16()],
  [1, (bytes) => Buffer.from(bytes.toString('utf8').replaceAll('\n', '\r\n'))],
  [1, (bytes) => Buffer.from(bytes.toString('utf8').replaceAll('\n', '\r'))],
  [1, (bytes) => Buffer.concat([bytes, Buffer.alloc(512)])],
  [1, (bytes, random) => splice(bytes, random, Buffer.from([0xff, 0xfe, 0xc0, 0x80]))],
  [1, () => Buffer.alloc(0)],
];

const all: readonly (readonly [number, Change])[] = [
  ...storage,
  [4, shuffleLines],
  [3, (bytes, random) => splice(bytes, random, random.pick(oddTexts))],
  [1, (bytes, random) => splice(bytes, random, longText(random))],
  [2, (bytes, random) => splice(bytes, random, Buffer.from([random.below(256)]))],
  [
    3,
    (bytes, random) => {
      const copy = Buffer.from(bytes);
      for (let n = random.below(8); n >= 0 && copy.length > 0; n--) copy[random.below(copy.length)] = random.below(256);
      return copy;
    },
  ],
  [
    2,
    (bytes, random) => {
      const [from, to] = [random.below(bytes.length + 1), random.below(bytes.length + 1)].sort((a, b) => a - b);
      return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
    },
  ],
  [
    2,
    (bytes, random) => {
      const from = random.below(bytes.length + 1);
      return splice(bytes, random, bytes.subarray(from, from + random.below(400)));
    },
  ],
  [1, (bytes) => Buffer.concat([bytes, bytes])],
];

/** The bytes with one thing changed; `storageOnly` keeps each word in its place. */
export function mutateBytes(bytes: Buffer, random: Random, options: { readonly storageOnly?: boolean } = {}): Buffer {
  return random.weighted(options.storageOnly ? storage : all)(bytes, random);
}
