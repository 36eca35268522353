import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { WebSocketServer } from 'ws';
import type { BenchTool } from './catalog.ts';
import type { Scratch } from './engines/engine.ts';
import { type PageHost, withServedPage } from './served-page.ts';
import { percentile } from './statistics.ts';
import { count, milliseconds, print, table } from './table.ts';
import { writeWorkspace } from './workspace-on-disk.ts';

/** Milliseconds of a frame at 60 a second. */
const frame = 1000 / 60;

/**
 * Milliseconds that a key is held down, as by a quick typist. A key that is released at once makes Chromium wait for one frame more:
 * after each event of a key it draws first and gives the page its messages later, and such a release comes between both.
 */
const heldMs = 80;

/**
 * Types queries into the playground, as the browser sees it: milliseconds from a key's event until its results are drawn, and
 * until all of the answer is. A key waits for the answer to the one before. The last rows are the floor: a page without a program, which
 * draws 30 lines for each key, by itself and when a server has sent the text back. No app in this browser on this machine is faster.
 * Both in a tab of a browser and in Chromium as the desktop app starts it.
 */
export async function measureKeystrokes(
  tools: readonly BenchTool[],
  queries: readonly string[],
  scratch: Scratch,
): Promise<void> {
  const folder = scratch.folder();
  const workspace = join(folder, 'workspace');
  mkdirSync(workspace);
  writeWorkspace(workspace, tools);
  const rows: string[][] = [];
  for (const host of ['tab', 'desktop'] as const) {
    await withServedPage({ folder, workspace, host }, async (page) => {
      rows.push(...(await rowsOf(page, { host, size: count(tools.length), queries })));
    });
  }
  print(table(['in', 'tools', 'keys', 'drawn', 'p50 ms', 'p95 ms', 'p50 frames', 'within two frames'], rows));
}

interface Run {
  readonly host: PageHost;
  readonly size: string;
  readonly queries: readonly string[];
}

/** What the app draws, and then the floor of the same browser. */
async function rowsOf(page: Page, { host, size, queries }: Run): Promise<string[][]> {
  await page.keyboard.press('Alt+3');
  await page.getByTestId('query').waitFor();
  const times = await typeQueries(page, queries);
  await page.goto('about:blank');
  await page.setContent(barePage(false));
  const floor = await typeQueries(page, queries);
  const echoed = await withEcho(async (url) => {
    await page.goto(url);
    await page.locator('body[data-open]').waitFor();
    return typeQueries(page, queries);
  });
  const drawn = [
    [size, 'results', times.map(({ results }) => results)],
    [size, 'all', times.map(({ all }) => all)],
    ['none', 'bare page', floor.map(({ all }) => all)],
    ['none', 'bare page, echo', echoed.map(({ all }) => all)],
  ] as const;
  return drawn.map(([tools, part, all]) => [host, ...rowOf([tools, part], all)]);
}

/** What is drawn, with how soon. */
function rowOf([size, part]: readonly [string, string], times: readonly number[]): string[] {
  const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
  const soon = (100 * times.filter((time) => time <= 2 * frame).length) / times.length;
  return [
    size,
    count(times.length),
    part,
    milliseconds(p50),
    milliseconds(p95),
    (p50 / frame).toFixed(2),
    `${soon.toFixed(0)} %`,
  ];
}

/** Serves the bare page, and sends back what the page sends. */
async function withEcho<Result>(work: (url: string) => Promise<Result>): Promise<Result> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(barePage(true));
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket) => socket.on('message', (data) => socket.send(String(data))));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  } finally {
    for (const socket of sockets.clients) socket.terminate();
    server.closeAllConnections();
    server.close();
  }
}

/** A field and 30 lines that show what is in it, or what its server sent back. */
const barePage = (echoed: boolean) => `<input data-testid="query" /><ul></ul><pre data-testid="model-json"></pre>
<script>
  const [field, lines, answer] = ['input', 'ul', 'pre'].map((name) => document.querySelector(name));
  const draw = (text) => {
    answer.textContent = '"query": ' + JSON.stringify(text);
    lines.replaceChildren(
      ...Array.from({ length: 30 }, (_, at) => {
        const line = document.createElement('li');
        line.textContent = at + ' ' + text;
        return line;
      }),
    );
  };
  const socket = ${echoed} ? new WebSocket('ws://' + location.host) : null;
  if (socket) {
    socket.onopen = () => document.body.setAttribute('data-open', '');
    socket.onmessage = ({ data }) => draw(data);
  }
  field.addEventListener('input', () => (socket ? socket.send(field.value) : draw(field.value)));
</script>`;

/** Types queries and returns the milliseconds of their letters. */
async function typeQueries(page: Page, queries: readonly string[]): Promise<readonly Drawn[]> {
  await page.evaluate(watchKeystrokes);
  await typeQuery(page, 'a first query, not counted');
  const times: Drawn[] = [];
  for (const query of queries) times.push(...(await typeQuery(page, query)));
  return times;
}

/** Milliseconds from a key's event until something is drawn. */
interface Drawn {
  readonly results: number;
  readonly all: number;
}

interface Watched {
  answered: Promise<Drawn>;
}

/** Runs in the page: every input starts a watch that ends when the screen shows the answer to exactly that text. */
function watchKeystrokes(): void {
  const box = document.querySelector<HTMLTextAreaElement>('[data-testid=query]');
  box?.addEventListener('input', (event) => {
    const query = JSON.stringify(box.value);
    const hasResults = () => document.querySelector('[aria-label=Results][aria-busy=true]') === null;
    const hasAll = () =>
      hasResults() &&
      (document.querySelector('[data-testid=model-json]')?.textContent ?? '').includes(`"query": ${query}`);
    // Looked at in every frame; the frame after the first that has it is drawn when a task follows it.
    const drawn = (isThere: () => boolean) =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (!isThere()) return requestAnimationFrame(look);
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now() - event.timeStamp);
          return port2.postMessage(null);
        };
        requestAnimationFrame(look);
      });
    const answered = Promise.all([drawn(hasResults), drawn(hasAll)]).then(([results, all]) => ({ results, all }));
    Object.assign(window, { watched: { answered } satisfies Watched });
  });
}

/** Types a query letter by letter into the emptied box and returns the milliseconds of each letter after the first three. */
async function typeQuery(page: Page, query: string): Promise<Drawn[]> {
  await page.getByTestId('query').fill('');
  const times: Drawn[] = [];
  for (const letter of query.trim().slice(0, 60)) {
    await page.keyboard.press(letter === ' ' ? 'Space' : letter, { delay: heldMs });
    times.push(await page.evaluate(() => (window as unknown as { watched: Watched }).watched.answered));
  }
  return times.slice(3);
}
