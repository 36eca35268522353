import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { zipFile } from '../support/zip-file.ts';
import { holdAnswers } from './answer-late.ts';
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

test('skill folders are imported whole by path, as a folder and as an archive, and all of an import is undone', async ({
  app: { page, workspace },
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'pegboard-skills-'));
  for (const name of ['one', 'two']) {
    mkdirSync(join(folder, name, 'references'), { recursive: true });
    mkdirSync(join(folder, name, 'scripts'));
    writeFileSync(join(folder, name, 'SKILL.md'), skillMd.replace('one', name));
    writeFileSync(join(folder, name, 'references/guide.md'), 'The guide.\n');
    writeFileSync(join(folder, name, 'scripts/run.sh'), 'echo 1\n');
  }
  mkdirSync(join(folder, 'bad'));
  writeFileSync(join(folder, 'bad/SKILL.md'), 'no front matter');
  await goTo(page, 'skills');
  await page.keyboard.press('Alt+Shift+I');
  await page.getByTestId('new-pack-name').fill('whole');
  await page.keyboard.press('Enter');
  const plan = page.getByTestId('import-skills-plan');
  await page.getByTestId('import-skills-path').fill('skills');
  await expect(page.getByRole('dialog')).toContainText('is not an absolute path');
  await page.getByTestId('import-skills-path').fill(folder);
  await expect(plan).toContainText('Pegboard copies 2 skills with 6 files');
  await expect(plan).toContainText('It leaves out 1 SKILL.md file');
  await expect(plan).toContainText('one/SKILL.md 3 files');
  await expectAccessible(page, 'import of skill folders');
  await page.getByTestId('import-skills-path').press('Enter');
  const row = (path: string) => page.locator(`[data-row="whole/${path}"]`);
  await expect(row('one/SKILL.md')).toContainText('2 files');
  const pack = join(workspace, 'packs/whole');
  expect(readFileSync(join(pack, 'two/scripts/run.sh'), 'utf8')).toBe('echo 1\n');
  expect(readFileSync(join(workspace, 'pegboard.yaml'), 'utf8')).toContain('format: skill-md');

  // The creation of the pack can be undone too: its notice has a button of the same name.
  const imported = page.getByRole('alert').filter({ hasText: 'Imported 2 skills' });
  await imported.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(row('one/SKILL.md')).toHaveCount(0);
  // A SKILL.md goes first, so that no half of a skill is ever loaded; its folder goes last.
  await expect.poll(() => existsSync(join(pack, 'one'))).toBe(false);
  await runCommand(page, 'Redo');
  await expect(row('two/SKILL.md')).toContainText('2 files');
  await runCommand(page, 'Undo');
  await expect(row('two/SKILL.md')).toHaveCount(0);
  await expect.poll(() => existsSync(join(pack, 'two'))).toBe(false);

  await page.keyboard.press('Alt+Shift+I');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a folder…' }).click();
  await (await chooser).setFiles(join(folder, 'one'));
  await expect(plan).toContainText('Pegboard copies 1 skill with 3 files');
  await page.getByRole('button', { name: 'Import 1 skill', exact: true }).click();
  await expect(row('one/SKILL.md')).toContainText('2 files');

  const archive = zipFile([
    { name: 'two/SKILL.md', content: skillMd.replace('one', 'two') },
    { name: 'two/references/guide.md', content: 'The guide.\n' },
    { name: 'two/scripts/../../../../out.sh', content: 'echo 1\n' },
  ]).toString('base64');
  const dropped = await page.evaluateHandle((base64) => {
    const transfer = new DataTransfer();
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    transfer.items.add(new File([bytes], 'all.skill'));
    return transfer;
  }, archive);
  await page.getByTestId('packs').dispatchEvent('drop', { dataTransfer: dropped });
  await expect(plan).toContainText('Pegboard copies 1 skill with 2 files');
  await expect(plan).toContainText('leads out of the archive');
  await page.getByRole('button', { name: 'Import 1 skill', exact: true }).click();
  await expect(row('two/SKILL.md')).toContainText('1 file');
  expect(existsSync(join(workspace, 'out.sh'))).toBe(false);
  rmSync(folder, { recursive: true });
});

test('undo that is asked for before the list shows an import takes the import back, and not what was made before', async ({
  app: { page, workspace },
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'pegboard-skills-'));
  mkdirSync(join(folder, 'one'));
  writeFileSync(join(folder, 'one/SKILL.md'), skillMd);
  let isImported = false;
  const held = await holdAnswers(page, (procedure) => isImported && procedure === '/skillEditor/pack');
  await page.reload();
  await goTo(page, 'skills');
  await expect(page.getByRole('button', { name: 'New pack…' })).toBeVisible();
  await page.keyboard.press('Alt+Shift+I');
  await page.getByTestId('new-pack-name').fill('whole');
  await page.keyboard.press('Enter');
  await page.getByTestId('import-skills-path').fill(folder);
  await expect(page.getByTestId('import-skills-plan')).toContainText('1 skill with 1 file');
  isImported = true;
  await page.getByTestId('import-skills-path').press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const copied = join(workspace, 'packs/whole/one');
  expect(existsSync(copied)).toBe(true);
  await expect.poll(held.count).toBeGreaterThan(0);
  await page.keyboard.press('ControlOrMeta+Z');
  isImported = false;
  held.release();
  await expect.poll(() => existsSync(copied)).toBe(false);
  await expect(page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: 'Undone' })).toContainText(
    'Imported 1 skill',
  );
  expect(readFileSync(join(workspace, 'pegboard.yaml'), 'utf8')).toContain('name: whole');
  rmSync(folder, { recursive: true });
});

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
