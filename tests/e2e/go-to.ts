import type { Page } from '@playwright/test';

/** Opens an address of the app, such as `tools` or `tools/github.create_issue`; resolves when its screen is drawn. */
export async function goTo(page: Page, address: string): Promise<void> {
  await page.evaluate(
    (hash) =>
      new Promise<void>((resolve) => {
        if (window.location.hash === hash) return resolve();
        window.addEventListener('popstate', () => setTimeout(resolve), { once: true });
        window.location.hash = hash;
        return undefined;
      }),
    `#/${address}`,
  );
}
