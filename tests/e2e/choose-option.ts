import type { Locator, Page } from '@playwright/test';
import { expect } from './app.ts';

/** Takes an option of the open list with the keyboard: one arrow key for each move that the list has shown, then Enter. */
export async function takeOption(page: Page, option: Locator): Promise<void> {
  await expect(option).toBeVisible();
  const marked = page.locator('[role=option][data-combobox-selected]:visible');
  const markedText = async () => ((await marked.count()) === 0 ? null : marked.first().textContent());
  while ((await option.getAttribute('data-combobox-selected')) === null) {
    const before = await markedText();
    await page.keyboard.press('ArrowDown');
    await expect.poll(markedText).not.toBe(before);
  }
  await page.keyboard.press('Enter');
}
