import { flushSync } from 'react-dom';

/**
 * Makes a change that takes the pressed button `from` away, and gives the focus to the first control at `pointer`, so that
 * the keyboard goes on where it was.
 */
export function changeAndFocus(from: Element, pointer: string, change: () => void): void {
  const form = from.closest('form');
  flushSync(change);
  form
    ?.querySelector<HTMLElement>(`[data-pointer="${CSS.escape(pointer)}"] :is(input, textarea, select, button)`)
    ?.focus();
}
