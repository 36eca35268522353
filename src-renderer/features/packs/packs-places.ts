/** The places of the screen that the keyboard moves between. */
export const packsPlaces = {
  filter: 'packs-filter',
  tree: 'packs-tree',
  form: 'packs-form',
  source: 'packs-source',
  name: 'packs-field-name',
  problems: 'packs-problems',
  preview: 'packs-preview',
} as const;

export function focusPacksPlace(place: keyof typeof packsPlaces): void {
  const element = document.getElementById(packsPlaces[place]);
  const inside = 'input:not([type=hidden]), textarea, [data-problem], [role=textbox], .native-edit-context';
  const target =
    place === 'filter' || place === 'tree' || place === 'name'
      ? element
      : (element?.querySelector<HTMLElement>(inside) ?? element);
  target?.focus({ preventScroll: place === 'tree' });
  if (target instanceof HTMLInputElement) target.select();
}
