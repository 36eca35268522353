/** The places of the Sources screen that the keyboard moves between. */
export const sourcesPlaces = { table: 'sources-table', details: 'source-details' } as const;

export function focusSourcesPlace(place: keyof typeof sourcesPlaces): void {
  document.getElementById(sourcesPlaces[place])?.focus({ preventScroll: place === 'table' });
}
