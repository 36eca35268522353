/** The places of the comparison that the keyboard moves between. */
export const places = { query: 'compare-query' } as const;

/** Id of the list of one engine. */
export function columnId(engine: string): string {
  return `compare-column-${engine}`;
}

export function focusId(id: string): void {
  const element = document.getElementById(id);
  element?.focus();
  if (element instanceof HTMLInputElement) element.select();
}
