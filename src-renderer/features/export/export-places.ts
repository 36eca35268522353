import { focusNowOrWhenThere } from '../../ui/focus-when-there.ts';

/** The places of the export screen that the keyboard moves between. */
export const exportPlaces = {
  packs: 'export-packs',
  format: 'export-format',
  target: 'export-target',
  commit: 'export-commit',
  plan: 'export-plan',
} as const;

/** Moves the focus, as soon as the place is there: another kind of export has others. */
export function focusExportPlace(place: keyof typeof exportPlaces): void {
  focusNowOrWhenThere(exportPlaces[place], (element) => {
    const target = place === 'packs' ? element.querySelector<HTMLElement>('input') : element;
    target?.focus();
    if (target instanceof HTMLInputElement && target.type === 'text') target.select();
  });
}
