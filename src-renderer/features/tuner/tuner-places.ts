/** The places of the tuner that the keyboard moves between. */
export const tunerPlaces = {
  filter: 'tuner-filter',
  add: 'tuner-add',
  patterns: 'tuner-patterns',
  budget: 'tuner-budget',
  board: 'tuner-board',
  drawers: 'tuner-drawers',
} as const;

export function focusTunerPlace(place: keyof typeof tunerPlaces): void {
  const element = document.getElementById(tunerPlaces[place]);
  const target =
    place === 'patterns'
      ? (element?.querySelector<HTMLElement>('[data-pattern]') ?? document.getElementById(tunerPlaces.add))
      : element;
  target?.focus({ preventScroll: place === 'board' || place === 'drawers' });
  if (target instanceof HTMLInputElement) target.select();
}
