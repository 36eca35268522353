import type { Page } from '@playwright/test';

/**
 * From the next load on the page itself holds its WebSocket, as in a browser that shares no memory, so that a test can follow what
 * goes through it: Playwright routes no socket of a worker.
 */
export const holdOwnSocket = (page: Page) =>
  page.addInitScript(() => Object.defineProperty(window, 'crossOriginIsolated', { value: false }));
