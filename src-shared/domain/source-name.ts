/** Any text as a source name: what a source name cannot hold becomes `-`. */
export function sourceNameOf(text: string): string {
  const name = text
    .slice(0, 256)
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 64);
  return name === '' ? 'source' : name;
}

/** The name for a new source: the wanted one, as far as names allow, with a number where it is taken. */
export function freeSourceName(wanted: string, taken: ReadonlySet<string>): string {
  const base = sourceNameOf(wanted);
  for (let number = 1; ; number++) {
    const name = number === 1 ? base : `${base.slice(0, 60)}-${number}`;
    if (!taken.has(name)) return name;
  }
}
