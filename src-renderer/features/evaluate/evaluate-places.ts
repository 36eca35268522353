/** The places of the screen that the keyboard moves between. */
export const evaluatePlaces = {
  filter: 'evaluate-filter',
  table: 'evaluate-table',
  details: 'evaluate-details',
  compare: 'evaluate-compare',
} as const;

/** Moves the focus; a text that is there is selected, ready to be replaced. */
export function focusEvaluatePlace(place: keyof typeof evaluatePlaces): void {
  const element = document.getElementById(evaluatePlaces[place]);
  element?.focus({ preventScroll: place === 'table' });
  if (element instanceof HTMLInputElement) element.select();
}
