/** A size of files in words, in units of a thousand: `0 B`, `640 B`, `3.2 kB`, `0.3 MB`, `12 MB`. Below ten it has one decimal. `bytes` is 0 or more. */
export function sizeWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 100_000 ? `${withDecimal(bytes / 1000)} kB` : `${withDecimal(bytes / 1_000_000)} MB`;
}

const withDecimal = (size: number): string => {
  const text = size.toFixed(1);
  return Number(text) < 10 ? text : Math.round(size).toLocaleString('en-US');
};
