import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, goTo, test } from './app.ts';
import { takeOption } from './choose-option.ts';
import { expectAccessible } from './expect-accessible.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const git = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8' }).trim();

function repository(folder: string): string {
  const root = join(folder, 'repository');
  mkdirSync(root);
  git(root, 'init', '-q', '-b', 'main');
  git(root, 'config', 'user.email', 'test@example.com');
  git(root, 'config', 'user.name', 'Test');
  git(root, 'commit', '-q', '--allow-empty', '-m', 'start');
  return root;
}

async function openExport(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await goTo(page, 'export');
  await expect(page.getByTestId('export')).toBeVisible();
}

/** Types over what a field says. */
async function fill(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}

test('two packs reach a new branch, a second export writes nothing, a hand edit is kept, by keyboard (R19.20)', async ({
  app: { page, folder },
}) => {
  const root = repository(folder);
  const skills = join(root, 'skills');
  await openExport(page);
  await expect(page.getByTestId('export-hint')).toContainText('Choose the packs');
  await expect(page.locator('[data-pack="shipped:core"]')).toBeVisible();

  // Two packs, each in a folder of its name.
  await page.keyboard.press('p');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await page.keyboard.press('t');
  await fill(page, skills);
  await expect(page.getByTestId('export-counts')).toContainText(/^\d+ new$/);
  expect(git(root, 'status', '--porcelain')).toBe('');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('export-plan')).toBeFocused();
  await page.keyboard.press('b');
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await expect(page.getByTestId('export-bar')).toContainText('.pegboard-export.json');
  await fill(page, 'skills/first');
  await expect(page.getByLabel('What to export').getByText('git switch main')).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.insertText('Add two packs');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByTestId('export-written')).toContainText('git switch main');
  expect(git(root, 'log', '--format=%s %D', '-1')).toBe('Add two packs HEAD -> skills/first');
  const committed = git(root, 'show', '--name-only', '--format=').split('\n');
  for (const file of ['core/pack.yaml', 'github/pack.yaml', 'github/pack-github-issues-triage/SKILL.md']) {
    expect(committed).toContain(`skills/${file}`);
  }
  expect(git(root, 'status', '--porcelain')).toBe('');

  // Again: nothing to write, so no branch either.
  await expect(page.getByTestId('export-bar')).toContainText('nothing to write');
  await expect(page.getByRole('button', { name: 'Write', exact: true })).toBeDisabled();
  expect(git(root, 'branch', '--list').split('\n')).toHaveLength(2);

  // A person changes one file, and another is as it was before: they are asked about the first alone.
  const mine = join(skills, 'github/pack-github-issues-triage/SKILL.md');
  const other = join(skills, 'core/pack.yaml');
  writeFileSync(mine, `${readFileSync(mine, 'utf8')}\nOur own step.\n`);
  const ours = readFileSync(other, 'utf8');
  rmSync(other);
  await page.getByTestId('export-plan').focus();
  await page.keyboard.press('r');
  await expect(page.getByTestId('export-counts')).toContainText('1 new, 1 changed');
  await expect(page.getByTestId('export-bar')).toContainText('1 file changed by hand');
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.keyboard.press('n');
  await expect(page.getByTestId('export-file')).toHaveAttribute('data-path', /triage\/SKILL\.md$/);
  await expect(page.getByTestId('text-diff')).toContainText('Our own step.');
  await expectAccessible(page, 'export');
  expect(readFileSync(mine, 'utf8')).toContain('Our own step.');
  await page.keyboard.press('k');
  await expect(page.locator('[data-path$="triage/SKILL.md"][role=treeitem]')).toContainText('kept');

  // The decision was about what was seen: it does not hold for another text.
  writeFileSync(mine, `${readFileSync(mine, 'utf8')}Another one.\n`);
  await page.keyboard.press('r');
  await expect(page.getByTestId('export-bar')).toContainText('1 file changed by hand');
  await page.keyboard.press('n');
  await page.keyboard.press('k');
  await page.keyboard.press('b');
  await page.keyboard.press('Tab');
  await fill(page, 'skills/second');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByTestId('export-written')).toContainText('1 file changed by hand was kept');
  expect(readFileSync(mine, 'utf8')).toContain('Another one.');
  expect(readFileSync(other, 'utf8')).toBe(ours);
  expect(git(root, 'log', '--format=%s', 'main..skills/second').split('\n')).toHaveLength(1);
});

