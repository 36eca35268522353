import type { Page } from '@playwright/test';

/**
 * Counts what the user does from here on: what is dropped or pasted, presses of the mouse and of keys, choices in a list. A text that is
 * typed into a field in one go is one act, and so is a key with those that are held beside it.
 */
export async function countActs(page: Page): Promise<() => Promise<number>> {
  const acts = await page.evaluateHandle(() => {
    const counted = { acts: 0 };
    let typedIn: EventTarget | null = null;
    const count = () => {
      counted.acts++;
      typedIn = null;
    };
    const isText = (target: EventTarget | null) =>
      target instanceof HTMLElement && target.matches('input, textarea, [contenteditable=true]');
    const countKey = (event: KeyboardEvent) => {
      if (['Alt', 'Control', 'Meta', 'Shift'].includes(event.key)) return;
      const isTyped =
        event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey && isText(event.target);
      if (isTyped && event.target === typedIn) return;
      count();
      if (isTyped) typedIn = event.target;
    };
    for (const kind of ['drop', 'paste', 'pointerdown']) window.addEventListener(kind, count, true);
    window.addEventListener('keydown', countKey, true);
    const countChoice = ({ target }: Event) => target instanceof HTMLSelectElement && count();
    window.addEventListener('change', countChoice, true);
    return counted;
  });
  return () => acts.evaluate((counted) => counted.acts);
}
