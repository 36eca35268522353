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

/** Puts the focus on a place: at once, or as soon as it is there. */
export function focusNowOrWhenThere(place: keyof typeof packsPlaces): void {
  if (document.getElementById(packsPlaces[place])) focusPacksPlace(place);
  else focusWhenThere(place);
}

/** Puts the focus on a place as soon as it is there: a form comes with its file. Whoever moves the focus meanwhile keeps it. */
export function focusWhenThere(place: keyof typeof packsPlaces, frames = 120): void {
  const before = document.activeElement;
  requestAnimationFrame(() => {
    if (document.activeElement !== before) return;
    if (document.getElementById(packsPlaces[place])) focusPacksPlace(place);
    else if (frames > 0) focusWhenThere(place, frames - 1);
  });
}
