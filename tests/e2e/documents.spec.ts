import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { serveApp } from '../support/serve-app.ts';
import { expect, goTo, test } from './app.ts';
import { draftsOnDisk } from './drafts-on-disk.ts';
import { expectAccessible } from './expect-accessible.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const editorOf = (page: Page) => page.getByRole('textbox', { name: 'Fields of the profile small' });
const linesOf = (page: Page) => page.getByTestId('code-editor').locator('.view-lines');

async function runCommand(page: Page, title: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog').getByRole('textbox').fill(title);
  await expect(page.getByRole('dialog').getByText(title, { exact: true })).toBeVisible();
  await page.keyboard.press('Enter');
}

async function typeAnew(page: Page, text: string): Promise<void> {
  await editorOf(page).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}

test('what was typed is there after the core was killed, and a file that changed meanwhile is never written over in silence', async ({
  app,
}) => {
  const home = join(app.folder, 'home');
  const yaml = join(app.workspace, 'pegboard.yaml');
  const env = { ...process.env, PEGBOARD_HOME: home, HOME: app.machine, XDG_CONFIG_HOME: '' };
  appendFileSync(yaml, 'profiles:\n  - name: small\n    planner: {max_steps: 3}\n');
  const original = readFileSync(yaml, 'utf8');

  // Typed into a document and into a form, and the core is gone.
  const page = await app.page.context().newPage();
  const crashing = await serveApp({ workspace: app.workspace, env });
  try {
    await page.goto(crashing.url);
    await expect(page.getByTestId('status-bar')).toContainText('index up to date');
    await goTo(page, 'prompt');
    await expect(page.getByTestId('cache-break')).toBeVisible();
    await page.keyboard.press('p');
    await expect(page.getByTestId('document-state')).toHaveText('Saved');
    await typeAnew(page, 'planner: {max_steps: 4}\n');
    await expect(page.getByTestId('document-state')).toHaveText('Not saved');
    await goTo(page, 'tools');
    await expect(page.getByTestId('tool-row').first()).toBeVisible();
    await page.keyboard.press('/');
    await page.keyboard.type('github.create_issue');
    await expect(page.getByTestId('tool-row')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Home');
    await page.keyboard.press('e');
    const hint = page.getByTestId('curate-usage_hint').getByRole('textbox');
    await hint.focus();
    await page.keyboard.insertText('Only when asked');
    const expected = {
      'profile:small': 'planner: {max_steps: 4}\n',
      'overlay:github.create_issue': '{"usage_hint":"Only when asked"}',
    };
    await expect.poll(() => draftsOnDisk(home)).toEqual(expected);
  } finally {
    await crashing.kill();
  }
  expect(readFileSync(yaml, 'utf8')).toBe(original);
  await page.close();

  // Started again on the same home: it is offered, and opens with the text.
  const served = await serveApp({ workspace: app.workspace, env });
  try {
    const again = await app.page.context().newPage();
    await again.goto(served.url);
    await goOn(again, { yaml, original, home });
    await again.close();
  } finally {
    await served.close();
  }
});

async function goOn(page: Page, { yaml, original, home }: { yaml: string; original: string; home: string }) {
  const state = page.getByTestId('document-state');
  const conflict = page.getByTestId('document-conflict');
  const outside = (from: string, to: string) => {
    const text = readFileSync(yaml, 'utf8');
    expect(text).toContain(from);
    writeFileSync(yaml, text.replace(from, to));
  };
  await expect(page.getByText('Pegboard recovered 2 drafts')).toBeVisible();
  await runCommand(page, 'Show recovered drafts');
  const list = page.getByTestId('left-behind');
  await expectAccessible(page, 'left behind');
  await list
    .getByRole('listitem')
    .filter({ hasText: 'create_issue' })
    .getByRole('button', { name: 'Open' })
    .press('Enter');
  await expect(page.getByTestId('curate-usage_hint').getByRole('textbox')).toHaveValue('Only when asked');
  await runCommand(page, 'Show recovered drafts');
  await list.getByRole('listitem').filter({ hasText: 'small' }).getByRole('button', { name: 'Open' }).press('Enter');
  await expect(linesOf(page)).toContainText('max_steps: 4');
  await expect(state).toHaveText('Not saved');
  expect(readFileSync(yaml, 'utf8')).toBe(original);
  await editorOf(page).focus();
  await page.keyboard.press('ControlOrMeta+s');
  await expect(state).toHaveText('Saved');
  expect(readFileSync(yaml, 'utf8')).toContain('max_steps: 4');
  await expect.poll(() => Object.keys(draftsOnDisk(home))).toEqual(['overlay:github.create_issue']);

  // The file changes while nothing is typed: the text follows. While something is: a choice.
  outside('max_steps: 4', 'max_steps: 5');
  await expect(linesOf(page)).toContainText('max_steps: 5');
  await expect(state).toHaveText('Saved');
  await typeAnew(page, 'planner: {max_steps: 6}\n');
  outside('max_steps: 5', 'max_steps: 7');
  await expect(conflict).toBeVisible();
  await expectAccessible(page, 'conflict');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByTestId('document-compare').getByTestId('text-diff')).toContainText('max_steps: 7');
  await page.getByRole('button', { name: 'Take theirs' }).last().press('Enter');
  await expect(linesOf(page)).toContainText('max_steps: 7');
  await expect(conflict).toBeHidden();
  expect(readFileSync(yaml, 'utf8')).toContain('max_steps: 7');

  // What was typed comes back by the editor's undo, through a look at another screen, and this time it stays.
  await goTo(page, 'tools');
  await goTo(page, 'prompt');
  await editorOf(page).focus();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(linesOf(page)).toContainText('max_steps: 6');
  outside('max_steps: 7', 'max_steps: 8');
  await expect(conflict).toBeVisible();
  await runCommand(page, 'Keep my text and overwrite the file');
  await expect(state).toHaveText('Saved');
  await expect.poll(() => readFileSync(yaml, 'utf8')).toContain('max_steps: 6');
}

