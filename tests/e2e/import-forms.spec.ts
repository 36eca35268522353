import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { zipFile } from '../support/zip-file.ts';
import { expect, goTo, test } from './app.ts';

const fixtures = resolve(import.meta.dirname, '../fixtures');
const fixture = (path: string): Buffer => readFileSync(join(fixtures, path));

/** Opens the form and gives it a file. */
async function give(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.keyboard.press('ControlOrMeta+I');
  const dialog = page.getByRole('dialog', { name: 'Add a source' });
  await dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
}

test('an OpenAPI document in YAML shows its plan, what it leaves out, and becomes tools', async ({ app: { page } }) => {
  await give(page, 'openapi.yaml', fixture('openapi/library-3.0.yaml'));
  const dialog = page.getByRole('dialog', { name: 'Add a source' });
  await expect(dialog.getByTestId('import-source')).toContainText('Town-Library');
  await expect(dialog).toContainText('Authorization, which signs in, and is left out');
  await dialog.getByRole('button', { name: /^Import/ }).click();
  await goTo(page, 'tools');
  await expect(page.getByTestId('tool-row').filter({ hasText: 'findBooks' })).toBeVisible();
});

test('a bundle opens the review of its server, and nothing starts', async ({ app: { page } }) => {
  const bundle = zipFile([{ name: 'manifest.json', content: fixture('described/manifest.json').toString('utf8') }]);
  await give(page, 'notes.mcpb', bundle);
  await expect(page.getByTestId('review-server')).toHaveCount(1);
  await expect(page.getByTestId('review-server')).toContainText('notes');
  const sheet = page.getByRole('dialog', { name: /server/i }).filter({ has: page.getByTestId('review-server') });
  await expect(sheet).toContainText('NOTES_BUNDLE');
  await expect(sheet).toContainText('Folder in which the bundle notes is unpacked');
  await expect(sheet).not.toContainText('planted');
});

test('a file that is nearly a known form says what it lacks', async ({ app: { page } }) => {
  await give(page, 'api.json', fixture('openapi/no-paths.json'));
  await expect(page.getByRole('dialog', { name: 'Add a source' })).toContainText(
    'looks like an OpenAPI document, but has no `paths`',
  );
});
