import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, goTo, test } from './app.ts';
import { expectAccessible } from './expect-accessible.ts';

const skillMd =
  '---\nname: one\ndescription: Does one thing.\n---\n\nRead references/guide.md and run scripts/run.sh.\n';

async function runCommand(page: Page, title: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+K');
  await expect(page.getByRole('dialog', { name: 'Command palette' }).getByRole('textbox')).toBeFocused();
  await page.keyboard.type(title);
  await expect(
    page.getByRole('dialog').getByRole('option').or(page.getByRole('dialog').getByRole('button')).first(),
  ).toContainText(title);
  await page.keyboard.press('Enter');
}

test.use({ tools: 12 });

test('the files beside a SKILL.md are shown as a tree, edited, added, renamed, deleted and brought back', async ({
  app: { page, workspace },
}) => {
  const folder = join(workspace, 'packs/p/one');
  const put = (path: string, content: string | Uint8Array) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  put('SKILL.md', skillMd);
  put('references/guide.md', 'The guide.\n');
  put('scripts/run.sh', 'echo 1\n');
  put('image.bin', Uint8Array.of(0, 255, 1));
  const config = join(workspace, 'pegboard.yaml');
  const packs = 'skills:\n  enabled: true\n  skill_packs:\n    - { name: p, path: packs/p, format: skill-md }\n';
  writeFileSync(config, `${readFileSync(config, 'utf8')}\n${packs}`);
  await goTo(page, 'skills');
  const row = (path: string) => page.locator(`[data-row="p/one/${path}"]`);
  await expect(row('SKILL.md')).toContainText('3 files');
  await row('SKILL.md').locator('[data-turn]').click();
  await expect(row('references/guide.md')).toContainText('11 bytes');
  await expect(row('image.bin')).toContainText('3 bytes');
  await expect(row('image.bin')).not.toContainText('token');

  await row('image.bin').click();
  await expect(page.getByTestId('folder-file')).toContainText('not text');
  await row('references/guide.md').click();
  const source = page.getByTestId('folder-file-source');
  await expect(source).toContainText('The guide.');
  await expectAccessible(page, 'a file beside a SKILL.md');
  await source.locator('.monaco-editor').click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('More.');
  await page.keyboard.press('ControlOrMeta+S');
  await expect.poll(() => readFileSync(join(folder, 'references/guide.md'), 'utf8')).toBe('The guide.\nMore.');

  await runCommand(page, 'Rename the file…');
  await page.getByTestId('folder-file-path').fill('references/more.md');
  await page.keyboard.press('Enter');
  await expect(row('references/more.md')).toBeVisible();
  expect(existsSync(join(folder, 'references/guide.md'))).toBe(false);

  await runCommand(page, 'Add a file to the skill…');
  await page.getByTestId('folder-file-path').fill('con.txt');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText('Windows keeps this name');
  await page.getByTestId('folder-file-path').fill('notes.txt');
  await page.keyboard.press('Enter');
  await expect(row('notes.txt')).toContainText('0 bytes');

  await runCommand(page, 'Delete the file');
  await expect(row('notes.txt')).toHaveCount(0);
  expect(existsSync(join(folder, 'notes.txt'))).toBe(false);
  await page.keyboard.press('Escape');
  await runCommand(page, 'Undo');
  await expect(row('notes.txt')).toBeVisible();
});
