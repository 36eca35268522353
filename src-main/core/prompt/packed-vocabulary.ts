import { createRequire } from 'node:module';

/**
 * The o200k vocabulary as one block of bytes. Tokens stand in the order of their first four bytes (0 for those that a short token
 * lacks), then of their ranks. The block has the number of tokens (32 bits, little-endian), the length of each, the lowest byte of
 * each rank, the middle bytes, the highest bytes, and the tokens. The build writes the block to a file and replaces this function
 * by one that reads the file: that takes a hundredth of the time.
 */
export function packedVocabulary(): Uint8Array {
  const load = createRequire(import.meta.url);
  const { default: byRank } = load(
    'gpt-tokenizer/bpeRanks/o200k_base',
  ) as typeof import('gpt-tokenizer/bpeRanks/o200k_base');
  const tokens = byRank.map((token) => (typeof token === 'string' ? Buffer.from(token) : Buffer.from(token)));
  const four = Buffer.alloc(4);
  // Both in one number, since numbers are sorted in a tenth of the time that a comparison in JavaScript takes.
  const keys = Float64Array.from(tokens, (token, rank) => {
    four.fill(0).set(token.subarray(0, 4));
    return four.readUInt32BE() * 2 ** 18 + rank;
  });
  const ranks = Array.from(keys.sort(), (key) => key % 2 ** 18);
  const sorted = ranks.map((rank) => tokens[rank] ?? Buffer.alloc(0));
  const count = Buffer.alloc(4);
  count.writeUInt32LE(sorted.length);
  const rankBytes = [0, 8, 16].map((shift) => Buffer.from(ranks.map((rank) => (rank >>> shift) & 0xff)));
  return Buffer.concat([count, Buffer.from(sorted.map(({ length }) => length)), ...rankBytes, ...sorted]);
}
