/** The places of the export screen that the keyboard moves between. */
export const exportPlaces = {
  packs: 'export-packs',
  format: 'export-format',
  target: 'export-target',
  commit: 'export-commit',
  plan: 'export-plan',
} as const;

export function focusExportPlace(place: keyof typeof exportPlaces): void {
  const element = document.getElementById(exportPlaces[place]);
  const target = place === 'packs' ? element?.querySelector<HTMLElement>('input') : element;
  target?.focus();
  if (target instanceof HTMLInputElement && target.type === 'text') target.select();
}
