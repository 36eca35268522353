/** Made once: `toLocaleString` makes one at every call, which is most of what a list of figures costs. */
const counts = new Intl.NumberFormat('en-US');

/** A number with thousands separated: `10,000`. */
export function formatCount(value: number): string {
  return counts.format(value);
}

/** `1 tool`, `2 tools`; `plural` where the noun takes more than an s. */
export function formatPlural(count: number, noun: string, plural = `${noun}s`): string {
  return `${formatCount(count)} ${count === 1 ? noun : plural}`;
}