test('the catalog is written with what its format cannot say; without a repository a commit is refused politely', async ({
  app: { page, folder, cli },
}) => {
  const target = join(folder, 'agent');
  await openExport(page);
  await page.keyboard.press('x');
  await page.keyboard.press('f');
  await page.keyboard.press('Enter');
  const option = page.getByRole('option', { name: 'Anthropic tools array' });
  await takeOption(page, option);
  await expect(page.getByRole('textbox', { name: 'Target folder' })).toBeFocused();
  await fill(page, target);
  await expect(page.getByTestId('export-counts')).toContainText('2 new');
  await expect(page.getByTestId('export-loss')).toContainText('always_loaded_patterns');
  await page.keyboard.press('Enter');
  await page.keyboard.press('End');
  await expect(page.getByTestId('code-editor')).toContainText('github__');
  await page.keyboard.press('b');
  await page.keyboard.press('Space');
  await expect(page.getByTestId('no-repository')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Write', exact: true })).toBeDisabled();
  await page.keyboard.press('Space');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByTestId('export-written')).toContainText('3 files written');
  const tools: { name: string; defer_loading?: boolean }[] = JSON.parse(
    readFileSync(join(target, 'anthropic-tools.json'), 'utf8'),
  );
  expect(tools.filter(({ defer_loading }) => defer_loading).length).toBeGreaterThan(50);
  // The command line writes the same bytes: nothing is left to do.
  expect(await cli('export', 'catalog', '--as', 'anthropic-tools', '--out', target)).toBe(0);
  await page.getByRole('button', { name: 'Close' }).press('Enter');
  await page.getByTestId('export-plan').press('r');
  await expect(page.getByTestId('export-bar')).toContainText('nothing to write');

  // At 200 % nothing is cut: the page scrolls.
  await page.setViewportSize({ width: 640, height: 400 });
  await page.getByTestId('export-bar').scrollIntoViewIfNeeded();
  await expect(page.getByTestId('export-bar')).toBeInViewport();
  expect(await page.getByTestId('export').evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
});

test('a plugin and an agent are written from what is chosen', async ({ app: { page, folder } }) => {
  const target = join(folder, 'plugin');
  await openExport(page);
  await page.getByText('Plugin', { exact: true }).click();
  await expect(page.getByTestId('export-hint')).toContainText('Choose the packs and the sources');
  await page.locator('[data-pack="shipped:core"] input').check();
  await expect(page.getByTestId('export-hint')).toContainText('Name the plugin');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('House tools');
  await expect(page.getByTestId('export-hint')).toContainText('single hyphens');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('house-tools');
  await page.getByRole('textbox', { name: 'Target folder' }).fill(target);
  await expect(page.getByTestId('export-counts')).toContainText(/^\d+ new$/);
  await expectAccessible(page, 'plugin');
  await page.getByRole('button', { name: 'Write', exact: true }).click();
  await expect.poll(() => existsSync(join(target, 'plugin.json'))).toBe(true);
  expect(JSON.parse(readFileSync(join(target, 'plugin.json'), 'utf8'))).toMatchObject({ name: 'house-tools' });

  // What is chosen for one kind stays when another kind is shown.
  await page.getByText('Agent', { exact: true }).click();
  await expect(page.getByTestId('export-hint')).toContainText('Choose the persona');
  await expectAccessible(page, 'agent');
  await page.getByTestId('export').getByRole('combobox', { name: 'Persona' }).click();
  await takeOption(page, page.getByRole('option', { name: 'support' }));
  await page.getByRole('textbox', { name: 'Target folder' }).fill(join(folder, 'agent'));
  await page.getByRole('button', { name: 'Write', exact: true }).click();
  await expect.poll(() => existsSync(join(folder, 'agent/.claude/agents/support.md'))).toBe(true);
  await page.getByText('Plugin', { exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('house-tools');
});

test.describe('in a workspace with a pack of SKILL.md files', () => {
  test.use({ tools: 12 });

  test('an export that reads back the same is marked lossless, and one that changes a skill is not', async ({
    app: { page, folder, workspace },
  }) => {
    const skill = join(workspace, 'packs/plain/tidy');
    mkdirSync(join(skill, 'scripts'), { recursive: true });
    writeFileSync(
      join(skill, 'SKILL.md'),
      '---\nname: tidy\ndescription: "Tidies a folder."\n---\n\nRun scripts/tidy.sh.\n',
    );
    writeFileSync(join(skill, 'scripts/tidy.sh'), 'echo tidy\n');
    const config = join(workspace, 'pegboard.yaml');
    const packs = 'skills:\n  skill_packs:\n    - {name: plain, path: packs/plain, format: skill-md}\n';
    writeFileSync(config, `${readFileSync(config, 'utf8')}\n${packs}`);
    await openExport(page);
    const pack = (name: string) => page.getByRole('checkbox', { name });
    await pack('plain from this workspace').check();
    await page.getByRole('textbox', { name: 'Target folder' }).fill(join(folder, 'skills'));
    await expect(page.getByTestId('export-counts')).toContainText('2 new');
    const badge = page.getByTestId('export-lossless');
    await expect(badge).toHaveText('Lossless');
    await expect(badge).toHaveAttribute('title', /read the export back/);
    await expect(page.getByTestId('export-loss')).toContainText('Nothing is lost');
    await expectAccessible(page, 'lossless export');

    await pack('core from Pegboard').check();
    await expect(page.getByTestId('export-loss').getByRole('listitem').first()).toBeVisible();
    await expect(badge).toHaveCount(0);
    await expectAccessible(page, 'export with losses');
    await pack('core from Pegboard').uncheck();
    await expect(badge).toBeVisible();
  });
});
