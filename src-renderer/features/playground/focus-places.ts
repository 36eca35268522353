import { flushSync } from 'react-dom';
import { usePlayground } from '../../state/playground-store.ts';

/** The places of the playground that the keyboard moves between. */
export const places = {
  query: 'playground-query',
  results: 'playground-results',
  details: 'playground-details',
} as const;

/** Moves the focus; in the query, all of its text is selected, ready to be replaced. */
export function focusPlace(place: keyof typeof places): void {
  const element = document.getElementById(places[place]);
  element?.focus();
  if (element instanceof HTMLTextAreaElement) element.select();
}

/** Moves the focus to the details, which in a narrow window lie behind a tab. */
export function goToDetails(): void {
  if (!document.getElementById(places.details)) flushSync(() => usePlayground.getState().showTab('details'));
  focusPlace('details');
}
