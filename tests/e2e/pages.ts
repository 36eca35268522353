import { type Browser, type BrowserContext, test as base, type Page } from '@playwright/test';

/**
 * The pages of a worker's tests: each test has a new one, all in one context and one process, which has compiled the app's scripts
 * already. That takes half of the time of a load. What a page changes of itself goes with it; what it leaves in the
 * browser, storage and permissions, is taken away before the next.
 */
class SharedPages {
  readonly context: BrowserContext;
  /** A blank page of the app's address: it keeps the process alive between two tests. */
  readonly #blank: Page;

  constructor(context: BrowserContext, blank: Page) {
    this.context = context;
    this.#blank = blank;
  }

  /** Takes away what pages of this origin stored. */
  async forget(origin: string): Promise<void> {
    if (!this.#blank.url().startsWith(`${origin}/`)) await this.#blank.goto(`${origin}/nothing`);
    await this.#blank.evaluate(() => localStorage.clear());
  }

  /** Closes the pages of a test, and takes away what it was permitted. */
  async clear(): Promise<void> {
    for (const page of this.context.pages()) if (page !== this.#blank) await page.close();
    await this.context.clearPermissions();
    await this.context.clearCookies();
  }
}

export interface PageOptions {
  /** Whether the test sets the clock of its page: that is the clock of all pages of a context, and cannot be taken away. */
  readonly ownClock: boolean;
}

export const test = base.extend<PageOptions, { sharedPages: SharedPages }>({
  ownClock: [false, { option: true }],
  sharedPages: [
    async ({ browser }, use) => {
      const context = await newContext(browser);
      await use(new SharedPages(context, await context.newPage()));
      await context.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ browser, sharedPages, contextOptions, ownClock }, use) => {
    const context = ownClock ? await newContext(browser) : sharedPages.context;
    await context.grantPermissions([...(contextOptions.permissions ?? [])]);
    await use(context);
    await (ownClock ? context.close() : sharedPages.clear());
  },
  page: async ({ context, contextOptions, viewport, ownClock }, use) => {
    const page = await context.newPage();
    if (viewport) await page.setViewportSize(viewport);
    await page.emulateMedia({ reducedMotion: contextOptions.reducedMotion ?? null });
    if (!ownClock) Object.defineProperty(page, 'clock', { get: needsOwnClock });
    await use(page);
  },
});

/** The time of the test is the limit, as for a context of Playwright's own fixture. */
async function newContext(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext();
  context.setDefaultTimeout(0);
  context.setDefaultNavigationTimeout(0);
  return context;
}

function needsOwnClock(): never {
  throw new Error('A test that sets the clock needs test.use({ ownClock: true }): the pages of a worker share theirs.');
}
