/** The places of the screen that the keyboard moves between. */
export const runListPlaces = { filter: 'run-list-filter', table: 'run-list-table' } as const;

/** Moves the focus; a text that is there is selected, ready to be replaced. */
export function focusRunList(place: keyof typeof runListPlaces): void {
  const element = document.getElementById(runListPlaces[place]);
  element?.focus({ preventScroll: true });
  if (element instanceof HTMLInputElement) element.select();
}
