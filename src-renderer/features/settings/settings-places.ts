/** The places of the screen that the keyboard moves between. */
export const settingsPlaces = {
  search: 'settings-search',
  list: 'settings-list',
  personaName: 'settings-persona-name',
} as const;

export function focusSearch(): void {
  const element = document.getElementById(settingsPlaces.search);
  element?.focus();
  if (element instanceof HTMLInputElement) element.select();
}

export function focusPersonaName(): void {
  const element = document.getElementById(settingsPlaces.personaName);
  element?.focus();
  if (element instanceof HTMLInputElement) element.select();
}

/** The first control of the list. */
export function focusFirstSetting(): void {
  const list = document.getElementById(settingsPlaces.list);
  list?.querySelector<HTMLElement>('[data-setting] input:not([type=hidden]), [data-setting] textarea')?.focus();
}

/** Scrolls the heading of a section to the top of the list and moves the focus to it. */
export function showSection(section: string): void {
  const heading = document.getElementById(sectionId(section));
  heading?.scrollIntoView({ block: 'start' });
  heading?.focus({ preventScroll: true });
}

export const sectionId = (section: string) => `settings-section-${section}`;
