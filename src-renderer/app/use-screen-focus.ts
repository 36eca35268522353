import { useEffect } from 'react';

/** Marks the list that has the focus when its screen opens. */
const listMark = '[data-screen-focus]';

/**
 * Puts the focus into the list of a screen that opens, as soon as it is there, so that the arrows work at once. A focus that
 * somebody put elsewhere meanwhile stays.
 */
export function useScreenFocus(screen: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen is another list
  useEffect(() => {
    const main = document.querySelector('main');
    if (!main) return;
    const focusList = () => {
      const { activeElement } = document;
      const isElsewhere = activeElement !== null && activeElement !== document.body && !activeElement.closest('nav');
      if (isElsewhere || document.querySelector('[role=dialog]')) return true;
      const marked = main.querySelector<HTMLElement>(listMark);
      const list = marked?.matches('[tabindex="0"]') ? marked : marked?.querySelector<HTMLElement>('[tabindex="0"]');
      list?.focus({ preventScroll: true });
      return list !== null && list !== undefined;
    };
    if (focusList()) return;
    const observer = new MutationObserver(() => {
      if (focusList()) observer.disconnect();
    });
    observer.observe(main, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [screen]);
}
