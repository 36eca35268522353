/** The places of the screen that the keyboard moves between. */
export const experimentsPlaces = {
  list: 'experiments-list',
  figures: 'experiments-figures',
  tasks: 'experiments-tasks',
  trials: 'experiments-trials',
  name: 'experiments-name',
} as const;

/** Puts the focus on the first of these places that is on screen. */
export function focusExperiments(...places: readonly (keyof typeof experimentsPlaces)[]): void {
  const [element] = places.flatMap((place) => document.getElementById(experimentsPlaces[place]) ?? []);
  element?.focus({ preventScroll: true });
}
