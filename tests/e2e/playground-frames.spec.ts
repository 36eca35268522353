import type { Page } from '@playwright/test';
import { expect, test } from './app.ts';

/** What the tests note in their page. */
interface Noted {
  /** Best results, one after the other. */
  readonly best: string[];
  /** What the list, the answer of the model and the details showed when they did not agree. */
  readonly apart: string[];
  /** Answers to the query, and how many of them the screen showed when the next task of the page began. */
  readonly answers: number;
  readonly shown: number;
}

const noted = (page: Page) => page.evaluate(() => (window as unknown as { noted: Noted }).noted);

/** Types a query letter by letter; each letter waits for its answer. */
async function typeSlowly(page: Page, query: string): Promise<void> {
  await expect(page.getByTestId('query')).toBeFocused();
  for (const [at, letter] of [...query].entries()) {
    await page.keyboard.press(letter === ' ' ? 'Space' : letter);
    const asked = JSON.stringify(query.slice(0, at + 1));
    await expect(page.getByTestId('model-json')).toContainText(`"query": ${asked}`);
  }
}

test('results, details and the answer that a model gets are drawn at once, so that an answer costs one frame', async ({
  app: { page },
}) => {
  await page.evaluate(() => {
    const noted: Noted = { best: [], apart: [], answers: 0, shown: 0 };
    Object.assign(window, { noted });
    const look = () => {
      const answer = document.querySelector('[data-testid=model-json]')?.textContent;
      if (!answer) return;
      const found: { tools: { name: string }[] } = JSON.parse(answer);
      const names = found.tools.map(({ name }) => name);
      const listed = [...document.querySelectorAll<HTMLElement>('[data-testid=result]')].map(
        ({ dataset }) => dataset.tool ?? '',
      );
      const details = document.querySelector('[data-testid=details] h2')?.textContent ?? '';
      const [best = ''] = names;
      if (names.join() !== listed.join() || details !== best) noted.apart.push(`${listed} | ${names} | ${details}`);
      if (noted.best.at(-1) !== best) noted.best.push(best);
    };
    // It is called once for everything that a task of the page changed.
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await typeSlowly(page, 'send a mes');
  const { best, apart } = await noted(page);
  expect(best.length).toBeGreaterThan(1);
  expect(apart).toEqual([]);
});

test('an answer is on the screen before the next task of the page, so that no frame comes between', async ({
  app: { page },
}) => {
  await page.addInitScript(() => {
    const noted = { best: [], apart: [], answers: 0, shown: 0 };
    const look = (query: string) => {
      noted.answers += 1;
      const answer = document.querySelector('[data-testid=model-json]')?.textContent ?? '';
      if (answer.includes(`"query": ${query}`)) noted.shown += 1;
    };
    const WebSocket = class extends window.WebSocket {
      constructor(url: string | URL, protocols?: string | string[]) {
        super(url, protocols);
        // The first listener: its timer is before every timer of the app.
        this.addEventListener('message', ({ data }) => {
          const query = JSON.stringify(document.querySelector<HTMLTextAreaElement>('[data-testid=query]')?.value ?? '');
          if (String(data).includes(`"query":${query},"search_type"`)) setTimeout(() => look(query));
        });
      }
    };
    Object.assign(window, { noted, WebSocket });
  });
  await page.reload();
  await typeSlowly(page, 'create an issue');
  await expect.poll(async () => (await noted(page)).answers).toBe('create an issue'.length);
  expect((await noted(page)).shown).toBe('create an issue'.length);
});

test('a key asks before the screen is drawn anew, so that the core searches meanwhile', async ({ app: { page } }) => {
  await page.addInitScript(() => {
    const busy: (string | null)[] = [];
    const WebSocket = class extends window.WebSocket {
      override send(data: string | BufferSource | Blob) {
        if (String(data).includes('/search/toolSearch')) {
          busy.push(document.querySelector('[role=listbox][aria-label=Results]')?.getAttribute('aria-busy') ?? null);
        }
        super.send(data);
      }
    };
    Object.assign(window, { busy, WebSocket });
  });
  await page.reload();
  await typeSlowly(page, 'create an issue');
  const busy = await page.evaluate(() => (window as unknown as { busy: (string | null)[] }).busy);
  expect(busy).toHaveLength('create an issue'.length);
  // There is no list before the first results. Once a key is drawn, the list says that it waits.
  expect(busy).toContain('false');
  expect(busy).not.toContain('true');
});
