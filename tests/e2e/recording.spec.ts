import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { openAiStream } from '../support/model-answers.ts';
import { expect, goTo, test } from './app.ts';

const replies = [
  '{"next_node": "tool_search", "args": {"query": "refund an order"}}',
  'Let me think.',
  '{"next_node": "orders.refund", "args": {"order_id": "ORD-1", "amount": 5, "reason": "late"}}',
  '{"next_node": "final_response", "args": {"answer": "Refunded."}}',
];

test('a run of a live model is recorded, and plays again without it with an equal trace, by keyboard', async ({
  app,
}) => {
  const { page, workspace } = app;
  let asked = 0;
  const service = createServer((request, response) => {
    request.resume().on('end', () => openAiStream([replies[asked++ % replies.length] ?? ''])(response, asked));
  });
  await new Promise<void>((ready) => service.listen(0, '127.0.0.1', ready));
  try {
    const { port } = service.address() as AddressInfo;
    const file = join(workspace, 'scenarios/live.scenario.yaml');
    writeFileSync(
      file,
      `# Asks a model on this computer.
name: live
query: Give ORD-1 its money back.
model: {provider: openai-compatible, model: m, base_url: "http://127.0.0.1:${port}/v1"}
script: [{answer: the script}]
results: {orders.refund: {value: {refunded: 5}}}
`,
    );
    const state = page.getByTestId('run-state');
    await goTo(page, 'runs');
    const live = page.locator('[data-scenario="scenarios/live.scenario.yaml"]');
    await expect(live).toBeVisible();
    await page.keyboard.press('l');
    await expect(page.locator('[data-scenario][aria-pressed=true]')).toBeFocused();
    await expect(async () => {
      await page.keyboard.press('ArrowDown');
      await expect(live).toBeFocused({ timeout: 100 });
    }).toPass({ intervals: [10] });
    await expect(page.locator('[data-path*="live.scenario.yaml"]')).toBeVisible();

    await page.keyboard.press('m');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(state).toHaveAttribute('data-state', 'passed');
    expect(asked).toBe(replies.length);
    await page.keyboard.press('7');
    await expect(page.getByTestId('recording')).toHaveAttribute('data-state', 'same');
    const total = await page.getByTestId('run-total').textContent();

    await page.keyboard.press('s');
    const dialog = page.getByRole('dialog', { name: 'Save the run as a scenario' });
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('live recorded');
    await page.keyboard.press('Enter');
    await expect(page.locator('[data-path*="live-recorded.scenario.yaml"]')).toBeVisible();
    const text = readFileSync(join(workspace, 'scenarios/live-recorded.scenario.yaml'), 'utf8');
    expect(text).toContain('- reply: Let me think.');
    expect(text).toMatch(/^# Asks a model on this computer\.\n/);

    // Offline: the model is gone, the figures are the same.
    service.close();
    await page.keyboard.press('m');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(state).toHaveAttribute('data-state', 'passed');
    await expect(page.getByTestId('run-total')).toHaveText(total ?? '');
    expect(asked).toBe(replies.length);
  } finally {
    service.closeAllConnections();
    service.close();
  }
});
