/** Frames that are waited for an element to come. */
const mostFrames = 120;

/**
 * Puts the focus on the element of an id: at once, or as soon as it is there, as a form comes with its file. Whoever moves the focus
 * meanwhile keeps it.
 */
export function focusNowOrWhenThere(
  id: string,
  focus: (element: HTMLElement) => void = (element) => element.focus(),
): void {
  const element = document.getElementById(id);
  if (element) focus(element);
  else focusWhenThere(id, focus);
}

/** The same in the next frame at the earliest: what has the id now may be about to go. */
export function focusWhenThere(id: string, focus: (element: HTMLElement) => void, frames = mostFrames): void {
  const before = document.activeElement;
  requestAnimationFrame(() => {
    if (document.activeElement !== before) return;
    const element = document.getElementById(id);
    if (element) focus(element);
    else if (frames > 0) focusWhenThere(id, focus, frames - 1);
  });
}
