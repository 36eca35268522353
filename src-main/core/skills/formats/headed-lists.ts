/** The lists of a skill as Markdown, and back: exactly, whatever lines their entries have. */

export const listFields = ['preconditions', 'steps', 'failure_modes'] as const;
export type ListField = (typeof listFields)[number];

export const listHeadings: Readonly<Record<ListField, string>> = {
  preconditions: '## Before you start',
  steps: '## Steps',
  failure_modes: '## If it goes wrong',
};

/** Each list under its heading, steps numbered, then the body. */
export function writeHeadedLists(
  lists: readonly { field: ListField; entries: readonly string[] }[],
  body: string,
): string {
  const parts = lists.map(({ field, entries }) => `${listHeadings[field]}\n\n${writeList(entries, field === 'steps')}`);
  return [...parts, ...(body === '' ? [] : [body])].join('\n\n');
}

function writeList(entries: readonly string[], isNumbered: boolean): string {
  return entries
    .map((entry, i) => {
      const mark = isNumbered ? `${i + 1}. ` : '- ';
      const [first = '', ...rest] = entry.split('\n');
      return [mark + first, ...rest.map((line) => (line === '' ? '' : ' '.repeat(mark.length) + line))].join('\n');
    })
    .join('\n');
}

/** The lists of these fields, in this order, and the body behind them; null when the text is not so. */
export function readHeadedLists(
  text: string,
  fields: readonly ListField[],
): { lists: Map<ListField, string[]>; body: string } | null {
  const lines = text.split('\n');
  const lists = new Map<ListField, string[]>();
  let at = 0;
  for (const field of fields) {
    while (lines[at] === '') at++;
    if (lines[at] !== listHeadings[field]) return null;
    at++;
    while (lines[at] === '') at++;
    const list = readList(lines, at);
    if (list.entries.length === 0) return null;
    lists.set(field, list.entries);
    at = list.end;
  }
  return { lists, body: lines.slice(at).join('\n').trim() };
}

function readList(lines: readonly string[], start: number): { entries: string[]; end: number } {
  const entries: string[] = [];
  let indent = '';
  let blanks = 0;
  let at = start;
  for (; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const last = entries.length - 1;
    const mark = blanks === 0 ? /^(?:- |\d{1,9}[.)] )/.exec(line)?.[0] : undefined;
    if (mark !== undefined) {
      entries.push(line.slice(mark.length));
      indent = ' '.repeat(mark.length);
    } else if (line === '') blanks++;
    else if (last >= 0 && line.startsWith(indent)) {
      entries[last] = `${entries[last]}\n${'\n'.repeat(blanks)}${line.slice(indent.length)}`;
      blanks = 0;
    } else break;
  }
  return { entries, end: at };
}
