/** The places of the screen Use that the keyboard moves between. */
export const usePlaces = {
  figures: 'use-figures',
  events: 'use-events',
  filters: 'use-period',
  words: 'use-golden-words',
} as const;

export function focusUsePlace(place: keyof typeof usePlaces): void {
  document.getElementById(usePlaces[place])?.focus({ preventScroll: place === 'events' });
}
