/** The lines at the end of a text that its earlier state did not have; both are the last lines of one growing text. */
export function newLines(before: string, now: string): string[] {
  const [old, lines] = [before, now].map((text) => (text === '' ? [] : text.split('\n'))) as [string[], string[]];
  for (let from = 0; from < old.length; from++) {
    const kept = old.length - from;
    if (old.slice(from).every((line, i) => lines[i] === line)) return lines.slice(kept);
  }
  return lines;
}
