/** Any text as a source name: what a source name cannot hold becomes `-`. */
export function sourceNameOf(text: string): string {
  const name = text
    .slice(0, 256)
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 64);
  return name === '' ? 'source' : name;
}
