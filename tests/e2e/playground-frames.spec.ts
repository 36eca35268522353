import type { Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { holdOwnSocket } from './own-socket.ts';

/** What the tests note in their page. */
interface Noted {
  /** Best results, one after the other. */
  readonly best: string[];
  /** What the list and the answer of the model showed when they did not agree, and details of a tool that was never the best. */
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

test('results and the answer that a model gets are drawn at once, and their details follow', async ({
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
      // A letter may come before the details of the one before.
      const isFollowing = details === '' || details === best || noted.best.includes(details);
      if (names.join() !== listed.join() || !isFollowing) noted.apart.push(`${listed} | ${names} | ${details}`);
      if (noted.best.at(-1) !== best) noted.best.push(best);
    };
    // It is called once for everything that a task of the page changed.
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  // In a tab, answers wait for a frame in memory that a worker shares with the page.
  expect(page.workers().map((worker) => worker.url())).toContainEqual(expect.stringContaining('socket-worker'));
  await typeSlowly(page, 'send a mes');
  const { best, apart } = await noted(page);
  expect(best.length).toBeGreaterThan(1);
  expect(apart).toEqual([]);
  await expect(page.getByTestId('details').locator('h2')).toHaveText(best.at(-1) ?? '');
});

test('an answer is on the screen before the next task of the page, so that no frame comes between', async ({
  app: { page },
}) => {
  await holdOwnSocket(page);
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
          const isResults = String(data).includes('"summary":');
          if (isResults && String(data).includes(`"query":${query},"search_type"`)) setTimeout(() => look(query));
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
  await holdOwnSocket(page);
  await page.addInitScript(() => {
    const busy: (string | null)[] = [];
    const WebSocket = class extends window.WebSocket {
      override send(data: string | BufferSource | Blob) {
        if (String(data).includes('/search/toolSearch') && String(data).includes('"explain":"summary"')) {
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

test('the arithmetic is asked for when the results are painted, and not for a key that another one follows', async ({
  app: { page },
}) => {
  await holdOwnSocket(page);
  await page.addInitScript(() => {
    const early: string[] = [];
    const asked: string[] = [];
    let frames = 0;
    const painted = new Map<string, number>();
    const count = () => {
      frames += 1;
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
    const shown = () =>
      /"query": (".*")/.exec(document.querySelector('[data-testid=model-json]')?.textContent ?? '')?.[1] ?? '';
    new MutationObserver(() => {
      if (!painted.has(shown())) painted.set(shown(), frames);
    }).observe(document, { subtree: true, childList: true, characterData: true });
    const WebSocket = class extends window.WebSocket {
      override send(data: string | BufferSource | Blob) {
        const query = /"query":("[^"]*")/.exec(String(data))?.[1] ?? '';
        if (String(data).includes('/search/toolSearch') && String(data).includes('"explain":true')) {
          asked.push(query);
          if (frames <= (painted.get(query) ?? frames)) early.push(query);
        }
        super.send(data);
      }
    };
    Object.assign(window, { early, asked, WebSocket });
  });
  await page.reload();
  await typeSlowly(page, 'create an is');
  await expect(page.getByTestId('details').locator('h2')).toBeVisible();
  const query = page.getByTestId('query');
  // All of these letters come within a frame: only the last one's results are painted.
  await query.evaluate((field: HTMLTextAreaElement) => {
    for (const letter of 'sue') document.execCommand('insertText', false, letter);
    field.dispatchEvent(new Event('change'));
  });
  await expect(page.getByTestId('model-json')).toContainText('"query": "create an issue"');
  const asked = () => page.evaluate(() => (window as unknown as { asked: string[] }).asked);
  await expect.poll(asked).toContain('"create an issue"');
  expect(await asked()).not.toContain('"create an iss"');
  expect(await page.evaluate(() => (window as unknown as { early: string[] }).early)).toEqual([]);
});
