/** The places of the catalog that the keyboard moves between. */
export const places = {
  filter: 'catalog-filter',
  sources: 'catalog-sources',
  facets: 'catalog-facets',
  map: 'catalog-map',
  table: 'catalog-table',
  details: 'catalog-details',
} as const;

/** Moves the focus: to the first control of the facets, to the other places themselves. */
export function focusPlace(place: keyof typeof places): void {
  const element = document.getElementById(places[place]);
  const target = place === 'facets' ? element?.querySelector<HTMLElement>('input[tabindex="0"]') : element;
  // The table is far taller than its window: focusing it must not move it.
  target?.focus({ preventScroll: place === 'table' });
  if (target instanceof HTMLInputElement && place === 'filter') target.select();
}
