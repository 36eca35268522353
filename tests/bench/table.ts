/** A plain text table: the first column to the left, numbers to the right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (isWide(row) ? 0 : (row[column]?.length ?? 0)))),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd();
  const rule = widths.map((width) => '-'.repeat(width)).join('  ');
  const body = rows.map((row) =>
    isWide(row) ? `${(row[0] ?? '').padEnd(widths[0] ?? 0)}  ${row[1] ?? ''}` : line(row),
  );
  return [line(head), rule, ...body, ''].map((text) => `  ${text}`.trimEnd()).join('\n');
}

/** A row of a name and one remark that runs over the columns. */
function isWide(row: readonly string[]): boolean {
  return row.length === 2;
}

/** Milliseconds with three digits that count. */
export function milliseconds(value: number): string {
  if (Number.isNaN(value)) return '-';
  if (value >= 100) return value.toFixed(0);
  return value >= 10 ? value.toFixed(1) : value.toFixed(value >= 1 ? 2 : 3);
}

export function count(value: number): string {
  return value.toLocaleString('en-US');
}

export function print(text = ''): void {
  process.stdout.write(`${text}\n`);
}
