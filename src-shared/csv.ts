/** Rows as RFC 4180; a text that a spreadsheet would run as a formula gets an apostrophe in front. Null is an empty cell. */
export function csvRows(rows: readonly (readonly (number | string | null)[])[]): string {
  return rows.map((row) => row.map(cell).join(',')).join('\r\n');
}

function cell(value: number | string | null): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
