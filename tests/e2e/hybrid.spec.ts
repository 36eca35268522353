import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { embeddingAnswer, sendJson } from '../support/embedding-answers.ts';
import { expect, test } from './app.ts';
import { expectAccessible } from './expect-accessible.ts';

/** An embeddings endpoint on loopback that knows what a few words of three languages mean. */
async function startEndpoint() {
  const texts: string[][] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    request.on('end', () => {
      const body = JSON.parse(text) as { input: string[] };
      texts.push(body.input);
      sendJson(response, embeddingAnswer(body));
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return { texts, url: `http://127.0.0.1:${port}/v1/embeddings`, close: () => server.close() };
}

test('a hybrid search by the keyboard: off, without consent, with it, and every number of its scores', async ({
  app: { page, workspace },
}) => {
  const endpoint = await startEndpoint();
  const file = join(workspace, 'pegboard.yaml');
  const configure = (hybrid: string) => {
    const text = readFileSync(file, 'utf8').replace(/\n {2}hybrid: .*|\n {4}related_tools: .*/g, '');
    const related = text.replace(
      /^ {4}tags: \[bug, ticket\]$/m,
      '$&\n    related_tools: [github.list_issues, github.gone]',
    );
    writeFileSync(file, related.replace(/^tool_search:$/m, `tool_search:\n  hybrid: ${hybrid}`));
  };
  try {
    await page.keyboard.type('znajdź zdjęcie');
    await page.keyboard.press('Alt+h');
    await expect(page.getByText('Hybrid search is off in this workspace')).toBeVisible();

    configure(`{enabled: true, embedder: {kind: endpoint, url: "${endpoint.url}", model: tiny}}`);
    const notice = page.getByTestId('embedder-notice');
    await expect(notice).toContainText('You have not agreed to that yet.');
    expect(endpoint.texts).toEqual([]);
    await notice.getByRole('button').focus();
    await page.keyboard.press('Enter');
    const consent = page.getByTestId('embedder-consent');
    await expect(consent).toContainText(endpoint.url);
    await expect(consent.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expectAccessible(page, 'without consent');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');

    await expect(notice).toBeHidden();
    await expect(page.getByTestId('path-line')).toContainText(
      /No tool matches the words \(BM25\); [\d,]+ tools match by meaning/,
    );
    expect(endpoint.texts.at(-1)).toEqual(['znajdź zdjęcie']);
    await expect(page.getByTestId('result').first()).toContainText('search');
    await expect(page.getByTestId('list-vector')).toContainText('1.000');
    const asked = endpoint.texts.length;

    configure('{enabled: true, confidence_divisor: 20, embedder: {kind: local}}');
    await page.getByTestId('query').fill('create github issue');
    await expect(page.getByTestId('list-bm25')).toBeVisible();
    await expect(page.getByTestId('related-tools')).toContainText('! no tool has this name');
    const words = (await page.getByTestId('term').allInnerTexts()).map((text) =>
      Number(/\+(\d+\.\d+)/.exec(text)?.[1]),
    );
    const bm25 = Number(await page.getByTestId('list-bm25').locator('td').nth(1).innerText());
    expect(Math.abs(words.reduce((sum, value) => sum + value, 0) - bm25)).toBeLessThan(0.02);
    const counted = await page.getByTestId('hybrid-lists').locator('tbody td:last-child').allInnerTexts();
    const score = Number(await page.getByTestId('details-score').innerText());
    expect(Math.max(...counted.map(Number).filter(Number.isFinite))).toBeCloseTo(score, 3);
    await page.getByRole('tab', { name: 'Path' }).click();
    await expect(page.getByTestId('hybrid-confidence')).toContainText('/ 20, 1) =');
    await expect(page.getByTestId('hybrid-embedder')).toContainText('local: word vectors of Pegboard');
    await expectAccessible(page, 'blend and path');
    expect(endpoint.texts).toHaveLength(asked);
  } finally {
    endpoint.close();
  }
});
