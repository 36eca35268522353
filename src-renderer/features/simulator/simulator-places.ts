/** The places of the screen that the keyboard moves between. */
export const simulatorPlaces = {
  scenarios: 'simulator-scenarios',
  query: 'simulator-query',
  source: 'simulator-source',
  profile: 'simulator-profile',
  second: 'simulator-second',
  film: 'simulator-film',
  step: 'simulator-step',
} as const;
export type SimulatorPlace = keyof typeof simulatorPlaces;

export function focusSimulatorPlace(place: SimulatorPlace): void {
  const element = document.getElementById(simulatorPlaces[place]);
  const inside = {
    scenarios: '[aria-pressed][tabindex="0"]',
    source: 'textarea, .native-edit-context',
  }[place as 'scenarios' | 'source'];
  const target = inside === undefined ? element : element?.querySelector<HTMLElement>(inside);
  target?.focus();
  if (target instanceof HTMLInputElement) target.select();
}
