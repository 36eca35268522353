import { focusNowOrWhenThere, focusWhenThere } from '../../ui/focus-when-there.ts';

/** The places of the screen that the keyboard moves between. */
export const packsPlaces = {
  filter: 'packs-filter',
  tree: 'packs-tree',
  form: 'packs-form',
  source: 'packs-source',
  name: 'packs-field-name',
  problems: 'packs-problems',
  preview: 'packs-preview',
  hosts: 'packs-hosts',
} as const;

type Place = keyof typeof packsPlaces;

function focusIn(place: Place, element: HTMLElement): void {
  const inside = 'input:not([type=hidden]), textarea, [data-problem], [role=textbox], .native-edit-context';
  const target =
    place === 'filter' || place === 'tree' || place === 'name'
      ? element
      : (element.querySelector<HTMLElement>(inside) ?? element);
  target.focus({ preventScroll: place === 'tree' });
  if (target instanceof HTMLInputElement) target.select();
}

/** Puts the focus on a place: at once, or as soon as it is there. */
export const focusPacksPlace = (place: Place) =>
  focusNowOrWhenThere(packsPlaces[place], (element) => focusIn(place, element));

/** The same when the screen has shown what was just asked for. */
export const focusNewPlace = (place: Place) => focusWhenThere(packsPlaces[place], (element) => focusIn(place, element));
