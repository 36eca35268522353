import type { Page } from '@playwright/test';

/**
 * Presses keys on what has the focus, all in one task of the page: nothing is drawn and no answer comes in between. A letter
 * alone is a key without modifiers; `Alt+g`, `Control+z` hold one.
 */
export async function pressTogether(page: Page, keys: readonly string[]): Promise<void> {
  await page.evaluate((pressed) => {
    for (const shortcut of pressed) {
      const parts = shortcut.split('+');
      const key = parts.at(-1) ?? '';
      const code = /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : /^[0-9]$/.test(key) ? `Digit${key}` : key;
      const held = {
        altKey: parts.includes('Alt'),
        ctrlKey: parts.includes('Control'),
        shiftKey: parts.includes('Shift'),
      };
      const target = document.activeElement ?? document.body;
      target.dispatchEvent(new KeyboardEvent('keydown', { key, code, ...held, bubbles: true, cancelable: true }));
    }
  }, keys);
}