test('a pause saves by itself when the setting says so; open documents are there again in a new window, and a closed one is reopened', async ({
  app: { page, workspace, url },
}) => {
  await page.keyboard.press('ControlOrMeta+,');
  const autosave = page.getByRole('combobox', { name: 'Autosave' });
  await autosave.focus();
  await page.keyboard.type('after');
  await expect(autosave).toHaveValue('pause');

  // Two skills of an own pack, open; what is typed into the first is on disk without a word.
  await page.getByRole('tab', { name: 'Settings' }).focus();
  await goTo(page, 'skills');
  await expect(page.locator('[data-row=github]')).toBeVisible();
  const rows = page.locator('[data-row^="github/"]');
  await rows.nth(0).click();
  await expect(page.getByTestId('read-only')).toBeVisible();
  await runCommand(page, 'Copy the pack into the workspace');
  await expect(page.getByTestId('field-title')).toBeEditable();
  const tabs = page.getByTestId('document-tabs').locator('[data-tab]');
  const first = await tabs.allInnerTexts();
  const files = () =>
    readdirSync(join(workspace, 'packs/github')).map((name) =>
      readFileSync(join(workspace, 'packs/github', name), 'utf8'),
    );
  await page.getByTestId('field-title').focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Typed and left alone');
  await expect.poll(() => files().filter((text) => text.includes('Typed and left alone')).length).toBe(1);
  await expect(page.getByTestId('document-state')).toHaveText('Saved');
  await rows.nth(1).click();
  await expect(tabs).toHaveCount(2);
  const both = await tabs.allInnerTexts();
  expect(both).toContain(first[0]);
  const shown = await page.getByTestId('field-title').inputValue();

  const again = await page.context().newPage();
  await page.close();
  await again.goto(url);
  await expect(again.getByTestId('status-bar')).toContainText('index up to date');
  await goTo(again, 'skills');
  const restored = again.getByTestId('document-tabs').locator('[data-tab]');
  await expect(restored).toHaveText(both);
  await expect(again.getByTestId('field-title')).toHaveValue(shown);
  await again.keyboard.press('Alt+w');
  await expect(restored).toHaveText(first);
  await expect(again.getByTestId('field-title')).toHaveValue('Typed and left alone');
  await again.keyboard.press('Alt+Shift+W');
  await expect(restored).toHaveText(both);
  await again.close();
});
