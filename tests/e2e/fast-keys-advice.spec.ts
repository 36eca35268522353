import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerLate } from './answer-late.ts';
import { expect, test } from './app.ts';
import { pressTogether } from './press-together.ts';

test('keys within one frame, answered late: advice is followed on the screen that the key before opens', async ({
  app: { page, workspace },
}) => {
  const file = join(workspace, 'pegboard.yaml');
  const on = readFileSync(file, 'utf8');
  writeFileSync(file, on.replace('enabled: true', 'enabled: false'));
  await answerLate(page, 2);
  await expect(page.getByTestId('discovery-advice')).toBeVisible();
  await page.keyboard.press('Alt+9');
  await expect(page.getByTestId('discovery-advice')).toBeHidden();
  await pressTogether(page, ['Alt+2', 'Alt+o']);
  await expect.poll(() => readFileSync(file, 'utf8')).toBe(on);
});
