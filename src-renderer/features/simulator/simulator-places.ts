/** The places of the screen that the keyboard moves between. */
export const simulatorPlaces = {
  scenarios: 'simulator-scenarios',
  query: 'simulator-query',
  source: 'simulator-source',
  steps: 'simulator-steps',
  profile: 'simulator-profile',
  second: 'simulator-second',
  film: 'simulator-film',
  step: 'simulator-step',
} as const;
export type SimulatorPlace = keyof typeof simulatorPlaces;

/** The part of a place that takes the focus, when it is not the place itself. */
const inside: Partial<Record<SimulatorPlace, string>> = {
  scenarios: '[aria-pressed][tabindex="0"]',
  source: 'textarea, .native-edit-context',
  steps: 'input, textarea',
  step: '[role=tabpanel]',
};

/** Whether the place is there to take it. */
export function focusSimulatorPlace(place: SimulatorPlace): boolean {
  const element = document.getElementById(simulatorPlaces[place]);
  const part = inside[place];
  const target = part === undefined ? element : element?.querySelector<HTMLElement>(part);
  target?.focus();
  if (target instanceof HTMLInputElement) target.select();
  return target instanceof HTMLElement;
}
