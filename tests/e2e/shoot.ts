import { join } from 'node:path';
import type { Page } from '@playwright/test';

/** Writes a picture of the page in both themes to the folder that `PEGBOARD_SHOTS` names, for a person to look at. Without it, nothing. */
export async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.PEGBOARD_SHOTS;
  if (folder === undefined) return;
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`) });
  }
}
